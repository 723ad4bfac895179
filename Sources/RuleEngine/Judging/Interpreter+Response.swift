internal import LogReading
internal import RuleLanguage

// Response: after a trigger, steps come.
extension Interpreter {
  /// The most instances that wait side by side in one scope.
  private static let parallelLimit = 64

  /// What an event was to an instance.
  private enum Part { case none, taken, ended }

  mutating func respond(
    _ rule: Int, _ trigger: [UInt16], _ steps: [Step], _ checks: [Expression],
    _ facts: borrowing Facts
  ) {
    var isOver = false
    var isTaken = false
    var stillWaits = false
    var hasMissed = false
    for instance in instances(of: rule) {
      guard let place = place(of: instance, rule) else { continue }
      if working[place].form.state != .open {
        hasMissed = true
      } else if isCancelled(rule, place, facts) {
        free(place)
        isOver = true
      } else {
        switch advance(place, steps, checks, mayTake: !isTaken, facts) {
        case .none: break
        case .taken:
          isTaken = true
          stillWaits = true
        case .ended: isTaken = true
        }
      }
    }
    if hasMissed { tellMissed(rule, steps, isTaken: isTaken, facts) }
    // The event that ends one instance may begin the next.
    guard !isOver, !stillWaits, let pattern = match(trigger, rule, nil, facts) else { return }
    begin(rule, pattern, steps, checks, facts)
  }

  private func instances(of rule: Int) -> [Int32] { places(of: rule).map { working[$0].instance } }

  /// Gives the event to the instances that missed a step: what is over already takes nothing from
  /// those that wait, and keeps nothing from beginning.
  private mutating func tellMissed(
    _ rule: Int, _ steps: [Step], isTaken: Bool, _ facts: borrowing Facts
  ) {
    var isTaken = isTaken
    for instance in instances(of: rule) {
      guard let place = place(of: instance, rule), working[place].form.state == .missed else {
        continue
      }
      if isCancelled(rule, place, facts) {
        free(place)
      } else if !isTaken {
        let step = Int(working[place].form.missedStep)
        guard steps.indices.contains(step),
          match(steps[step].patterns, rule, place, facts) != nil,
          isReportedMissing(place, facts)
        else { continue }
        tell(place, .cameLate)
        free(place)
        isTaken = true
      }
    }
  }

  /// Whether the report says that the step was not seen, and not that the log may have lost it.
  private mutating func isReportedMissing(_ place: Int, _ facts: borrowing Facts) -> Bool {
    ask(.missesReported(working[place].instance), facts) == .yes
  }

  private mutating func begin(
    _ rule: Int, _ pattern: UInt16, _ steps: [Step], _ checks: [Expression],
    _ facts: borrowing Facts
  ) {
    let retrigger = book.rules[rule].onRetrigger
    if retrigger == .parallel {
      makeRoom(rule, steps)
    } else if let place = first(rule) {
      if working[place].form.state == .open {
        if retrigger == .ignore { return }
        if let missing = firstMissing(place, steps) {
          if retrigger == .violate { miss(place, .retriggered(step: Int16(missing))) }
        } else {
          judge(place, checks, step: steps.count - 1, facts)
        }
      }
      if let place = self.first(rule) { free(place) }
    }
    let place = begin(rule, pattern, facts, setsEpoch: true)
    for (number, step) in steps.enumerated() {
      let bit: UInt64 = 1 << UInt64(number)
      if step.least(book.parameters) <= 0 { change(place) { $0.met |= bit } }
      if step.most(book.parameters) <= 0 { change(place) { $0.full |= bit } }
    }
    setDeadlines(place, steps, after: -1, facts)
  }

  /// Lets the oldest go where too many wait; those that wait for nothing any more go first.
  private mutating func makeRoom(_ rule: Int, _ steps: [Step]) {
    let places = places(of: rule)
    guard places.count >= Self.parallelLimit else { return }
    let oldest = places.first { working[$0].form.state != .open } ?? places.lowerBound
    if working[oldest].form.state == .open, let missing = firstMissing(oldest, steps) {
      tell(oldest, .evicted(step: Int16(missing)))
    }
    free(oldest)
  }

  // MARK: Steps

  private func isMet(_ place: Int, _ step: Int) -> Bool {
    working[place].form.met & 1 << UInt64(step) != 0
  }

  private func isFull(_ place: Int, _ step: Int) -> Bool {
    working[place].form.full & 1 << UInt64(step) != 0
  }

  /// The first step that is not met, or nil.
  func firstMissing(_ place: Int, _ steps: [Step]) -> Int? {
    steps.indices.first { !isMet(place, $0) }
  }

  /// The steps that wait: of the present group, and of those behind it as long as all before are
  /// met.
  private func waitingSteps(_ place: Int, _ steps: [Step]) -> Range<Int> {
    let present = Int(working[place].form.step)
    let first = steps.firstIndex { Int($0.group) >= present } ?? steps.count
    var number = first
    while number < steps.count {
      let group = steps[number].group
      var isGroupMet = true
      while number < steps.count, steps[number].group == group {
        if !isMet(place, number) { isGroupMet = false }
        number += 1
      }
      if !isGroupMet { break }
    }
    return first..<number
  }

