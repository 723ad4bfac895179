internal import RuleLanguage
internal import TextWriting

/// The tracks of a run, and what stands on them.
struct TraceTracks {
  private(set) var events: [TraceEvent] = []
  /// Cycles that no track shows, because nothing tells a time of theirs.
  private(set) var cyclesWithoutTimes = 0
  /// The same of findings.
  private(set) var findingsWithoutTimes = 0
  private var groups = 1
  private var groupByName: [String: Int] = [:]
  private var namedTracks: Set<[Int]> = []

  /// The group of what belongs to no cycle. None has the number 0, which viewers take for the system.
  private static let ofRun = 1
  /// The track of the whole cycle; those of the stages follow, and the last is that of findings.
  private static let wholeCycle = 1
  private static let findings = 2 + ProfileStep.Stage.allCases.count

  init(of summary: RunSummary) {
    nameGroup(Self.ofRun, "run: \(summary.verdict.word)")
    for cycle in summary.cycles { add(cycle) }
    for finding in summary.findings { add(finding) }
  }

  private mutating func add(_ cycle: CycleSummary) {
    let stages = ProfileStep.Stage.allCases.map { stage in
      cycle.steps.filter { $0.stage == stage && Self.isShown($0.time) }
    }
    let ends = [cycle.beginDate, cycle.notificationTime].compactMap { $0 }.filter(Self.isShown)
    let times = stages.joined().compactMap(\.time) + ends
    guard let first = times.min(), let last = times.max() else {
      cyclesWithoutTimes += 1
      return
    }
    groups += 1
    for name in cycle.names where groupByName[name] == nil { groupByName[name] = groups }
    let due = cycle.notificationTime.map { InstantText.iso($0) }
    let words = cycle.outcome.rawValue.replacing("_", with: " ")
    let name = [due, cycle.scheduleId].compactMap { $0 }.joined(separator: "  ")
    nameGroup(groups, "\(name)  \(words)")
    nameTrack(groups, Self.wholeCycle, "cycle")
    slice(
      words, groups, Self.wholeCycle, from: first, to: last, Self.figures(of: cycle))
    if let time = cycle.notificationTime, Self.isShown(time) {
      mark("notification due", groups, Self.wholeCycle, at: time, [])
    }
    for (stage, steps) in zip(ProfileStep.Stage.allCases, stages) {
      let times = steps.compactMap(\.time)
      guard let first = times.min(), let last = times.max() else { continue }
      let track = Self.wholeCycle + 1 + Int(stage.rawValue)
      nameTrack(groups, track, "\(stage)")
      slice("\(stage)", groups, track, from: first, to: last, [])
      for step in steps {
        guard let time = step.time else { continue }
        let line = step.line.map { (key: "line", value: TraceEvent.Value.number($0)) }
        mark(
          step.event, groups, track, at: time,
          [("status", .text(step.status.rawValue))] + (line.map { [$0] } ?? []))
      }
    }
  }

  /// Marks a finding at the deadline that passed, or else where its first line stands.
  private mutating func add(_ finding: Finding) {
    let times = [finding.deadline] + finding.evidence.map(\.time)
    guard let time = times.lazy.compactMap({ $0 }).first(where: Self.isShown) else {
      findingsWithoutTimes += 1
      return
    }
    let group = finding.scope.cycle.flatMap { groupByName[$0] } ?? Self.ofRun
    nameTrack(group, Self.findings, "findings")
    var arguments: [(key: String, value: TraceEvent.Value)] = [
      ("outcome", .text(finding.outcome.name)), ("class", .text(finding.fault.name)),
      ("severity", .text(finding.severity.name)), ("title", .text(finding.title)),
      ("message", .text(finding.account)),
    ]
    if let place = finding.evidence.first {
      arguments += [("file", .text(place.file)), ("line", .number(place.line))]
    }
    mark("\(finding.outcome.name): \(finding.rule)", group, Self.findings, at: time, arguments)
  }

  private static func figures(
    of cycle: CycleSummary
  ) -> [(key: String, value: TraceEvent.Value)] {
    let spans: [(String, Double?)] = [
      ("leadSeconds", cycle.leadSeconds), ("executionDelaySeconds", cycle.executionDelaySeconds),
      ("deliveryDriftSeconds", cycle.deliveryDriftSeconds),
      ("fetchDurationSeconds", cycle.fetchDurationSeconds),
    ]
    return spans.compactMap { key, value in value.map { (key, .seconds($0)) } }
      + cycle.lines.prefix(1).flatMap { range -> [(key: String, value: TraceEvent.Value)] in
        [
          ("file", .text(range.file)), ("firstLine", .number(range.first)),
          ("lastLine", .number(range.last)),
        ]
      }
  }

  /// Whether the year of a time is known, and viewers can count it: they hold nanoseconds in 64 bits.
  private static func isShown(_ time: Int64) -> Bool {
    0...(Int64.max / 1000) ~= time && !WallClock.lacksYear(time)
  }

  private static func isShown(_ time: Int64?) -> Bool { time.map { isShown($0) } ?? false }
}

// The events, one by one.
extension TraceTracks {
  private mutating func nameGroup(_ group: Int, _ name: String) {
    metadata("process_name", group, 0, ("name", .text(name)))
    metadata("process_sort_index", group, 0, ("sort_index", .number(Int64(group))))
  }

  private mutating func nameTrack(_ group: Int, _ track: Int, _ name: String) {
    guard namedTracks.insert([group, track]).inserted else { return }
    metadata("thread_name", group, track, ("name", .text(name)))
    metadata("thread_sort_index", group, track, ("sort_index", .number(Int64(track))))
  }

  private mutating func metadata(
    _ name: String, _ group: Int, _ track: Int, _ argument: (key: String, value: TraceEvent.Value)
  ) {
    events.append(
      TraceEvent(
        phase: .metadata, name: name, process: group, thread: track, arguments: [argument]))
  }

  private mutating func slice(
    _ name: String, _ group: Int, _ track: Int, from start: Int64, to end: Int64,
    _ arguments: [(key: String, value: TraceEvent.Value)]
  ) {
    events.append(
      TraceEvent(
        phase: .complete, name: name, process: group, thread: track, start: start,
        duration: end - start, arguments: arguments))
  }

  private mutating func mark(
    _ name: String, _ group: Int, _ track: Int, at time: Int64,
    _ arguments: [(key: String, value: TraceEvent.Value)]
  ) {
    events.append(
      TraceEvent(
        phase: .instant, name: name, process: group, thread: track, start: time,
        arguments: arguments))
  }
}
