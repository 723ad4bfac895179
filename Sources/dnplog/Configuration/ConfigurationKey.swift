/// The options that a configuration file may set, by their long names.
///
/// None of them names a file to write, or lets a failing run pass unseen: the file may come with a
/// checkout that nobody has read. What bends the verdict stands in every report.
enum ConfigurationKey: String, Sendable, CaseIterable {
  case platform, tz, year, app, env
  case inputFormat = "input-format"
  case rules, profile, pack, set, skip
  case strict
  case allowInconclusive = "allow-inconclusive"
  case allowEmpty = "allow-empty"
  case format, label
  case maxDetails = "max-details"
  case color, progress, jobs, quiet, verbose

  /// The kinds of values.
  enum Form {
    /// `true` or `false`.
    case flag
    case word
    /// One word, or a list of them.
    case words
    /// Names with their values, or a list of `NAME=VALUE`.
    case pairs
    /// One path, or a list of them, below the folder of the file.
    case paths
  }

  var form: Form {
    switch self {
    case .strict, .allowInconclusive, .allowEmpty, .quiet, .verbose: .flag
    case .platform, .tz, .year, .inputFormat, .profile, .format, .maxDetails, .color, .progress,
      .jobs:
      .word
    case .app, .pack, .skip: .words
    case .env, .set, .label: .pairs
    case .rules: .paths
    }
  }

  /// Why an option that is none of these stands on the command line alone.
  static func refusal(of option: String) -> String {
    switch option {
    case "export": "it writes files, so it stands on the command line alone"
    case "exit-zero": "it hides the verdict, so it stands on the command line alone"
    default: "it is of one call, so it stands on the command line alone"
    }
  }
}

/// A value that a configuration file gives to an option.
struct ConfiguredValue: Sendable, Equatable {
  var option: String
  var value: String
  /// `path:line`
  var place: String
}
