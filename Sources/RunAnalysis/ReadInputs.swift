internal import LogReading
internal import RuleLanguage
internal import RunReport

/// The inputs of a run that were read to their ends, oldest first.
struct ReadInputs {
  /// An input, beside what its events tell.
  struct Input {
    var summary: InputSummary
    /// The number of its file.
    let number: UInt16
    /// Its first and its last timed line.
    var times: (first: LineTime?, last: LineTime?)
    /// The processes of its first and its last event that have one, else -1.
    let pids: OpenInput.Pids
  }

  private(set) var list: [Input] = []
  /// The last timed line of all.
  private(set) var end: LineTime?
  /// What their first lines are.
  private(set) var heads = HeadCensus()
  /// Values of events that could not be read, and where the first stands.
  private(set) var unread: (count: Int64, example: String?) = (0, nil)

  var count: Int { list.count }
  var summaries: [InputSummary] { list.map(\.summary) }

  mutating func end(
    _ input: OpenInput, _ ending: InputEnding, _ damage: ReadReport.Damage?, _ catalogue: Catalogue
  ) {
    var summary = input.summary(ending)
    summary.damage = damage
    unread.count += ending.unread.count
    if unread.example == nil, let first = ending.unread.first {
      unread.example =
        "\(catalogue.name(of: first.field)) of \(catalogue[first.kind].name) at"
        + " \(input.name):\(first.line)"
    }
    if let last = ending.lastTime { end = last }
    heads.add(ending.heads)
    list.append(
      Input(
        summary: summary, number: input.number, times: (ending.firstTime, ending.lastTime),
        pids: input.pids))
  }

  // MARK: Merges

  /// Reads the first and the last time of the input that ended last by its own clock.
  mutating func resolveLastTimes(_ time: (LineTime) -> Int64) {
    guard !list.isEmpty else { return }
    let (first, last) = list[list.count - 1].times
    list[list.count - 1].times = (
      first.map { LineTime(micros: time($0), gaps: []) },
      last.map { LineTime(micros: time($0), gaps: []) }
    )
  }

  /// Puts inputs that ended in the order of their times into that of the command line.
  mutating func sort(by files: [String], _ clock: ClockResolver, near reference: Int64?) {
    let places = Dictionary(zip(files, files.indices)) { first, _ in first }
    let order = list.indices.sorted { first, second in
      places[list[first].summary.name, default: 0] < places[list[second].summary.name, default: 0]
    }
    list = order.map { list[$0] }
    end = list.compactMap { $0.times.last }.max { first, second in
      clock.time(first, near: reference) < clock.time(second, near: reference)
    }
  }

  // MARK: Order

  /// The first part of the log that ends before the one in front of it begins; nil where each may
  /// follow the other.
  func partBeforeItsOlder(_ clock: ClockResolver, near reference: Int64?) -> String? {
    list.indices.dropFirst().first { index in
      let isSound = list[(index - 1)...index].allSatisfy { $0.isSound }
      guard isSound, let begin = list[index - 1].times.first, let end = list[index].times.last
      else { return false }
      return clock.time(end, near: reference) < clock.time(begin, near: reference)
    }.map { list[$0].summary.name }
  }

  /// The first and the last time of each input, by its name.
  func spans(_ clock: ClockResolver, near reference: Int64) -> [String: ClosedRange<Int64>] {
    var spans: [String: ClosedRange<Int64>] = [:]
    for input in list where input.isSound {
      guard let first = input.times.first, let last = input.times.last else { continue }
      let begin = clock.time(first, near: reference)
      let end = clock.time(last, near: reference)
      // A clock that was set back, or a log that runs backward, has no such span.
      if begin <= end { spans[input.summary.name] = begin...end }
    }
    return spans
  }

  /// Whether a file ends and the next one begins within one process.
  var isOneProcessAcrossFiles: Bool {
    zip(list, list.dropFirst()).contains { $0.pids.last >= 0 && $0.pids.last == $1.pids.first }
  }
}

extension ReadInputs.Input {
  /// No line of it is in doubt.
  fileprivate var isSound: Bool { summary.damage?.doubtsContent != true }
}
