internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a report is to look.
struct Look: Sendable, Equatable {
  var isColoured: Bool
  /// How wide the report is in columns.
  var width = Self.pageWidth
  var detail: TextRenderer.Detail
  /// JSON on one line, where there is one for each input.
  var isOneLine: Bool
  /// Constant labels of the metrics.
  var labels: [Settings.Pair]

  /// For standard output.
  init(_ settings: Settings) {
    isColoured = Self.wantsColour(settings.colour)
    width = Self.terminalWidth ?? Self.pageWidth
    isOneLine = settings.isEach
    detail = settings.detail
    labels = settings.labels
  }

  /// For a file, which is never coloured.
  init(file settings: Settings) {
    isColoured = false
    isOneLine = false
    detail = settings.detail
    labels = settings.labels
  }

  /// Of a report that no terminal shows.
  private static let pageWidth = 100

  /// How many columns standard output has; nil where it is no terminal, or does not say.
  private static var terminalWidth: Int? {
    var size = winsize()
    // ioctl(2) fills the size, which lives on the stack; of what is no terminal it fails.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  private static func wantsColour(_ choice: ColourChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && Environment.value("NO_COLOR").isEmpty
        && Environment.value("TERM") != "dumb"
    }
  }
}
