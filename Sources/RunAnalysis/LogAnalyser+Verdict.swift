internal import DeviceState
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// A reason why a run may not be called a pass, and which part of it that concerns.
struct Doubt {
  enum Part { case logic, timing, both }

  var text: String
  var part: Part

  init(_ text: String, _ part: Part = .both) {
    self.text = text
    self.part = part
  }
}

extension LogAnalyser {
  func judge(_ summary: inout RunSummary) {
    let violations = summary.findingCounts.filter {
      $0.outcome == .violated && failsRun($0.severity)
    }
    let doubts = doubts(summary)
    summary.logic = logic(doubts)
    summary.timing = timing(doubts)
    if violations.contains(where: { $0.count > $0.known }) {
      summary.verdict = .fail
      summary.reasons = [summary.failure]
    } else if doubts.isEmpty {
      summary.verdict = .pass
      summary.reasons = [summary.successOfOne(judging: intake.notes.feedChecks.words)]
    } else {
      summary.verdict = .inconclusive
      summary.reasons = doubts.map(\.text)
    }
    // A log without an event of the plugin proves nothing, not even that there is too little of it.
    let allows =
      summary.inputs.contains { $0.events > 0 }
      ? options.allowsInconclusive
      : options.allowsEmpty && holdsNoEvent && !losesContent && !doubtsContent
    switch summary.verdict {
    case .pass: summary.exitStatus = 0
    case .fail: summary.exitStatus = 1
    case .inconclusive: summary.exitStatus = allows ? 0 : 1
    }
    if wasInterrupted { summary.exitStatus = 130 }
    if let only = profiles.first, profiles.count == 1 {
      summary.message = summary.verdict == .pass ? only.passMessage : only.failMessage
    }
  }

