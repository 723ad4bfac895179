internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// The steps of cycles in the canonical order of the profile, each seen, missing, late or excused.
///
/// One value for all cycles of a run: which steps an event may be is told at its begin, so that the
/// events of a cycle are gone through once. To look for each step in turn took 640 instructions for
/// each event of the dense corpus, and 2,000 of the json corpus.
struct CycleSteps {
  /// A step that is listed, without words: most cycles of a long log are not kept.
  struct Item {
    /// Its place in the profile.
    var step: Int
    /// The place of its event among those of the cycle; -1 where it was not seen.
    var seen: Int
    var status: CycleSummary.StepSummary.Status
  }

  /// A step of the profile, and what is asked about it.
  private struct Step {
    let events: [EventKind]
    let stage: ProfileStep.Stage
    let isRequired: Bool
    let isOptional: Bool
    /// Events of cycles that go another way.
    let unless: [EventKind]
    /// It is the first of its stage.
    let opensStage: Bool
    let isHandler: Bool
    let isCompletion: Bool
    /// Only the plugin of that platform has it.
    let isOfAndroid, isOfIOS: Bool
  }

  /// A step that an event may be, and which of that step's events it is.
  private struct Use {
    var step: Int
    var rank: Int
    var stage: ProfileStep.Stage
  }

  /// The steps of the cycle that was listed last.
  private(set) var items: [Item] = []
  /// All of them were seen, as of nearly every cycle: then nothing is asked of each.
  private(set) var areAllSeen = true
  private let steps: [Step]
  /// By kind, where its uses begin; those of the last kind end at the last number.
  private let starts: [Int]
  private let uses: [Use]
  /// For each step, the place of its event among those of the cycle, or -1; and that event's rank.
  private var found: [(place: Int, rank: Int)]

  init(_ profile: Profile, kinds: Int, _ roles: [EventRole]) {
    var stage: ProfileStep.Stage?
    steps = profile.steps.map { step in
      defer { stage = step.stage }
      return Step(
        events: step.events, stage: step.stage, isRequired: step.need == .required,
        isOptional: step.need == .optional, unless: step.unless,
        opensStage: step.stage != stage,
        isHandler: step.events.contains { roles[Int($0.rawValue)].part == .handler },
        isCompletion: step.events.contains { roles[Int($0.rawValue)].part == .completed },
        isOfAndroid: step.platform == "android", isOfIOS: step.platform == "ios")
    }
    var byKind = [[Use]](repeating: [], count: kinds)
    for (index, step) in profile.steps.enumerated() {
      for (rank, kind) in step.events.enumerated() where Int(kind.rawValue) < kinds {
        byKind[Int(kind.rawValue)].append(Use(step: index, rank: rank, stage: step.stage))
      }
    }
    uses = byKind.flatMap { $0 }
    starts = byKind.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    found = Array(repeating: (-1, 0), count: steps.count)
  }

  /// Lists the steps of a cycle that ended.
  mutating func list(
    _ cycle: Cycle, end: ScopeEnd, _ marks: [FindingLog.CycleMark], of engine: borrowing Engine
  ) {
    find(cycle.steps)
    items.removeAll(keepingCapacity: true)
    areAllSeen = true
    var isStageBroken = false
    var lacksRequired = false
    // Where nothing tells the platform, the lines are those of the testing guide for iOS.
    let isAndroid =
      if case .string("android") = engine.device(.platform) { true } else { false }
    let areLate = marks.contains { $0.isLate }
    for index in steps.indices {
      if steps[index].opensStage {
        isStageBroken = false
        lacksRequired = false
      }
      if isAndroid ? steps[index].isOfIOS : steps[index].isOfAndroid { continue }
      let place = found[index].place
      if place >= 0 {
        let isLate =
          areLate && marks.contains { $0.isLate && $0.kinds.contains(cycle.steps[place].kind) }
        if isLate { areAllSeen = false }
        items.append(Item(step: index, seen: place, status: isLate ? .late : .seen))
      } else if let status = absence(of: index, in: cycle, end, marks, isStageBroken, engine) {
        // What a required line would have led to needs no word of its own.
        if status == .implied, lacksRequired { continue }
        if steps[index].isRequired { lacksRequired = true }
        // The first missing step tells where a stage broke off; all behind it are missing too.
        if status != .implied, !isLaterSeen(than: index) { isStageBroken = true }
        areAllSeen = false
        items.append(Item(step: index, seen: -1, status: status))
      }
    }
  }

