internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