  /// Tries the event on the steps that wait.
  private mutating func advance(
    _ place: Int, _ steps: [Step], _ checks: [Expression], mayTake: Bool,
    _ facts: borrowing Facts
  ) -> Part {
    let rule = Int(working[place].form.rule)
    let waiting = waitingSteps(place, steps)
    if mayTake {
      for number in waiting where !isFull(place, number) {
        if let pattern = match(steps[number].patterns, rule, place, facts) {
          return take(pattern, number, place, steps, checks, facts)
        }
      }
    }
    for number in waiting where !isMet(place, number) {
      guard match(steps[number].before, rule, place, facts) != nil else { continue }
      witness(step: -2, place)
      miss(place, .notSeen(step: Int16(number)))
      return .none
    }
    for number in waiting where mayTake && steps[number].times?.most != nil {
      guard isFull(place, number), match(steps[number].patterns, rule, place, facts) != nil else {
        continue
      }
      witness(step: number, place)
      miss(place, .tooMany(step: Int16(number)))
      return .none
    }
    return .none
  }

  private mutating func take(
    _ pattern: UInt16, _ number: Int, _ place: Int, _ steps: [Step], _ checks: [Expression],
    _ facts: borrowing Facts
  ) -> Part {
    let rule = Int(working[place].form.rule)
    if book.rules[rule].onRetrigger == .parallel { tell(place, .takenBeside) }
    capture(pattern, step: number, place, facts)
    countStep(number, place, steps[number], facts)
    change(place) { $0.step = Int16(steps[number].group) }
    if let failure = firstFailure(steps[number].checks, place, facts) {
      let check = CheckPlace.step(UInt16(clamping: failure), of: UInt8(number))
      tell(place, .failed(check, step: Int16(number)))
      free(place)
      return .ended
    }
    if isOver(place, steps) {
      judge(place, checks, step: number, facts)
      free(place)
      return .ended
    }
    setDeadlines(place, steps, after: Int(steps[number].group), facts)
    return .taken
  }

  /// Counts an event that a step takes, where it may take several.
  private mutating func countStep(
    _ number: Int, _ place: Int, _ step: Step, _ facts: borrowing Facts
  ) {
    let least = step.least(book.parameters)
    let most = step.most(book.parameters)
    let bit: UInt64 = 1 << UInt64(number)
    if least <= 1 { change(place) { $0.met |= bit } }
    if most <= 1 { change(place) { $0.full |= bit } }
    guard least > 1 || most > 1 && most < .max else { return }
    let instance = working[place].instance
    let counter = Counter.step(Int32(number))
    write(.countStep(instance, step: Int16(number)))
    // An instance that is new has taken its trigger only.
    if least > 1, !isMet(place, number),
      ask(.reaches(instance, counter, least - 1), facts) == .yes
    {
      change(place) { $0.met |= bit }
    }
    if most > 1, most < .max, ask(.reaches(instance, counter, most - 1), facts) == .yes {
      change(place) { $0.full |= bit }
    }
  }

  /// Whether nothing more is waited for: an optional step at the end of a chain still is.
  private func isOver(_ place: Int, _ steps: [Step]) -> Bool {
    guard firstMissing(place, steps) == nil, let last = steps.indices.last else { return false }
    let isAlone = last < 1 || steps[last - 1].group != steps[last].group
    return !isAlone || isFull(place, last)
  }

  /// Reports the first of the checks that does not hold, or satisfaction.
  mutating func judge(
    _ place: Int, _ checks: [Expression], step: Int, _ facts: borrowing Facts
  ) {
    if let failure = firstFailure(checks, place, facts) {
      miss(place, .failed(.rule(UInt16(clamping: failure)), step: Int16(step)))
    } else {
      satisfy(place)
    }
  }

  /// Sets the deadlines of the first group that is not met, once its turn has come, and anew with
  /// each event that a group before it takes, since they may count from there.
  private mutating func setDeadlines(
    _ place: Int, _ steps: [Step], after taken: Int, _ facts: borrowing Facts
  ) {
    let group = firstMissing(place, steps).map { Int(steps[$0].group) } ?? -1
    let isNews = Int(working[place].form.waitingGroup) != group || taken < group
    guard isNews, steps.contains(where: { $0.within != nil }) else { return }
    change(place) { $0.waitingGroup = Int16(group) }
    settleCounts(place)
    write(.clearDues(working[place].instance))
    for number in steps.indices where Int(steps[number].group) == group {
      setDeadline(place, number, steps[number], facts)
    }
  }

  private mutating func setDeadline(
    _ place: Int, _ number: Int, _ step: Step, _ facts: borrowing Facts
  ) {
    guard let within = step.within, step.least(book.parameters) > 0 else { return }
    let instance = working[place].instance
    let begin =
      if let anchor = step.anchor {
        term(anchor, place, facts)
      } else {
        terms.add(
          .place(working[place].hasOldTrigger ? .triggerTime(instance) : .eventTime))
      }
    let due = terms.add(.binary(.add, begin, term(within, place, facts)))
    write(.due(instance, term: due, step: Int16(number)))
  }
}
