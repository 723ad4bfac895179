internal import LogReading
internal import RuleLanguage

// What is settled for all events that are alike: conditions, rules that have nothing to do with them,
// and rules that each of them satisfies.
extension Engine {
  /// Finds the events that the one at hand is like, once the device is as it says.
  mutating func meetLikeness() {
    let routes = interests.routes(of: candidate.event.kind)
    let firstWord = routes.isEmpty ? 0 : interests.route(routes.lowerBound).firstWord
    if likenesses.meet(firstWord: firstWord) { settleLikeness(firstWord) }
  }

  /// What is alike in events beside their fields.
  var headOfLikeness: UInt64 {
    var head = UInt64(candidate.event.kind.rawValue)
    head |= UInt64(candidate.phase.rawValue) << 16
    head |= UInt64(candidate.reason.rawValue) << 24
    if candidate.event.isAmbiguous { head |= 1 << 32 }
    if candidate.isTimed { head |= 1 << 33 }
    if candidate.event.timeGaps.rawValue & TimeGaps.zone.rawValue != 0 { head |= 1 << 34 }
    return head | UInt64(candidate.event.fieldCount) << 48
  }

  private mutating func settleLikeness(_ firstWord: Int) {
    likenesses.settle(firstWord: firstWord)
    for number in interests.routes(of: candidate.event.kind) {
      let route = interests.route(number)
      var next = route.firstInterest
      for word in 0..<atWork.words(of: route.scope) {
        var named = interests.named[route.firstWord + word]
        while named != 0 {
          let bit = named & (0 &- named)
          settle(interests.list[next], word: route.firstWord + word, bit)
          next += 1
          named &= ~bit
        }
      }
    }
    for number in interests.keyed(of: candidate.event.kind) {
      _ = isIdle(interests.keyedInterest(number))
    }
  }

  private mutating func settle(_ interest: DispatchTables.Interest, word: Int, _ bit: UInt64) {
    if isIdle(interest) {
      likenesses.passOver(word: word, bit: bit)
    } else if satisfiesAlways(interest) {
      likenesses.passOver(word: word, bit: bit)
      likenesses.noteSatisfied(interest.rule)
    }
  }

  /// Whether no pattern of the interest fits any event like the one at hand, whatever waits.
  private mutating func isIdle(_ interest: DispatchTables.Interest) -> Bool {
    var isIdle = true
    for list in lists(of: interest) {
      for place in list.places {
        let pattern = planned.pattern(at: place)
        guard pattern.kind == candidate.event.kind else { continue }
        if pattern.condition < 0 {
          isIdle = false
        } else {
          settle(pattern.condition)
          if likenesses.known(Int(pattern.condition)) != .fails { isIdle = false }
        }
      }
    }
    return isIdle
  }

  /// All patterns that an event of the kind is tried on.
  private func lists(of interest: DispatchTables.Interest) -> [PatternList] {
    var lists = [interest.trigger, interest.cancel, interest.first, interest.second]
    let plan = plans[Int(interest.rule)]
    for number in plan.steps.indices {
      let step = planned.step(number, of: plan.steps)
      lists += [step.patterns, step.before]
    }
    for number in plan.groups.indices { lists.append(planned.group(number, of: plan.groups)) }
    return lists
  }

  /// Works out what a condition comes to, as far as it asks for what is alike.
  private mutating func settle(_ condition: Int32) {
    let root = planned.roots[Int(condition)]
    guard root >= 0 else { return }
    moment = Moment(hasCandidate: true)
    var isWhole = true
    for part in conditions.parts(of: root) {
      if !conditions.asksOnly(part.test, { isAlike($0, isPresence: $1) }) {
        isWhole = false
      } else if conditions.truth(of: part, self) != .yes {
        // What errs does not hold either.
        likenesses.note(Int(condition), false)
        return
      }
    }
    if isWhole { likenesses.note(Int(condition), true) }
  }

  /// Whether each event like the one at hand satisfies the rule at once: it keeps nothing of it.
  private mutating func satisfiesAlways(_ interest: DispatchTables.Interest) -> Bool {
    let rule = Int(interest.rule)
    guard interest.obligation == .check, interest.scope == .log, explained != rule,
      !needsWholeScope[rule]
    else { return false }
    for place in interest.trigger.places {
      let pattern = planned.pattern(at: place)
      let known =
        pattern.condition < 0 ? .holds : likenesses.known(Int(pattern.condition))
      switch known {
      case .fails: continue
      case .open: return false
      case .holds: return holdsAlways(plans[rule].checks, as: pattern.role, rule)
      }
    }
    return false
  }

  private mutating func holdsAlways(_ checks: CheckList, as role: UInt8, _ rule: Int) -> Bool {
    moment = Moment(
      rule: rule, candidateRole: Int16(role), scope: ScopeReference(kind: .log, slot: 0))
    for place in checks.places {
      let root = planned.roots[Int(planned.check(at: place))]
      guard root >= 0, conditions.asksOnly(root, { isAlike($0, isPresence: $1) }),
        conditions.truth(root, self) == .yes
      else { return false }
    }
    return true
  }

  /// Whether all events like the one at hand have the same value there, or, for `isPresence`, have
  /// one or not.
  private func isAlike(_ reference: Reference, isPresence: Bool) -> Bool {
    switch reference {
    case .environment, .parameter, .candidateIsUTC, .candidateTimeIsUTC: true
    case .candidateField(let name): isPresence || isAlike(name)
    case .roleField(let role, let name):
      role == moment.candidateRole && (isPresence || isAlike(name))
    case .roleTaken, .roleCount: moment.candidateRole >= 0
    case .candidateTime, .roleTime, .cycle, .derived: false
    }
  }

  /// Whether a field tells no value of its own: a flag, what the correlator says, and what is not there
  /// or cannot be read.
  private func isAlike(_ name: FieldName) -> Bool {
    guard let field = storedField(name) else { return true }
    switch field.state {
    case .redacted, .placeholder, .malformed: return true
    case .value, .offset, .zoneless, .misformed: return field.type == .bool
    }
  }
}
