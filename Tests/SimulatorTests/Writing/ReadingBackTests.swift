import LogReading
import RuleEngine
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import Testing

/// What is written in a container is read from it.
@Suite struct ReadingBackTests {
  /// All containers, and the modifiers that change how a line is told.
  static let styles =
    LogStyle.all.map(\.name) + [
      "brief+uid", "process+uid", "thread+uid", "time+year", "time+zone+uid", "time+epoch+usec",
      "threadtime+year", "threadtime+year+zone+uid", "threadtime+usec", "threadtime+epoch",
      "threadtime+uid", "long+year+zone+uid+usec", "bare+ci", "bare-iso+ci", "threadtime+ci",
      "nslog+ci", "rfc5424+ci",
    ]

  @Test(arguments: styles)
  func `events come back with their times, processes and levels`(name: String) throws {
    #expect(try difference(name) == nil)
  }

  /// The first thing that is read otherwise than it was written.
  private func difference(_ name: String) throws -> String? {
    let style = try LogStyle(parsing: name)
    var plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    plan.days = 2
    let catalogue = try SimulatedRun.book.catalogue
    let simulation = Simulation(plan, text: try SimulatedRun.words)
    var trace = simulation.trace(ofDevice: 1)
    for index in trace.records.indices {
      trace.records[index].zoneOffset = .hour
      // An error among them goes to another stream.
      trace.records[index].level = [.info, .debug, .error, .warning][index % 4]
    }
    var writer = LogWriter(style: style)
    simulation.write(trace, to: &writer)
    let log = writer.take()
    let (events, _) = try Self.scan(log)

    if events.count != trace.records.count { return "\(events.count) events" }
    if writer.marks.count != events.count { return "\(writer.marks.count) marks" }
    // A reader brings what Loki gives into the order of the records again.
    for (event, mark) in zip(events, writer.marks.sorted { $0.id < $1.id }) {
      let record = trace.records[mark.id]
      let name = catalogue[event.kind].name
      let place = "line \(event.line): "
      if name != record.event { return place + "\(name) for \(record.event)" }
      if event.line != UInt64(mark.line) { return place + "should be \(mark.line)" }
      if event.container != style.container { return place + event.container.name }
      if event.pid != (style.hasProcess ? record.process.pid : -1) {
        return place + "process \(event.pid)"
      }
      if style.namesLevel, !event.level.isSame(as: record.level ?? .info, in: style) {
        return place + "level \(event.level)"
      }
      if let wrong = timeDifference(of: event, record, style) { return place + wrong }
    }
    return nil
  }

  /// The events of a log, in the order in which a reader hands them on.
  static func scan(_ log: [UInt8]) throws -> (events: [Event], tally: ScanTally) {
    var scanner = try SimulatedRun.prepared.scanner
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.begin(LogShape(head: log.span))
    scanner.scan(log.span, firstLine: 1, into: &batch, tally: &tally)
    var events = batch.events
    scanner.orderCollected(isAtEnd: true)
    batch.removeAll()
    while scanner.readCollected(into: &batch, tally: &tally) {
      events += batch.events
      batch.removeAll()
    }
    return (events, tally)
  }

  private func timeDifference(
    of event: Event, _ record: TraceRecord, _ style: LogStyle
  ) -> String? {
    guard let resolution = style.resolution else {
      return event.timeQuality == .none ? nil : "a time"
    }
    if event.timeQuality != .line { return "time of quality \(event.timeQuality)" }
    if event.timeGaps.contains(.year) == style.hasYear { return "year" }
    if event.timeGaps.contains(.zone) == style.hasZone { return "zone" }
    var time = record.time / resolution * resolution
    if !style.hasZone { time += record.zoneOffset }
    // Counted from the start of a leap year, in place of that of 2025.
    if !style.hasYear { time -= 1_735_689_600_000_000 - .day }
    return event.time == time ? nil : "time \(event.time - time) µs off"
  }
}

extension LogLevel {
  /// Whether a level is the other as far as a container can tell.
  fileprivate func isSame(as other: LogLevel, in style: LogStyle) -> Bool {
    switch style.kind {
    case .xcode, .logDefault, .logCompact, .logJSON, .logJSONStream, .osLogNDJSON:
      self == (other == .warning ? .notice : other)
    case .idevicesyslog, .idevicesyslogOld:
      self == (other == .info && style.kind == .idevicesyslogOld ? .notice : other)
    default: self == other
    }
  }
}
