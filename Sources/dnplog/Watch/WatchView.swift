internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What shows a watched run while it goes on.
protocol WatchView {
  mutating func begin() throws(Failure)
  /// Tells what happened.
  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure)
  /// Shows how the run stands; of what is drawn in place all of it, where that is asked for.
  mutating func show(_ status: LiveStatus, isWhole: Bool) throws(Failure)
  /// Leaves the terminal as it was.
  mutating func end() throws(Failure)
  /// Whether the page is to be drawn again as time passes.
  var isPage: Bool { get }
}

extension WatchView {
  mutating func begin() throws(Failure) {}
  mutating func show(_ status: LiveStatus, isWhole: Bool) throws(Failure) {}
  mutating func end() throws(Failure) {}
  var isPage: Bool { false }

  fileprivate func print(_ bytes: [UInt8]) throws(Failure) {
    if bytes.isEmpty { return }
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(bytes)
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}

/// Each event as a line for people.
struct WatchLines: WatchView {
  let title: String
  let detail: TextRenderer.Detail

  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure) {
    var bytes: [UInt8] = []
    let time = InstantText.time(WatchClock.now / 1_000_000 * 1_000_000)
    for event in events {
      guard let line = event.line(of: title, status.summary, detail) else { continue }
      let text = "\(time)  \(TextLayout.padded(line.mark, to: 10))  \(line.text)"
      TextEscaping.terminal(Array(text.utf8).span, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try print(bytes)
  }
}

/// Each event as a record for programs.
struct WatchRecords: WatchView {
  let name: String

  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure) {
    try print(events.flatMap { $0.record(of: name, status).line(at: WatchClock.now) })
  }
}

/// Nothing until the end.
struct WatchSilently: WatchView {
  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) {}
}

/// A page that is drawn over itself.
struct WatchScreen: WatchView {
  let title: String
  let detail: TextRenderer.Detail
  let isColoured: Bool
  private var notices: [String] = []
  /// The rows that stand on the terminal.
  private var drawn: [String] = []

  init(title: String, detail: TextRenderer.Detail, isColoured: Bool) {
    self.title = title
    self.detail = detail
    self.isColoured = isColoured
  }

  var isPage: Bool { true }

  mutating func begin() throws(Failure) {
    WatchSignals.showPage(true)
    // Another page, no cursor, and no row that breaks.
    try print(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J".utf8))
  }

  mutating func end() throws(Failure) {
    WatchSignals.showPage(false)
    drawn = []
    try print(Array(WatchSignals.leavePage.description.utf8))
  }

  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure) {
    for event in events {
      switch event {
      case .source, .silence:
        guard let line = event.line(of: title, status.summary, detail) else { continue }
        let time = InstantText.time(WatchClock.now / 1_000_000 * 1_000_000)
        notices = ["\(time) \(line.mark): \(line.text)"]
      case .start, .change, .status: continue
      }
    }
  }

  mutating func show(_ status: LiveStatus, isWhole: Bool) throws(Failure) {
    var status = status
    status.name = title
    status.notices = notices
    let size = Self.size
    let rows = LivePage.rows(
      of: status, width: size.columns, height: size.rows, isColoured: isColoured)
    var text = isWhole || rows.count != drawn.count ? "\u{1B}[2J" : ""
    let isAll = !text.isEmpty
    // What has not changed stays, so that nothing flickers.
    for (number, row) in rows.enumerated() where isAll || drawn[number] != row {
      // Cleared before: behind a full row the cursor stands on its last sign.
      text += "\u{1B}[\(number + 1);1H\u{1B}[K\(row)"
    }
    drawn = rows
    try print(Array(text.utf8))
  }

  /// The rows and columns of the terminal, as it is now.
  private static var size: (rows: Int, columns: Int) {
    var size = winsize()
    // ioctl(2) fills the size, which lives on the stack.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return (24, 80) }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}

/// The clock on the wall.
enum WatchClock {
  /// Microseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    // clock_gettime(2) fills the time on the stack.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
