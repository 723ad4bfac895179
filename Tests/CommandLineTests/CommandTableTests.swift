import CommandSyntax
import Testing

@testable import dnplog

/// The rows of the tables that the parser and the help read.
struct CommandTableTests {
  private static func commands(under command: Command<Settings>) -> [Command<Settings>] {
    [command] + command.commands.flatMap { commands(under: $0) }
  }

  private static let all = commands(under: Program.root)

  @Test func `names of options are unique within a command`() {
    for command in Self.all {
      let longs = command.options.map(\.long) + ["help"]
      let shorts = command.options.compactMap(\.short) + ["h"]
      #expect(Set(longs).count == longs.count, "\(command.name)")
      #expect(Set(shorts).count == shorts.count, "\(command.name)")
    }
  }

  @Test func `every sentence of the help is one`() {
    for command in Self.all {
      let summaries = [command.summary] + command.options.map(\.summary) + command.details
      for summary in summaries {
        #expect(summary.hasSuffix("."), "\(summary)")
        #expect(summary.first?.isUppercase == true, "\(summary)")
        // The signs of the report can be told by nothing else.
        let isPlain = summary.allSatisfy { $0.isASCII || "✓✗·".contains($0) }
        #expect(isPlain, "\(summary)")
      }
    }
  }

  @Test func `the options used most are options`() {
    for command in Self.all {
      let names = command.options.map(\.long)
      for name in command.usual { #expect(names.contains(name), "\(command.name): --\(name)") }
    }
  }

  /// Who reads the manual page has no samples at hand.
  @Test func `examples need no file of the project`() {
    for example in Self.all.flatMap(\.examples) {
      #expect(!example.command.contains("samples/"), "\(example.command)")
    }
  }

  @Test func `the summary of a choice names its words`() {
    for option in Self.all.flatMap(\.options) {
      guard case .choice(_, let words) = option.value else { continue }
      for word in words { #expect(option.summary.contains(word), "--\(option.long): \(word)") }
    }
  }

  @Test func `every example is read without a mistake`() throws {
    for example in Self.all.flatMap(\.examples) {
      let calls = example.command.replacing("\\\n", with: " ").split { "|\n".contains($0) }
        .map { $0.replacing("'a secret'", with: "secret").split(separator: " ").map(String.init) }
        .filter { $0.first == "dnplog" }
      #expect(!calls.isEmpty, "\(example.command)")
      for call in calls {
        var settings = Settings()
        let words = call.dropFirst().prefix { !["<", ">"].contains($0) }
        _ = try CommandParser(root: Program.root).parse(Array(words), into: &settings)
      }
    }
  }
}
