internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension ReportStyle {
  /// Makes the style of standard output.
  init(_ settings: Settings) {
    self.init(file: settings)
    isColoured = Self.wantsColour(settings.colour)
    width = Self.terminalWidth ?? Self.pageWidth
    isOneLine = settings.isEach
  }

  /// Makes the style of a file, which is never coloured.
  init(file settings: Settings) {
    self.init()
    detail = settings.detail
    isExplained = settings.judgesByDefault
    labels = settings.labels.map { ($0.key, $0.value) }
    // A build that wants the same bytes each time sets the clock.
    now = Int64(ProcessVariables.value("SOURCE_DATE_EPOCH")) ?? Int64(time(nil))
  }

  /// How many columns standard output has; nil where it is no terminal, or does not say.
  private static var terminalWidth: Int? {
    var size = winsize()
    // ioctl(2) fills the size, which lives on the stack; of what is no terminal it fails.
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
    else { return nil }
    return Int(size.ws_col)
  }

  /// Whether standard output is coloured: by the option, then NO_COLOR, then FORCE_COLOR, then as the
  /// terminal is.
  private static func wantsColour(_ choice: ColourChoice) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      guard ProcessVariables.value("NO_COLOR").isEmpty else { return false }
      let forced = ProcessVariables.value("FORCE_COLOR")
      // Other programs take a 0 for no wish, or for none at all.
      if !forced.isEmpty { return forced != "0" && forced != "false" }
      return isatty(STDOUT_FILENO) == 1 && ProcessVariables.value("TERM") != "dumb"
    }
  }
}

extension Settings {
  /// Whether no option changes what rules find: then a call without options finds the same.
  fileprivate var judgesByDefault: Bool {
    var options = analysis
    options.isStrict = false
    options.allowsInconclusive = false
    options.allowsEmpty = false
    options.baseline = nil
    options.progress = .auto
    options.jobs = nil
    // A configuration file is read by the other call too.
    options.configured = []
    options.maxDetails = AnalysisOptions().maxDetails
    return options == AnalysisOptions() && rulePaths.isEmpty && environment.isEmpty && !isMerged
  }
}