  /// Why the run may not be called a pass.
  private func doubts(_ summary: RunSummary) -> [Doubt] {
    if options.judgesStates, inputs.count == 0 { return stateDoubts + requiredDoubts() }
    if inputs.count == 0, options.feed != nil { return feedDoubts + requiredDoubts() }
    if leavesOutAll {
      return [Doubt("no line of the plugin is in the part that --since and --until leave")]
    }
    if holdsNoEvent {
      if engine.otherApps.lines > 0 {
        return [Doubt("no line of the plugin is of the app that --app names")]
      }
      if sources.noText > 0 { return [Doubt("the plugin's lines are not text")] }
      let isEmpty = !losesContent && summary.inputs.allSatisfy { $0.lines == 0 }
      return [
        Doubt(
          isEmpty
            ? "the log is empty" : "the log has no line of the plugin; is it the right log?")
      ]
    }
    if summary.inputs.reduce(0, { $0 + $1.events }) == 0 {
      return [Doubt("no line of the plugin was understood; -v shows some of them")]
    }
    var doubts: [Doubt] = []
    if engine.runsBackward {
      doubts.append(Doubt("the times of its lines run backward: its newest line stands first"))
    } else if let part = partBeforeItsOlder {
      doubts.append(
        Doubt("its parts look newest first: \(part) ends before what is read before it"))
    }
    if let part = losses.parts.first {
      let others = losses.parts.count > 1 ? " and \(losses.parts.count - 1) more" : ""
      doubts.append(Doubt("a part of the log could not be read: \(part)\(others)"))
    } else if losesContent {
      doubts.append(Doubt("the input is damaged: some of it could not be read"))
    }
    if doubtsContent {
      doubts.append(
        Doubt(
          "a checksum is wrong, so any line that it covers may be altered: fetch the file again"))
    }
    let (apps, devices) = (engine.mixedApps, engine.mixedDevices)
    if apps.count > 1 {
      doubts.append(
        Doubt(
          "\(apps.count) apps write lines of the plugin, \(Self.names(apps)): judge each by itself, "
            + "e.g. with --app \(String(masking: apps[0]))"))
    }
    let users = engine.mixedUsers.sorted()
    if users.count > 1 {
      doubts.append(
        Doubt(
          "the app writes lines for \(users.count) users of the device, \(Self.names(users.map { "\($0)" })): "
            + "judge the lines of each by themselves, by the numbers of their processes"))
    }
    if devices.count > 1 {
      doubts.append(
        Doubt(
          "\(devices.count) devices write lines of the plugin, \(Self.names(devices)): judge the lines "
            + "of each by themselves"))
    }
    if engine.log.doubtsLosses {
      let whose =
        sources.losses > 0
        ? "lines are lost, by the log's own word" : "lines of the log are no text"
      doubts.append(Doubt("\(whose): what is missing may be among them"))
    }
    if let input = misreadInputs.first, let container = options.container {
      doubts.append(
        Doubt(
          "--input-format names \(container.name), and no line of \(input.name) is in it"))
    }
    if wasInterrupted { doubts.append(Doubt("reading was interrupted")) }
    // A profile that requires no step of a cycle can do without any, and so can a log of something else
    // that holds some lines of a notification.
    let needsCycles = requiresSteps && !choice.isBeside
    if needsCycles, !intake.notes.records.isEmpty, engine.eventCount == intake.notes.records.count {
      doubts.append(
        Doubt("the input is a record of a test run without its log: give the log beside it"))
    } else if needsCycles, summary.cycleCounts.closed == 0 {
      doubts.append(
        Doubt(
          summary.cycleCounts.open > 0
            ? "no cycle is over: the last one is still open when the log ends" + zoneAdvice(summary)
            : "the log has no cycle" + firstError(summary)))
    }
    if let silenceDoubt = silenceDoubt(summary) { doubts.append(silenceDoubt) }
    if !requiresSteps, choice.profiles.isEmpty, !holdsItsOwn {
      doubts.append(Doubt("the log has nothing that the profile '\(profile.name)' judges"))
    }
    if let feedDoubt { doubts.append(Doubt(feedDoubt)) }
    let requiredDoubts = requiredDoubts()
    doubts += requiredDoubts
    if options.judgesStates { doubts += stateDoubts }
    let lacking = lacks.missing.filter { lack in
      !isKnown(lack, in: summary) && (requiredDoubts.isEmpty || !isDoubted(lack, in: summary))
    }
    // Of those that were not kept nobody can say what is known.
    let count = lacks.incomplete - (lacks.missing.count - lacking.count)
    if requiresSteps, count > 0, let first = lacking.first ?? lacks.missing.first {
      let name = plan.stepNames[first.step].replacing(" | ", with: " or ")
      let place = names.cycle(first.cycle).map { " in cycle \($0)" } ?? ""
      doubts.append(
        Doubt(
          count == 1
            ? "1 cycle lacks a required step: \(name)\(place)"
            : "\(count) cycles lack a required step, the first\(place): \(name)",
          lacks.areOnlyHandlers ? .timing : .logic))
    }
    if let undeliveredDoubt { doubts.append(undeliveredDoubt) }
    return doubts
  }

  /// Where a log of which nothing else is said tells of an error.
  private func firstError(_ summary: RunSummary) -> String {
    guard let error = intake.notes.failures.first(where: \.isError) else { return "" }
    return "; its first error stands in \(String(masking: error.line.place(of: summary)))"
  }

  /// What may show that a cycle is over which was due, where nothing tells the zone of the lines.
  private func zoneAdvice(_ summary: RunSummary) -> String {
    let isAssumed = summary.cycles.contains { cycle in
      guard cycle.outcome == .open, !cycle.assumptionNote.isEmpty, let due = cycle.notificationTime,
        let last = summary.lastTime(of: cycle)
      else { return false }
      return due < last
    }
    return isAssumed ? "; if its times are not in UTC, give their zone with --tz" : ""
  }

  /// The first two of several names, and how many more there are.
  private static func names(_ names: [String]) -> String {
    let shown = names.prefix(2).map { String(masking: $0) }
    return names.count > 2
      ? "\(shown.joined(separator: ", ")) and \(names.count - 2) more"
      : shown.joined(separator: " and ")
  }

