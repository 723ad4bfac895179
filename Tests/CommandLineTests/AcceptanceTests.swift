import TestSupport
import Testing

/// The five logs that the check of seven greps judges wrongly, and dnplog rightly.
struct AcceptanceTests {
  private static let script = Samples.path("acceptance/seven-greps.sh")
  private static let present = "Log sequence validated: All steps present\n"
  private static let absent = "Log sequence incomplete: Missing steps\n"

  private func greps(
    _ words: [String], input: [UInt8]? = nil, in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    try run("/bin/sh", [Self.script] + words, input: input, directory: directory.path)
  }

  @Test(arguments: [
    ("delivery-before-handler.log", ["prefetch-cycle/prefetch-before-delivery violated plugin"]),
    (
      "content-hash-mismatch.log",
      [
        "integrity/content-hash-matches violated plugin",
        "integrity/mismatch-is-flagged violated plugin",
      ]
    ),
    (
      "second-cycle-never-completes.log",
      ["prefetch-cycle/success-is-stored-and-completed violated plugin"]
    ),
  ])
  func `the script passes a fault that is found`(log: String, findings: [String]) throws {
    let directory = try TemporaryDirectory()
    let path = Samples.path("acceptance/\(log)")
    let greps = try greps([path], in: directory)
    #expect(greps.output == Self.present)
    #expect(greps.exitCode == 0)

    let judged = try Dnplog.judge([path], in: directory)
    #expect(judged.verdict == "fail")
    #expect(judged.status == 1)
    #expect(judged.findings == findings)
    // The profile that stands for the script agrees with it.
    let legacy = try Dnplog.judge(["--profile", "legacy-markers", path], in: directory)
    #expect(legacy.status == 0)
  }

  @Test func `the script fails a compressed log that is read`() throws {
    let directory = try TemporaryDirectory()
    let path = Samples.path("acceptance/happy.log.gz")
    let greps = try greps([path], in: directory)
    #expect(greps.output == Self.absent)
    #expect(greps.exitCode == 1)

    let judged = try Dnplog.judge([path], in: directory)
    #expect(judged.verdict == "pass")
    #expect(judged.status == 0)
    #expect(judged.input["compression"].string == "gzip")
    #expect(judged.cycles == ["used_prefetch"])
  }

  @Test func `the script ignores the pipe that is read`() throws {
    let directory = try TemporaryDirectory()
    let log = Array(Samples.happyCycle.utf8)
    let greps = try greps([], input: log, in: directory)
    #expect(greps.output == Self.absent)
    #expect(greps.errors.contains("device.log"))
    #expect(greps.exitCode == 1)

    let result = try run(
      Dnplog.path, ["validate", "-q"], input: log, directory: directory.path)
    #expect(result.output == "PASS  1 cycle: delivered prefetched content\n")
    #expect(result.exitCode == 0)
  }
}
