#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a report is to look.
struct Look: Sendable, Equatable {
  var isColoured: Bool
  var detail: Detail
  /// Constant labels of the metrics.
  var labels: [Settings.Pair]

  /// For standard output.
  init(_ settings: Settings) {
    isColoured = Self.wantsColour(settings.colour)
    detail = settings.detail
    labels = settings.labels
  }

  /// For a file, which is never coloured.
  init(file settings: Settings) {
    isColoured = false
    detail = settings.detail
    labels = settings.labels
  }

  private static func wantsColour(_ choice: ColourChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && environment("NO_COLOR").isEmpty
        && environment("TERM") != "dumb"
    }
  }

  private static func environment(_ name: String) -> String {
    // getenv(3) lends a string that is copied at once; nothing here sets variables.
    guard let value = unsafe getenv(name) else { return "" }
    return unsafe String(cString: value)
  }
}
