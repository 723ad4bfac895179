import BuiltinRules
import LogReading
import RuleLanguage

/// What the correlator made of a text: one line for each event that counts.
final class CorrelationTrace {
  private(set) var correlator: Correlator
  /// A copy: where `#expect` is given a part of what the correlator lends, it reads that part after it was
  /// released, as AddressSanitizer tells (Swift 6.3).
  var clock: ClockResolver { correlator.clock }
  let catalogue: Catalogue
  /// `fetch_start s1 c0 e0 prefetch`: segment, cycle, execution and delivery windows, phase.
  private(set) var events: [String] = []
  private(set) var times: [Int64] = []
  private(set) var ends: [String] = []
  private(set) var twins = 0
  private var scanner: EventScanner
  private var numbers: [ScopeKind: [Int32: Int]] = [:]
  private var counts: [ScopeKind: Int] = [:]
  // The correlator is never copied, as an expectation about one of its properties would.
  var hasHead: Bool { correlator.hasHead }
  var isTailCut: Bool { correlator.isTailCut }

  /// What every trace begins with, made once.
  private static let start = Result {
    let catalogue = try BuiltinRules.book().catalogue
    return (
      catalogue: catalogue, scanner: EventScanner(catalogue: catalogue),
      plan: CorrelationPlan(catalogue)
    )
  }

  init(zone: String? = nil, year: Int? = nil) throws {
    let start = try Self.start.get()
    catalogue = start.catalogue
    scanner = start.scanner
    correlator = Correlator(
      start.plan, clock: ClockResolver(zone: zone.flatMap { LocalZone($0) }, year: year))
  }

  static func of(
    _ lines: [String], zone: String? = nil, year: Int? = nil, isCut: Bool = false
  ) throws -> CorrelationTrace {
    let trace = try CorrelationTrace(zone: zone, year: year)
    trace.read(lines)
    trace.finish(isCut: isCut)
    return trace
  }

  func read(_ lines: [String]) {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.scan(bytes.span, firstLine: 1, into: &batch, tally: &tally)
    for event in batch.events {
      correlator.add(event, of: batch, chunk: bytes.span, file: 0)
      drain()
    }
  }

  func finish(isCut: Bool = false) {
    correlator.endInput(logEnd: nil)
    drain()
    correlator.finish(isCut: isCut)
    drain()
  }

  private func drain() {
    let output = correlator.output
    correlator.output.removeAll()
    for item in output {
      switch item {
      case .began(let process, _):
        numbers[.process, default: [:]][process] = counts[.process, default: 0]
        counts[.process, default: 0] += 1
      case .opened(let kind, let slot):
        numbers[kind, default: [:]][slot] = counts[kind, default: 0]
        counts[kind, default: 0] += 1
      case .event(let event):
        events.append(describe(event))
        times.append(event.knownTime ?? -1)
      case .twin: twins += 1
      case .takenBack: break
      case .closed(let kind, let slot, let end):
        if kind == .cycle || kind == .execution {
          ends.append("\(kind) \(numbers[kind]?[slot] ?? -1) \(end)")
        }
        correlator.recycle(kind, slot: slot)
      }
    }
  }

  private func describe(_ event: ScopedEvent) -> String {
    var text = "\(catalogue[event.kind].name) s\(event.segment)"
    for (kind, slot, letter) in [
      (ScopeKind.cycle, event.cycle, "c"), (.execution, event.execution, "e"),
      (.delivery, event.delivery, "d"),
    ] where slot >= 0 {
      text += " \(letter)\(numbers[kind]?[slot] ?? -1)"
    }
    return event.phase == .none ? text : text + " " + event.phase.name
  }

  /// The events of a name.
  func all(_ name: String) -> [String] { events.filter { $0.hasPrefix(name + " ") } }
}

/// The lines of a device, short to write.
enum Lines {
  static let register = "[DNP-FETCH] Registering BGTaskScheduler task (id=t)"
  static let startup = "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)"
  static let handler = "[DNP-FETCH] BGTask handler invoked (id=t)"
  static let success = "[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)"
  static let completed = "[DNP-FETCH] Task completed (success=true)"
  static let hit = "[DNP-FETCH] Found cached content (age=300s, source=prefetch)"
  static let miss = "[DNP-FETCH] No cached content, falling back to on-demand fetch"
  static let first = "2025-11-14T05:53:00Z"
  static let second = "2025-11-15T05:53:00Z"

  static func begin(_ due: String) -> String {
    "[DNP-FETCH] Scheduling prefetch for notification at \(due)"
  }
  static func planned(_ due: String) -> String {
    "[DNP-FETCH] Prefetch scheduled 5 minutes before notification (notificationTime=\(due))"
  }
  static func submit(_ date: String) -> String {
    "[DNP-FETCH] Scheduling BGAppRefreshTask (earliestBeginDate=\(date))"
  }
  static func accepted(_ date: String) -> String {
    "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=\(date))"
  }
  static func notification(_ due: String) -> String {
    "[DNP-SCHEDULER] Scheduling notification for \(due)"
  }
  static func persisted(_ id: String) -> String {
    "[DNP-STORAGE] Persisted schedule to DB (id=\(id), type=DAILY)"
  }
  static func resolved(_ due: String, _ id: String) -> String {
    "[DNP-FETCH] Resolved next notification needing content (time=\(due), scheduleId=\(id))"
  }
  static func fetch(_ due: String, _ id: String) -> String {
    "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=\(id))"
  }
  static func cached(_ id: String) -> String { "[DNP-FETCH] Cached content for scheduleId=\(id)" }
  static func prepare(_ due: String) -> String {
    "[DNP-SCHEDULER] Preparing content for notification at \(due)"
  }
  static func built(_ id: String) -> String {
    "[DNP-SCHEDULER] Notification built (title=a, body=b, id=\(id))"
  }
  static func delivered(_ id: String) -> String {
    "[DNP-SCHEDULER] Notification delivered (id=\(id), title=a)"
  }
  static func summary(_ id: String) -> String {
    "[DNP-PLUGIN] Prefetch cycle complete (id=\(id), fetched=true, usedCached=true)"
  }

  /// With a time and a process in front.
  static func at(_ stamp: String, _ message: String, pid: Int = 201) -> String {
    "2025-11-\(stamp).000000+0000 App[\(pid):1] \(message)"
  }
}
