import Foundation
import RuleLanguage
import YAMLReading

/// How much is compared, and of which seed.
enum OracleSettings {
  static func number(_ name: String, default standard: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? standard
  }
}

extension RandomRule {
  /// The pack of these rules, compiled.
  static func book(_ texts: [String], over base: LoadedRules) throws -> RuleBook {
    let text = excuses + texts.joined()
    do throws(LoadFailure) {
      return try RuleLoader.load(
        [RuleFile(path: "random.yaml", bytes: Array(text.utf8))], over: base
      ).book
    } catch {
      throw BadRules(text: error.errors.map(\.rendered).joined(separator: "\n") + "\n" + text)
    }
  }

  /// The generator made a rule that the loader refuses.
  struct BadRules: Error, CustomStringConvertible {
    let text: String
    var description: String { text }
  }
}
