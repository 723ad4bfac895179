internal import TextWriting

/// The truth about a device, and the places where its log shows it.
package struct DeviceTruth: Sendable {
  package let device: Int
  /// The file of the log, as the truth names it; nil for standard output.
  package var log: String?
  package let lines: Int
  /// The number of events of the plugin that were written.
  package let events: Int
  package let cycles: [TruthCycle]
  package let counters: TruthCounters
  package let injected: [Entry]
  /// What the device stores and sets at the end; nil where the scenario is not about it.
  package let state: StateSnapshot?
  /// The year of the first line by the device's wall clock; nil for an empty log.
  let firstYear: Int64?

  /// Something that was put into the log, with its place there.
  package struct Entry: Sendable {
    package let injected: Injected
    /// The index of the cycle that it concerns.
    package let cycle: Int?
    /// The first line that shows it, counted from 1; nil where none follows, or it is lost.
    package let line: Int?
    /// The time of that line by the device's clock; microseconds since 1970.
    package let time: Int64?
    /// Whether this container and form can show it, and the damage spares its line.
    package let isShown: Bool
  }

  init(device: Int, trace: Trace, stream: LogStream, shows: Injected.Needs) {
    self.device = device
    lines = stream.lineCount
    events = stream.events
    firstYear = stream.firstWallClock.map { WallClock($0).year }
    cycles = trace.cycles
    counters = trace.counters
    state = trace.snapshot
    var marks = stream.marks[...]
    injected = trace.entries.enumerated().map { index, entry in
      // A record without words shows in the next line.
      while let mark = marks.first, mark.id < entry.record { marks.removeFirst() }
      let line = marks.first.flatMap { stream.place(ofLine: $0.line) }
      let isLost = line == nil && !marks.isEmpty
      return Entry(
        injected: entry.injected, cycle: entry.cycle, line: line,
        time: index < stream.times.count ? stream.times[index] : nil,
        isShown: !isLost && shows.isSuperset(of: entry.injected.needs))
    }
  }
}
