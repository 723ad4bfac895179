import Foundation
import TestSupport
import Testing

/// The answers of the program to a command line that it cannot obey.
struct UsageTests {
  @Test(arguments: [
    (["valdiate"], "'dnplog' has no command 'valdiate': did you mean 'dnplog validate'?"),
    (["rules", "lst"], "'dnplog rules' has no command 'lst': did you mean 'dnplog rules list'?"),
    (["help", "event"], "'dnplog' has no command 'event': did you mean 'dnplog events'?"),
    (
      ["validate", "--stirct"],
      "'dnplog validate' has no option '--stirct': did you mean '--strict'?"
    ),
    (
      ["validate", "--format=jsn"], "option '--format': 'jsn' is not a choice: did you mean 'json'?"
    ),
    (["validate", "--rules"], "option '--rules' needs a value: write '--rules PATH'"),
    (
      ["events", "--strict"],
      "'dnplog events' has no option '--strict': it belongs to 'dnplog validate', 'dnplog watch',"
        + " 'dnplog compare', 'dnplog reconcile', 'dnplog feed' and 'dnplog rules check'"
    ),
    (["explain"], "'dnplog explain' needs RULE: try 'dnplog explain --help'"),
    (
      ["rules", "list", "x"],
      "'dnplog rules list' has no use for 'x': try 'dnplog rules list --help'"
    ),
    (["--strict"], "option '--strict' stands before the command: write 'dnplog COMMAND --strict'"),
    (["validate"], "no input: name a log, or pipe one in, or put device.log here"),
    (["events"], "no input: name a log, or pipe one in, or put device.log here"),
    (
      ["validate", "--each", "--join", "x"],
      "--each and --join exclude each other: leave one of them out"
    ),
    (
      ["validate", "--paths-from", "none"],
      "none: No such file or directory: name a file that can be read"
    ),
    (["\u{1B}[31m"], "'dnplog' has no command '\\x1b[31m': try 'dnplog --help'"),
  ])
  func `a mistake of usage is explained on standard error`(words: [String], expected: String) throws
  {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(words, in: directory)
    #expect(result.errors == "dnplog: \(expected)\n")
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  @Test func `a file in the place of a command is answered with one`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "")
    let result = try Dnplog.run(["device.log"], in: directory)
    #expect(
      result.errors == "dnplog: 'dnplog' has no command 'device.log': to check this file, write"
        + " 'dnplog validate device.log'\n")
    #expect(result.exitCode == 2)
  }

  @Test(arguments: [[], ["rules"]])
  func `without a command the usage goes to standard error`(words: [String]) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(words, in: directory)
    #expect(result.errors.hasPrefix("Usage: dnplog"))
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }

  @Test(arguments: ["--version", "-V", "version"])
  func `the version is one line`(word: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run([word], in: directory)
    let form = /dnplog \d+\.\d+\.\d+ \(commit ([0-9a-f]{12}(-modified)?|unknown)\), gzip by .+\n/
    #expect(result.output.wholeMatch(of: form) != nil, "\(result.output)")
    #expect(result.output.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
    #expect(result.exitCode == 0)
  }

  /// The script that names the commit at the build, where there is a repository and where there is none.
  @Test(.enabled(if: findProgram("git") != nil))
  func `sources without a repository are of an unknown commit`() throws {
    let directory = try TemporaryDirectory()
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "scripts/name-commit").path
    let result = try Dnplog.shell(
      """
      export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; unset GIT_DIR; name() { sh '\(script)' "$1" out/Commit.swift; grep 'let name' out/Commit.swift | grep -o '".*"'; }
      mkdir out own own/inner; name own
      cd own; git init -q; git config user.email a@example.com; git config user.name a; mkdir Sources
      echo 1 > Sources/a; git add .; git commit -qm a; cd ..; name own
      touch -d 2020-01-01 out/Commit.swift; name own; find out -newermt 2021-01-01 -name Commit.swift
      echo 2 > own/Sources/a; name own; name own/inner
      """, in: directory)
    let lines = result.output.split(separator: "\n").map { $0.filter { $0 != "\"" } }
    #expect(lines.count == 5, "\(result.output)\(result.errors)")
    #expect(lines[0] == "unknown")
    #expect(lines[1].wholeMatch(of: /[0-9a-f]{12}/) != nil)
    #expect(lines[2] == lines[1], "a file that stays the same is left alone")
    #expect(lines[3] == lines[1] + "-modified")
    #expect(lines[4] == "unknown", "a repository around the sources is not theirs")
  }

  @Test func `a full device is reported`() throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      "/bin/sh", ["-c", "exec \"$0\" --help > /dev/full", Dnplog.path], directory: directory.path)
    #expect(
      result.errors
        == "dnplog: standard output: No space left on device: what was printed is not complete\n")
    #expect(result.exitCode == 2)
  }

  @Test func `a closed pipe ends the program quietly`() throws {
    let directory = try TemporaryDirectory()
    // A pipe that had a reader for a moment; and a parent that ignores the signal.
    let script = """
      trap '' PIPE; mkfifo pipe; exec 3<> pipe 4> pipe 3<&-
      "$0" --help >&4; echo $? > status
      """
    let result = try run("/bin/sh", ["-c", script, Dnplog.path], directory: directory.path)
    #expect(result.errors == "")
    let status = try run("/bin/cat", ["status"], directory: directory.path)
    #expect(status.output == "141\n")
  }
}
