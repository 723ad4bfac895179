import Foundation
import TestSupport
import Testing

/// An input that cannot be read never looks like a verdict.
struct UnreadableInputTests {
  @Test(arguments: [
    ["missing.log"], ["missing.log", "gone.log"], ["--each", "missing.log"], ["."],
  ])
  func nothingReadableIsNoVerdict(inputs: [String]) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate"] + inputs, in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("dnplog: "))
  }

  @Test func anArchiveOfWhichNothingCanBeDecodedIsNoVerdict() throws {
    let directory = try TemporaryDirectory()
    // The beginning of a gzip header.
    try Data([0x1F, 0x8B, 0x08, 0x00, 0x00]).write(to: URL(filePath: directory.path + "/a.log.gz"))
    let result = try Dnplog.run(["validate", "a.log.gz"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("nothing in it could be decoded"))
  }

  @Test func theMetricsTellThatNothingCouldBeRead() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path + "/dnp.prom"
    try Data("dnplog_last_run_success 1\n".utf8).write(to: URL(filePath: file))
    let result = try Dnplog.run(
      ["validate", "--export", "prometheus=dnp.prom", "missing.log"], in: directory)
    #expect(result.exitCode == 2)
    let metrics = try String(contentsOfFile: file, encoding: .utf8)
    #expect(metrics.contains("\ndnplog_last_run_success 0\n"))
  }
}