  /// The first step listed that is missing and required.
  ///
  /// Of a cycle whose beginning the log lacks that is what had to come behind what it shows: the end
  /// of a task whose handler it has, and the delivery of a notification due after it began.
  ///
  /// - Parameters:
  ///   - start: The first time of the log, where its clock was not set back.
  ///   - asksForCutLaunch: Whether a launch in whose midst the log may begin has to be whole.
  func firstMissing(
    of cycle: Cycle, since start: Int64?, asksForCutLaunch: Bool = false
  ) -> Item? {
    if areAllSeen { return nil }
    let isHandled = items.contains { steps[$0.step].isHandler && $0.seen >= 0 }
    let isDueLater =
      if let start, let due = cycle.notificationTime { due > start } else { false }
    return items.first { item in
      guard item.status == .missing, steps[item.step].isRequired else { return false }
      switch steps[item.step].stage {
      case .launch:
        return cycle.start.showsLaunch && (asksForCutLaunch || !cycle.start.hasCutLaunch)
      case .schedule: return !cycle.start.isHeadCut
      case .execution: return !cycle.start.isHeadCut || isHandled
      case .delivery, .summary: return !cycle.start.isHeadCut || isDueLater
      }
    }
  }

  /// The steps seen that stand nearest to one that is missing: before it and behind it.
  func neighbours(of missing: Item, in cycle: Cycle) -> [SeenStep] {
    let seen = items.filter { $0.seen >= 0 }
    let before = seen.last { $0.step < missing.step }
    let behind = seen.first { $0.step > missing.step }
    return [before, behind].compactMap { $0.map { cycle.steps[$0.seen] } }
  }

  /// Whether none of the steps listed is missing or late.
  var isWhole: Bool { items.allSatisfy { $0.status != .missing && $0.status != .late } }

  /// Each expected step that lacks its line, with the next one that was seen, which implies it.
  func implied(in cycle: Cycle) -> [(step: Int, by: SeenStep)] {
    if areAllSeen { return [] }
    return items.indices.compactMap { index in
      guard items[index].status == .implied,
        let next = items[index...].first(where: { $0.seen >= 0 })
      else { return nil }
      return (items[index].step, cycle.steps[next.seen])
    }
  }

  func events(of step: Int) -> [EventKind] { steps[step].events }

  /// Whether a step is that of the handler.
  func isHandler(_ step: Int) -> Bool { steps[step].isHandler }

  /// The steps listed for the summary.
  func summaries(of cycle: Cycle, _ names: RunNames) -> [CycleSummary.StepSummary] {
    items.map { item in
      let seen = item.seen >= 0 ? cycle.steps[item.seen] : nil
      let name =
        seen.map { names.event($0.kind) }
        ?? Self.name(steps[item.step].events, names.book.catalogue)
      return CycleSummary.StepSummary(
        event: name, stage: steps[item.step].stage, time: seen?.time,
        line: seen.map { Int64(clamping: $0.line) }, status: item.status)
    }
  }

  static func name(_ events: [EventKind], _ catalogue: Catalogue) -> String {
    events.map { catalogue.name(of: $0) }.joined(separator: " | ")
  }

  /// Finds each step's event: of several the one that the profile names first, and its first
  /// occurrence in the step's own stage.
  private mutating func find(_ events: [SeenStep]) {
    for index in found.indices { found[index] = (-1, 0) }
    for place in events.indices {
      let kind = Int(events[place].kind.rawValue)
      guard kind + 1 < starts.count else { continue }
      for index in starts[kind]..<starts[kind + 1]
      where Self.mayStand(events[place].place, in: uses[index].stage) {
        let (step, rank) = (uses[index].step, uses[index].rank)
        if found[step].place < 0 || rank < found[step].rank { found[step] = (place, rank) }
      }
    }
  }

