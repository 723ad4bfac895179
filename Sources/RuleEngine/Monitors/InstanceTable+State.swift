internal import LogReading
internal import RuleLanguage

// Whether the lists of a state go together: each place that one names is there in the other, and no chain
// turns back into itself.
extension InstanceTable {
  /// Whether all that instances of such rules name is there.
  func isSound(for rules: [Rule]) -> Bool {
    guard sizes.count == rules.count, freePlaces.count == rules.count,
      currentEvent >= -1, currentEvent < events.count
    else { return false }
    for (index, rule) in rules.enumerated() {
      guard sizes[index].values == Int32(clamping: rule.slotCount),
        sizes[index].steps == Int32(clamping: rule.stepCount), isFree(index)
      else { return false }
    }
    for place in scalars.indices where !holds(scalars[place]) { return false }
    for index in instances.indices where !isSound(instances[index], rules) { return false }
    return areChainsSound
  }

  /// Whether a text that is kept is there.
  func holds(_ scalar: Scalar) -> Bool {
    scalar.kind != .string || scalar.bits >= 0 && scalar.bits < texts.count
  }

  /// Whether the first free place of a rule is one.
  private func isFree(_ rule: Int) -> Bool {
    let place = freePlaces[rule]
    if place == -1 { return true }
    return instances.indices.contains(Int(place)) && instances[Int(place)].form.state == .free
      && instances[Int(place)].rule == rule
  }

  private func isSound(_ instance: Instance, _ rules: [Rule]) -> Bool {
    guard rules.indices.contains(Int(instance.rule)) else { return false }
    let rule = rules[Int(instance.rule)]
    let size = sizes[Int(instance.rule)]
    guard instance.firstValue >= 0, instance.firstValue <= scalars.count - Int(size.values),
      instance.firstStep >= 0, instance.stepCount == size.steps,
      instance.firstStep <= steps.count - instance.stepCount,
      instance.next >= -1, instance.next < instances.count, StateLimits.isEpoch(instance.epoch)
    else { return false }
    if instance.next >= 0, instances[Int(instance.next)].rule != instance.rule { return false }
    // What began an instance is not kept up once that is over.
    let isTriggerThere = instance.trigger >= -1 && instance.trigger < events.count
    guard instance.form.state == .free || isTriggerThere else { return false }
    return isSound(instance.form, rule)
  }

  private func isSound(_ form: InstanceForm, _ rule: Rule) -> Bool {
    let last =
      switch rule.obligation {
      case .response: rule.stepCount
      case .precedence(_, let groups): groups.count
      case .equal: max(0, rule.roles.count - 1)
      default: Int(Int16.max)
      }
    return form.step >= 0 && form.step <= last && form.waitingGroup >= -1
      && form.missedStep >= -1 && form.missedStep <= max(last, 1)
      && (rule.roles.count > 63 || form.taken >> UInt64(rule.roles.count) == 0)
  }

  // MARK: Witnesses

  /// Whether the events that took part in each instance stand in a chain of their own, of the length that
  /// it says.
  private var areChainsSound: Bool {
    var isSeen = Table<Bool>(repeating: false, count: witnesses.count)
    for index in instances.indices {
      let instance = instances[index]
      guard instance.witnessCount >= 0 else { return false }
      if instance.witnessCount == 0 { continue }
      guard isEvent(instance.firstWitness.event) else { return false }
      if instance.witnessCount == 1 { continue }
      var place = instance.secondWitness
      for number in 2...Int(instance.witnessCount) {
        guard place >= 0, place < witnesses.count, !isSeen[Int(place)],
          isEvent(witnesses[Int(place)].event)
        else { return false }
        isSeen[Int(place)] = true
        let next = witnesses[Int(place)].next
        let isLast = number == instance.witnessCount
        if isLast, place != instance.lastWitness || next != -1 { return false }
        place = next
      }
    }
    var free = freeWitness
    while free != -1 {
      guard free >= 0, free < witnesses.count, !isSeen[Int(free)] else { return false }
      isSeen[Int(free)] = true
      free = witnesses[Int(free)].next
    }
    return true
  }

  private func isEvent(_ event: Int32) -> Bool { event >= 0 && event < events.count }
}
