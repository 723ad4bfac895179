import CommandSyntax
import FuzzBasics

@testable import dnplog

/// Readers that are a part of the command itself.
enum ProgramTarget: String, FuzzTarget {
  /// The file that sets options.
  case configuration

  func runner() -> any FuzzRunner {
    switch self {
    case .configuration: ConfigurationRunner()
    }
  }
}

/// Reads a configuration file, and what it sets for a command.
struct ConfigurationRunner: FuzzRunner {
  private let file = ScratchFile(named: ConfigurationSearch.fileName)

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard file.hold(bytes) else { return nil }
    guard let read = try? Configuration(reading: file.path, options: Program.validate.options)
    else { return nil }
    let settings = try? read.settings(for: Program.validate.options)
    return settings == nil ? "options that were read cannot be set" : nil
  }
}
