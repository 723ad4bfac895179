internal import DeviceState
internal import LogQuery
internal import LogReading
internal import RunReport
internal import TextWriting

/// The settings that a command line makes, for any command.
struct Settings: Sendable, Equatable {
  /// FILE… of the commands that read logs, PATH… of those that read rules.
  var operands: [String] = []
  /// Whether options may come from a configuration file, and the file that they came from.
  var usesConfiguration = true
  var configuration: String?
  /// The rule that `explain` and `rules show` are asked about.
  var rule = ""
  /// The request to `completions`.
  var completion = CompletionSettings()
  /// Files or folders of rules that replace or join the built-in ones.
  var rulePaths: [String] = []
  /// A file that lists inputs, one a line; `-` for standard input.
  var pathsFrom: String?
  /// Whether no log is looked for where none is named.
  var readsLogsNamedOnly = false
  /// Whether there is one summary for each input, instead of one for all.
  var isEach = false
  /// Whether all inputs are one run, in the order of their times.
  var isMerged = false
  /// The statements on the device, before files are read.
  var environment: [EnvironmentWords.Statement] = []
  /// How many of them, from the first on, the configuration file makes.
  var configuredEnvironment = 0
  var analysis = AnalysisOptions()

  var format = ReportFormat.text
  var tableFormat = TableFormat.text
  /// The form in which `compare` prints, and how far figures may differ.
  var comparisonFormat = ComparisonFormat.text
  var tolerance: Tolerance?
  var exports: [Export] = []
  /// Constant labels of the metrics.
  var labels: [Pair] = []
  var colour = ColourChoice.auto
  var detail = TextRenderer.Detail.normal
  /// Whether a failing verdict is not to fail the caller.
  var exitsZero = false
  /// The key of the pseudonyms of `redact`: another key makes others.
  var redactionKey = "dnplog"
  /// The choice of rules that `rules list` shows.
  var ruleFilter = RuleFilter()
  /// The options of `query`.
  var query = QuerySettings()
  /// The history that a run is recorded in, and what its commands are asked.
  var history = HistorySettings()
  /// The options of `watch`.
  var watch = WatchSettings()
  /// The options of `simulate`.
  var simulation = SimulationSettings()

  struct Pair: Sendable, Equatable {
    var key: String
    var value: String
  }

  /// A report to write to a file beside the one on standard output.
  struct Export: Sendable, Equatable {
    var format: ReportFormat
    var path: String

    /// Who may read the file: metrics whatever the mask of the caller, since the collector runs as another user.
    var mode: UInt32? { format.traits.isMetrics ? 0o644 : nil }
  }
}

/// The options of reading and judging, beside the inputs and the rules.
struct AnalysisOptions: Sendable, Equatable {
  /// The grouping of inputs into runs.
  enum Grouping: Sendable {
    /// The files of one rotation set, oldest first.
    case rotationSets
    /// All of them, in the given order.
    case joined
    /// All of them, in the order of their times.
    case merged
    /// Each for itself.
    case separate
  }

  enum Platform: String, Sendable, CaseIterable { case ios, android }

  var grouping = Grouping.rotationSets
  /// The values that the configuration file gives.
  var configured: [ConfiguredValue] = []
  var profile: String?
  var packs: [String] = []
  var parameters: [Settings.Pair] = []
  var skippedRules: [String] = []
  var platform: Platform?
  var environment: [Settings.Pair] = []
  /// Records of the test run: artifacts and filled templates.
  var records: [String] = []
  /// Files that hold what the device stored, scheduled and showed.
  var states: [String] = []
  /// Whether they are what is judged, and a log no more than a witness.
  var judgesStates = false
  /// The moment at which they were taken, in microseconds since 1970.
  var now: Int64?
  var feed = FeedOptions()
  var timeZone: String?
  /// The bounds of the part of the log that is judged.
  var since: TimeBound?
  var until: TimeBound?
  var year: Int?
  /// The container that all lines are read as.
  var container: Container?
  /// Names of the plugin's app.
  var apps: [String] = []
  /// The summary of a former run, whose violations are known.
  var baseline: String?
  var isStrict = false
  var allowsInconclusive = false
  var allowsEmpty = false
  /// How many runs are judged at a time; nil for as many as there are processors.
  var jobs: Int?
  /// Whether to show how far the reading is.
  var progress = ProgressChoice.auto
  /// How many cycles and how many findings a summary keeps.
  var maxDetails = 1000
}

/// The feed of messages, and what its messages are held against.
struct FeedOptions: Sendable, Equatable {
  /// Nil where no feed is judged.
  var path: String?
  var region: String?
  var appVersion: String?
  var today: FeedTime?
  /// A file of receipts, or `none` where there is no receipt yet.
  var receipts: String?
}

/// The request to `query`.
struct QuerySettings: Sendable, Equatable {
  /// The statements, in the order of the command line.
  var statements: [String] = []
  var format = ResultFormat.text
  var limits = QueryLimits()
}

/// The request to `completions`.
struct CompletionSettings: Sendable, Equatable {
  var shell = ""
  /// Whether it is for the words that may come next, not for the script.
  var isAsked = false
  /// The words of the command line so far, behind the name of the program.
  var line: [String] = []
}

enum ColourChoice: String, Sendable, CaseIterable { case auto, always, never }
