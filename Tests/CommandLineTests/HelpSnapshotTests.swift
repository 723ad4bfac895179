import CommandSyntax
import Foundation
import TestSupport
import Testing

@testable import dnplog

/// The help as files, so that a change of it is seen and read.
///
/// `DNPLOG_RECORD=1 swift test` writes the files anew and fails.
struct HelpSnapshotTests {
  /// Returns every command by the words that lead to it.
  private static func paths(under command: Command<Settings>, _ words: [String] = []) -> [String] {
    [words.joined(separator: " ")]
      + command.commands.flatMap { paths(under: $0, words + [$0.name]) }
  }

  @Test(arguments: paths(under: Program.root))
  func `help is as recorded`(command: String) throws {
    let directory = try TemporaryDirectory()
    let words = command.split(separator: " ").map(String.init)
    let result = try Dnplog.run(words + ["--help"], in: directory)
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 79 })

    let name = (["help"] + words).joined(separator: "-") + ".txt"
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Snapshots/\(name)")
    if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] != nil {
      try Data(result.stdout).write(to: file)
      Issue.record("recorded \(name)")
    }
    #expect(try result.output == String(contentsOf: file, encoding: .utf8))
  }

  @Test(arguments: ["validate", "events", "explain", "rules", "rules test"])
  func `help of a command is its help option`(command: String) throws {
    let directory = try TemporaryDirectory()
    let words = command.split(separator: " ").map(String.init)
    let asked = try Dnplog.run(["help"] + words, in: directory)
    let option = try Dnplog.run(words + ["--help"], in: directory)
    #expect(asked.output == option.output)
    #expect(asked.exitCode == 0)
  }

  /// A newcomer is shown one screen.
  @Test(arguments: ["validate", "reconcile", "feed", "explain", "query", "simulate"])
  func `the short help has eight options`(command: String) throws {
    let directory = try TemporaryDirectory()
    let short = try Dnplog.run([command, "-h"], in: directory)
    let whole = try Dnplog.run([command, "--help"], in: directory)
    let rows = short.output.matches(of: /\n +(-[a-zA-Z], )?--[a-z]/).count
    #expect(rows == 8 + 1, "and the help itself")
    #expect(short.output.split(separator: "\n").count < 40)
    #expect(short.output.utf8.count * 3 < whole.output.utf8.count * 2)
    #expect(short.exitCode == 0)
  }
}
