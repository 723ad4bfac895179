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
        #expect(summary.utf8.count == summary.count, "\(summary)")
      }
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
      let words = example.command.split { " \\\n".contains($0) }.map(String.init)
      let line = words.prefix { !["<", ">", "|"].contains($0) }
      #expect(line.first == "dnplog")
      var settings = Settings()
      _ = try CommandParser(root: Program.root).parse(Array(line.dropFirst()), into: &settings)
    }
  }
}
