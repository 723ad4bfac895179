import BuiltinRules
import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Simulator
import TestSupport

/// The logs that live runs are tried on, and what ordinary runs make of them.
enum LiveLogs {
  struct Log: CustomStringConvertible {
    let name: String
    let bytes: [UInt8]
    var options = RunOptions()
    var description: String { name }
  }

  private static let loading = Result { PreparedBook(try BuiltinRules.book()) }
  static var prepared: PreparedBook { get throws { try loading.get() } }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()

  /// All samples that are texts, and a log of each container.
  static let samples: [Log] = {
    let folders = [
      "Tests/LogReadingTests/Containers", "Tests/CommandLineTests/Families", "samples",
    ]
    let root = tests.deletingLastPathComponent()
    return folders.flatMap { folder -> [Log] in
      let directory = root.appending(path: folder)
      let files = FileManager.default.enumerator(atPath: directory.path)?
        .compactMap { $0 as? String }
      return (files ?? []).sorted().compactMap { file in
        guard [".log", ".txt", ".jsonl"].contains(where: file.hasSuffix),
          let data = try? Data(contentsOf: directory.appending(path: file))
        else { return nil }
        return Log(name: "\(folder)/\(file)", bytes: Array(data))
      }
    }.filter { isFollowed($0) }
  }()

  /// A few dozen logs of other courses of events, each in a container of its own.
  static let simulated: [Log] = {
    guard let book = try? prepared.book else { return [] }
    let words = MessageText(catalogue: book.catalogue)
    let styles = ["threadtime", "nslog", "logger", "idevicesyslog", "plain", "json"]
    return Scenario.all.enumerated().filter { $0.offset % 3 == 0 }.map { index, scenario in
      var plan = SimulationPlan(scenario: scenario)
      if let style = try? LogStyle(parsing: styles[index / 3 % styles.count]) { plan.style = style }
      plan.seed = UInt64(index)
      plan.days = max(plan.days, 3)
      let simulation = Simulation(plan, text: words)
      var writer = LogWriter(style: plan.style)
      simulation.write(simulation.trace(ofDevice: 1), to: &writer)
      var log = Log(name: "simulated/\(scenario.name).log", bytes: writer.take())
      log.options.year = 2025
      log.options.zone = LocalZone("UTC")
      return log
    }.filter { isFollowed($0) }
  }()

  /// Answers of Loki are put in order first, and files that are no logs are refused.
  private static func isFollowed(_ log: Log) -> Bool {
    guard let run = try? LiveRun(prepared, options: log.options, named: log.name) else {
      return false
    }
    run.add(log.bytes.span)
    _ = run.finish()
    return run.problem == nil
  }

  // MARK: Ordinary runs

  static func json(_ summary: RunSummary) -> String {
    var bytes: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What `validate` says of a file with these bytes.
  static func validated(
    _ bytes: some Collection<UInt8>, as path: String, _ options: RunOptions
  ) throws -> String {
    try Data(bytes).write(to: URL(filePath: path))
    let analyser = try LogAnalyser(prepared, options: options)
    analyser.read(InputSet(name: path, members: [.file(path)]), isStopped: { false })
    return json(analyser.finish())
  }
}

/// Numbers that look random and are the same in each run of the tests.
struct Dice {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func roll(_ range: Range<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }

  /// Parts of so many bytes at most, one behind the other.
  mutating func cuts(of count: Int, parts: Int) -> [Range<Int>] {
    var places = (0..<parts).map { _ in roll(0..<count + 1) }
    places += [0, count]
    places.sort()
    return zip(places, places.dropFirst()).map { $0..<$1 }
  }
}
