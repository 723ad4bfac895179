import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport

/// A log that somebody wrote who had read the plugin's documents and not the rules, and what they expect
/// of it.
///
/// The files of `Tests/IndependentLogs` hold many: each begins with `=== NAME` and lines of `key: value`,
/// and its text follows `---`.
struct IndependentLog {
  /// What a log that is judged otherwise than expected was settled to be.
  enum Settlement: String, CaseIterable {
    /// Its lines of the plugin are in words of their own that no document gives, so nothing can be told.
    case words
    /// The documents leave it open.
    case arguable
    /// The program is wrong.
    case wrong
  }

  let area: String
  let name: String
  let text: [UInt8]
  private let fields: [Substring: String]

  /// The verdicts that are right, `warn` for a pass with a warning.
  var expected: [String] {
    (fields["expect"] ?? "").split(separator: "|").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  var isHealthy: Bool { expected.contains("pass") }

  /// As `settled: words, inconclusive: why` says it, with the verdict that the log has until it is mended.
  var settlement: Settlement? {
    fields["settled"].flatMap { Settlement(rawValue: String($0.prefix { $0.isLetter })) }
  }

  /// The verdict that the settlement speaks of.
  var settledVerdict: String? {
    fields["settled"]?.split(separator: ":").first?.split(separator: ", ").last.map(String.init)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../IndependentLogs").standardizedFileURL

  /// The areas that have a file, in order.
  static let areas: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  static func all(of area: String) throws -> [IndependentLog] {
    let text = try String(
      contentsOf: folder.appending(path: area + ".txt"), encoding: .utf8)
    var logs: [IndependentLog] = []
    for part in ("\n" + text).components(separatedBy: "\n=== ").dropFirst() {
      let halves = part.components(separatedBy: "\n---\n")
      var lines = halves[0].split(separator: "\n", omittingEmptySubsequences: false)
      let name = lines.removeFirst()
      var fields: [Substring: String] = [:]
      for line in lines {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields[parts[0]] = parts[1].trimmingCharacters(in: .whitespaces) }
      }
      let log = halves.dropFirst().joined(separator: "\n---\n")
      logs.append(
        IndependentLog(
          area: area, name: String(name), text: Array((log + "\n").utf8), fields: fields))
    }
    return logs
  }

  /// Judges it as `dnplog validate` does, with the options that it names.
  func judge() throws -> RunSummary {
    var options = RunOptions()
    var words = (fields["options"] ?? "").split(separator: " ").map(String.init)[...]
    while let option = words.popFirst(), let value = words.popFirst() {
      switch option {
      case "--profile": options.profile = value
      case "--env":
        let pair = value.split(separator: "=").map(String.init)
        options.environment.append((pair[0], pair.count > 1 ? pair[1] : ""))
      case "--tz": options.zone = LocalZone(value)
      case "--year": options.year = Int(value)
      default: throw Unsupported(option: option)
      }
    }
    let analyser = try LogAnalyser(try SimulatedRun.prepared, options: options)
    analyser.read(text: text, named: name + ".log")
    return analyser.finish()
  }

  func isRight(_ summary: RunSummary) -> Bool {
    expected.contains { word in
      word == summary.verdict.rawValue
        || word == "warn" && summary.verdict == .pass
          && summary.findings.contains { $0.outcome == .violated }
    }
  }

  /// An option that a log names and the tests cannot pass on.
  struct Unsupported: Error { let option: String }
}
