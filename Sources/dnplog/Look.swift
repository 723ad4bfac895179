internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a report is to look.
struct Look: Sendable, Equatable {
  var isColoured: Bool
  var detail: TextRenderer.Detail
  /// JSON on one line, where there is one for each input.
  var isOneLine: Bool
  /// Constant labels of the metrics.
  var labels: [Settings.Pair]

  /// For standard output.
  init(_ settings: Settings) {
    isColoured = Self.wantsColour(settings.colour)
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
