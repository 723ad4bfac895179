import Foundation
import TestSupport
import Testing

/// An input that cannot be read never looks like a verdict.
struct UnreadableInputTests {
  @Test(arguments: [
    ["missing.log"], ["missing.log", "gone.log"], ["--each", "missing.log"], ["."],
  ])
  func `nothing readable is no verdict`(inputs: [String]) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate"] + inputs, in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("dnplog: "))
  }

  #if os(Linux)
    // Other systems have no such names.
    @Test(arguments: ["d", "d/*", "--paths-from list"])
    func `a name that is no text is said to be`(words: String) throws {
      let directory = try TemporaryDirectory()
      try directory.add("device.log", Samples.happyCycle)
      let result = try Dnplog.shell(
        """
        mkdir d; name=$(printf 'd/z\\377.log'); cp device.log "$name"
        echo "$name" > list; "$0" validate -q \(words)
        """, in: directory)
      #expect(result.exitCode == 2)
      #expect(
        result.errors
          == "dnplog: d/z\u{FFFD}.log: the name is not UTF-8: rename the file, or pipe it in\n")
    }
  #endif

  @Test func `an archive of which nothing can be decoded is no verdict`() throws {
    let directory = try TemporaryDirectory()
    // The beginning of a gzip header.
    try Data([0x1F, 0x8B, 0x08, 0x00, 0x00]).write(to: URL(filePath: directory.path + "/a.log.gz"))
    let result = try Dnplog.run(["validate", "a.log.gz"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("nothing in it could be decoded"))
  }

  @Test func `the metrics tell that nothing could be read`() throws {
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