  /// An on-demand fetch is no step of the execution, and a prefetch none of the delivery.
  private static func mayStand(_ place: SeenStep.Place, in stage: ProfileStep.Stage) -> Bool {
    switch (stage, place) {
    case (.execution, .delivery), (.delivery, .execution): false
    default: true
    }
  }

  /// Whether the stage went on behind a step: then its line is only not written.
  private func isLaterSeen(than index: Int) -> Bool {
    var later = index + 1
    while later < steps.count, !steps[later].opensStage {
      if found[later].place >= 0 { return true }
      later += 1
    }
    return false
  }

  /// What a step that was not seen is; nil where nothing asks for it.
  private func absence(
    of index: Int, in cycle: Cycle, _ end: ScopeEnd, _ marks: [FindingLog.CycleMark],
    _ isStageBroken: Bool, _ engine: borrowing Engine
  ) -> CycleSummary.StepSummary.Status? {
    // A finding that names the event decides; else the log must be able to show that it is missing.
    var isNamed = false
    for mark in marks where !mark.isLate && mark.names(steps[index].events) {
      if mark.outcome == .excused { return .excused }
      isNamed = true
    }
    if isNamed { return .missing }
    guard !steps[index].isOptional, end == .complete, cycle.loneJSON <= 0,
      !cycle.schedule.isRefused,
      !isStageBroken, lies(index, onTheWayOf: cycle, engine),
      steps[index].events.contains(where: { !engine.isFilteredOut($0) })
    else { return nil }
    if steps[index].isRequired { return .missing }
    // What other lines imply is blamed for its line alone, which a filter may have taken.
    if steps[index].events.allSatisfy({ engine.lacksTag(of: $0) }) { return nil }
    return found[(index + 1)...].contains { $0.place >= 0 } ? .implied : nil
  }

  /// Whether a cycle that went as this one did comes by a step, as far as the log can show.
  private func lies(
    _ index: Int, onTheWayOf cycle: Cycle, _ engine: borrowing Engine
  ) -> Bool {
    if steps[index].unless.contains(where: { cycle.step($0) != nil }) { return false }
    switch steps[index].stage {
    case .launch: return cycle.start.showsLaunch
    case .schedule:
      // A log that begins with a later line of the call does not show the earlier ones.
      let beginsTheLog = cycle.firstSequence == 0 && !engine.hasHead
      // Of a task that was taken back before its notification was set, nothing more is to come.
      let isTakenBack = cycle.schedule.isCancelled && cycle.notificationTime == nil
      return !cycle.start.isHeadCut && !isTakenBack
        && !(beginsTheLog
          && (0..<index).allSatisfy { steps[$0].stage != .schedule || found[$0].place < 0 })
    case .execution:
      // No task was asked for.
      if cycle.step(.prefetchDisabled) != nil { return false }
      // A task that did not run is one missing step, not one for each of its lines; and what the system
      // or an error ended did not go through them, nor need it where all was cancelled.
      guard steps[index].isHandler else {
        return cycle.task.isExecuted && !cycle.task.isKilled
          && (!cycle.task.isInError && !cycle.schedule.isCancelled || steps[index].isCompletion)
      }
      // Whose fault a refusal is, the rules on the refusal say.
      let isRefused = cycle.task.submitFailed && !cycle.task.isAccepted
      if cycle.fetch.isDisabled || isRefused || cycle.task.isCancelled { return false }
      // Nor need a task run before its notification that may begin only behind it.
      if let begin = cycle.beginDate, let due = cycle.notificationTime { return begin < due }
      return true
    case .delivery, .summary: return !cycle.schedule.isCancelled
    }
  }
}

extension FindingLog.CycleMark {
  /// Whether it speaks of one of these events; both are few.
  func names(_ events: [EventKind]) -> Bool {
    kinds.contains { events.contains($0) }
  }
}