  /// Why a run may not pass that needs no cycle and knows the outcome of none, though some was due.
  private func silenceDoubt(_ summary: RunSummary) -> Doubt? {
    guard choice.isBeside, engine.closedCycles == 0 else { return nil }
    let silent = summary.cycles.filter { cycle in
      guard cycle.outcome == .open, let due = cycle.notificationTime,
        let last = summary.lastTime(of: cycle)
      else { return false }
      return due + Correlator.deliveryTolerance < last
    }
    guard let first = silent.first?.notificationTime else { return nil }
    let others = silent.count > 1 ? " and \(silent.count - 1) more" : ""
    return Doubt(
      "the log does not show what became of the notification of \(InstantText.iso(first))\(others)")
  }

  /// Why states may not pass: what cannot be told is no proof.
  private var stateDoubts: [Doubt] {
    let unknown = stateItems.filter { $0.condition == .unknown }
    if unknown.isEmpty, !stateItems.isEmpty { return [] }
    guard let first = unknown.first else {
      let isListed = options.states.contains { !$0.lists.isEmpty }
      return isListed ? [Doubt("the state lists no schedule and no notification")] : []
    }
    let name = first.id.map { "\(first.kind.rawValue) '\($0)'" } ?? "an \(first.kind.rawValue)"
    let others = unknown.count > 1 ? ", and \(unknown.count - 1) more cannot" : ""
    return [Doubt("\(name) cannot be judged\(others): \(first.reason)")]
  }

  /// Why a feed that was given without a log may not pass: publishers judge theirs so too, and what an
  /// app would have to know of itself is no doubt about the feed.
  private var feedDoubts: [Doubt] {
    options.feed?.feed.messages.isEmpty == true ? [Doubt("the feed holds no message")] : []
  }

  /// Whether the log tells of what the profile is for: an event of the groups that it arms, one of its
  /// steps, or whatever brought a rule that it requires to an outcome. A profile that
  /// arms and requires nothing takes any log.
  private var holdsItsOwn: Bool {
    guard !profile.armedGroups.isEmpty || !required.isEmpty else { return true }
    let own = Set(profile.steps.flatMap(\.events))
    if seenKinds.contains(where: {
      own.contains($0) || profile.armedGroups.contains(book.catalogue[$0].group)
    }) {
      return true
    }
    return required.contains { entry in
      // A prohibition for a whole log is kept by whatever else is logged.
      !book.rules[entry.rule].holdsFromTheStart && engine.hasOutcome(entry.rule)
    }
  }

  private func requiredDoubts() -> [Doubt] {
    var doubts: [Doubt] = []
    for (id, rule) in required where takesPart(rule) {
      let reasons = engine.log.tallies.filter {
        Int($0.key.rule) == rule && $0.key.outcome == .inconclusive && $0.value > 0
          && !isWaived($0.key)
      }
      if !reasons.isEmpty {
        doubts.append(
          Doubt(
            "the log does not show that a required rule holds: \(book.rules[rule].title) (\(id))",
            book.rules[rule].bucket == .c ? .timing : .logic))
      }
    }
    return doubts
  }

  /// Whether a run may do without what a required rule cannot tell, once a cycle has closed: lines of a
  /// launch before the log began, what the log ends before the cycle of, and what records of its form
  /// do not tell.
  private func isWaived(_ tally: TallyKey) -> Bool {
    guard engine.closedCycles > 0 else { return false }
    switch tally.reason {
    case .headCut: return engine.isOfLaunch(tally)
    case .tailCut: return !losesContent && tally.isOfOpenCycle
    case .sourceCannotShow: return engine.isBeyondForm(tally)
    default: return false
    }
  }
}

extension Rule {
  /// Whether it is met by a log that holds none of its events.
  fileprivate var holdsFromTheStart: Bool {
    switch obligation {
    case .never(_, let after, _): after.isEmpty
    case .count(_, let trigger, let minimum, _): trigger.isEmpty && minimum == .number(0)
    default: false
    }
  }
}
