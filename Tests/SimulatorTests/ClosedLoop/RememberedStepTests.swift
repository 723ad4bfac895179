import Foundation
import RuleEngine
import RunAnalysis
import RunReport
import Simulator
import Testing

/// What the judge remembers changes no byte of a summary: with no memory at all, with one that is full
/// at once, and with the usual one it comes to the same.
@Suite struct RememberedStepTests {
  private static let samples = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "samples")

  private static let logs = (FileManager.default.enumerator(atPath: samples.path)?.allObjects ?? [])
    .compactMap { $0 as? String }
    .filter { $0.hasSuffix(".log") || $0.hasSuffix(".jsonl") }
    .sorted()

  private static func summary(
    of text: [UInt8], _ options: RunOptions, memory: Int?
  ) throws -> [UInt8] {
    var options = options
    if let memory { (options.memory.shapes, options.memory.moves) = (max(1, memory), memory) }
    let analyser = try LogAnalyser(try SimulatedRun.prepared, options: options)
    analyser.read(text: text, named: "device.log")
    var bytes: [UInt8] = []
    JSONRenderer.render(analyser.finish(), ReportStyle(), into: &bytes)
    return bytes
  }

  private static func expectSame(_ text: [UInt8], _ options: RunOptions) throws {
    let usual = try summary(of: text, options, memory: nil)
    #expect(usual.count > 1000)
    for memory in [0, 1, 7] {
      #expect(try summary(of: text, options, memory: memory) == usual, "a memory of \(memory)")
    }
  }

  @Test func `there are samples`() { #expect(Self.logs.count > 80) }

  @Test(arguments: logs)
  func `a sample is judged the same whatever is remembered`(log: String) throws {
    let text = Array(try Data(contentsOf: Self.samples.appending(path: log)))
    try Self.expectSame(text, RunOptions())
  }

  /// Some days more, so that steps come again.
  @Test(arguments: Scenario.all.map(\.name))
  func `a scenario is judged the same whatever is remembered`(name: String) throws {
    let scenario = try #require(Scenario.all.first { $0.name == name })
    let run = try SimulatedRun(SimulatedRun.plan(scenario, moreDays: 2))
    try Self.expectSame(run.text, try SimulatedRun.options(for: run.plan))
  }
}
