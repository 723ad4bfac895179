import TestSupport
import Testing

/// The program under test, in a directory of its own and without standard input.
enum Dnplog {
  static let path = builtProgram("dnplog")

  static func run(
    _ arguments: [String], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    // The pipe that the tests would give counts as input; a null device does not.
    try shell("exec \"$0\" \"$@\" < /dev/null", arguments, in: directory)
  }

  /// Waits until the program that runs as `$child` meets control-C by itself, however busy the machine
  /// is, and leaves it the time to read what is there. Without /proc it waits long enough.
  private static let ready = """
    ready() {
      tries=0
      while [ -e /proc/self/status ] && [ $tries -lt 3000 ]; do
        grep -qs '^SigCgt:.*[2367abef]$' /proc/$child/status && break
        tries=$((tries + 1)); sleep 0.01
      done
      sleep 0.7; [ -e /proc/self/status ] || sleep 2
    }

    """

  /// Runs a script of a shell in which `$0` is the program, and `ready` waits for one in the background.
  static func shell(
    _ script: String, _ arguments: [String] = [], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    try TestSupport.run(
      "/bin/sh", ["-c", ready + script, path] + arguments, directory: directory.path)
  }

  /// Judges with `--format json` and returns the result, with the summary read.
  static func judge(
    _ arguments: [String], in directory: borrowing TemporaryDirectory
  ) throws -> Judged {
    let result = try run(["validate", "--format", "json"] + arguments, in: directory)
    return Judged(result: result, summary: try? JSONText(result.output))
  }

  struct Judged {
    var result: SpawnResult
    /// The summary; nil where none was printed.
    var summary: JSONText?

    var status: Int32 { result.exitCode }
    var verdict: String { summary?["verdict"].string ?? "none" }
    var input: JSONText { summary?["inputs"][0] ?? .null }
    /// The outcomes of the cycles, in order.
    var cycles: [String] { summary?["cycles"].elements.compactMap { $0["outcome"].string } ?? [] }
    /// Rules with their outcomes and classes, in alphabetical order.
    var findings: [String] {
      let findings = summary?["findings"].elements ?? []
      return findings.map {
        "\($0["rule"].string ?? "?") \($0["outcome"].string ?? "?") \($0["class"].string ?? "?")"
      }.sorted()
    }
    /// The counters that the log itself proves, without the failures.
    var counters: [Int?] {
      summary?["counters"].members.map { $0.value["derived"].int } ?? []
    }
  }
}
