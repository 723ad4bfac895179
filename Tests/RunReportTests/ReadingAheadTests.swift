import Foundation
import LogReading
import RunAnalysis
import RunReport
import TestSupport
import Testing

/// Reading ahead by other threads changes nothing but the time that it takes.
struct ReadingAheadTests {
  /// Logs of every container, documents and long records among them, whole and damaged.
  private static let samples: [String] = {
    let folders = ["LogReadingTests/Containers", "CommandLineTests/Families"]
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let logs = tests.deletingLastPathComponent().appending(path: "samples")
    return (folders.map { tests.appending(path: $0) } + [logs]).flatMap { folder in
      let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
      return (names ?? []).filter { $0.contains(".log") && !$0.hasSuffix(".json") }.sorted()
        .map { folder.path + "/" + $0 }
    }
  }()

  private static func judge(
    _ path: String, _ change: (inout RunOptions) -> Void, isStopped: () -> Bool = { false }
  ) throws -> RunSummary {
    let analyser = try Judge.analyser(change)
    analyser.read(InputSet(name: path, members: [.file(path)]), isStopped: isStopped)
    var summary = analyser.finish()
    summary.toolVersion = ""
    #expect(analyser.problems == [])
    return summary
  }

  private static func json(_ summary: RunSummary) -> String {
    var bytes: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `every log comes to the same with one thread and with several`() throws {
    #expect(Self.samples.count > 40)
    for path in Self.samples {
      let one = Self.json(try Self.judge(path) { _ in })
      for readSize in [1_000, 512 << 10] {
        let several = Self.json(
          try Self.judge(path) {
            $0.reading.readSize = readSize
            $0.reading.aheadFrom = readSize / 3
          })
        #expect(one == several, "\(path)")
      }
    }
  }

  @Test(arguments: [nil, 0])
  func `a stop leaves no line that was read without its event`(aheadFrom: Int?) throws {
    let directory = try TemporaryDirectory()
    let line = "2025-11-09 05:00:00.000000+0000 App[201:1] [DNP-PLUGIN] Startup complete\n"
    let path = directory.path + "/device.log"
    try Data(String(repeating: line, count: 5_000).utf8).write(to: URL(filePath: path))
    var chunks = 0
    let summary = try Self.judge(path) {
      $0.reading.readSize = 2_000
      $0.reading.aheadFrom = aheadFrom
    } isStopped: {
      chunks += 1
      return chunks == 7
    }
    #expect(summary.interrupted)
    #expect(summary.inputs.map { Int($0.lines) } == summary.inputs.map(\.events))
    #expect(summary.inputs[0].lines >= 7)
    #expect(summary.inputs[0].lines < 1_000)
  }

  @Test(arguments: [nil, 0])
  func `a file that cannot be read to its end is said, and what came before counts`(
    aheadFrom: Int?
  ) throws {
    let analyser = try Judge.analyser { $0.reading.aheadFrom = aheadFrom }
    // Memory is no file that can be read from its beginning.
    let path = "/proc/self/mem"
    analyser.read(InputSet(name: path, members: [.file(path)])) { false }
    #expect(analyser.problems.map(\.path) == [path])
    #expect(analyser.finish().inputs.isEmpty)
  }
}
