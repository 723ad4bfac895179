internal import LogReading
internal import RunAnalysis
internal import RunReport
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// When to show how far the reading is.
enum ProgressChoice: String, Sendable, CaseIterable { case auto, always, never }

/// The line on standard error that says how far the reading is, for work that takes over a second.
///
/// On a terminal it is drawn over itself, and gone before anything else is printed. Elsewhere, where
/// it was asked for, each is a line of its own.
enum Progress {
  /// The count to which all readers add.
  static let meter = ReadMeter()

  /// The violations that all runs have found so far.
  fileprivate static let violations = Atomic<Int64>(0)

  private static let display = Mutex(ProgressDisplay())

  /// Begins to measure the time; nothing is shown yet.
  ///
  /// - Parameter total: The bytes to read, where they can be told; asked for when the line is first shown.
  static func begin(_ choice: ProgressChoice, total: @escaping @Sendable () -> Int64?) {
    let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessVariables.value("TERM") != "dumb"
    guard choice == .always || choice == .auto && isTerminal else { return }
    display.withLock { $0 = ProgressDisplay(isTerminal: isTerminal, total: total) }
  }

  /// Shows how far the reading is, where it is time to; called between two chunks.
  static func show() {
    // Where another thread shows it or prints, there is nothing to wait for.
    display.withLockIfAvailable { display in
      guard display.isDue else { return }
      let line = display.line(
        read: meter.count, violations: violations.load(ordering: .relaxed))
      _ = Descriptor.write(Array(line.utf8), to: STDERR_FILENO)
    }
  }

  /// Takes the line from the terminal and prints something else, before the line comes again.
  static func yield<Result>(_ print: () -> Result) -> Result {
    display.withLock { display in
      if display.takeShown() {
        _ = Descriptor.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
      }
      return print()
    }
  }
}

/// What a run has added to the violations that are shown: what it finds later may take some back.
struct NotedViolations {
  private var count: Int64 = 0

  mutating func note(_ count: Int64) {
    Progress.violations.add(count - self.count, ordering: .relaxed)
    self.count = count
  }
}

/// The state of the line: when it is due, and what it says.
private struct ProgressDisplay {
  private static let delay = Duration.seconds(1)

  /// The bytes to read; nil where nothing is ever shown.
  private var asked: (@Sendable () -> Int64?)?
  private var isTerminal = false
  private let start = ContinuousClock.now
  private var next = ContinuousClock.now + delay
  private var isShown = false
  /// The bytes to read; looked up when the line is first shown.
  private var total: Int64??

  init() {}

  init(isTerminal: Bool, total: @escaping @Sendable () -> Int64?) {
    asked = total
    self.isTerminal = isTerminal
  }

  var isDue: Bool { asked != nil && ContinuousClock.now >= next }

  mutating func takeShown() -> Bool {
    defer { isShown = false }
    return isShown
  }

  mutating func line(read: Int64, violations: Int64) -> String {
    let now = ContinuousClock.now
    next = now + (isTerminal ? .milliseconds(100) : Self.delay)
    let total = total ?? asked?()
    self.total = .some(total)
    let text = ProgressText.line(
      read: read, total: total, after: (now - start) / .seconds(1), violations: violations)
    isShown = isTerminal
    return isTerminal ? "\r\(text)\u{1B}[K" : "dnplog: \(text)\n"
  }
}

/// The words of the line.
enum ProgressText {
  /// Returns bytes, rate, time left and findings so far.
  static func line(read: Int64, total: Int64?, after seconds: Double, violations: Int64) -> String {
    let rate = seconds > 0 ? Double(read) / seconds : 0
    var parts: [String] = []
    if let total, total > 0 {
      // A file may grow while it is read.
      let share = min(100, Double(read) / Double(total) * 100)
      parts.append("\(Int(share)) % of \(TextLayout.size(Double(total)))")
    } else {
      parts.append("\(TextLayout.size(Double(read))) read")
    }
    parts.append("\(TextLayout.size(rate))/s")
    if let total, total > read, rate > 0 {
      parts.append("\(duration((Double(total - read)) / rate)) left")
    }
    parts.append(violations == 1 ? "1 violation so far" : "\(violations) violations so far")
    return parts.joined(separator: ", ")
  }

  private static func duration(_ seconds: Double) -> String {
    // A pipe may give so little that no number says it.
    guard seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
