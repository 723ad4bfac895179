import CommandSyntax
import Foundation
import TestSupport
import Testing

@testable import dnplog

/// The help and the documentation are in words that a newcomer knows.
struct PlainWordsTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The pages that are free of riddles; a page joins them once it is.
  private static let pages = [
    "CONTRIBUTING.md", "README.md", "docs/README.md", "docs/acceptance.md", "docs/accuracy.md",
    "docs/architecture.md", "docs/ci.md", "docs/command-line.md", "docs/containers.md",
    "docs/dependencies.md", "docs/events.md", "docs/expressions.md", "docs/extending.md",
    "docs/feed.md", "docs/html.md", "docs/install.md", "docs/json-summary.md", "docs/lines.md",
    "docs/metrics.md", "docs/outputs.md", "docs/performance.md", "docs/reading-a-log.md",
    "docs/query.md", "docs/redact.md", "docs/rules.md", "docs/scenarios.md", "docs/simulate.md",
    "docs/state.md",
    "docs/test-run.md", "docs/truth.md", "docs/verdicts.md", "docs/watch.md",
    "integrations/prometheus/README.md",
    "samples/README.md",
  ]

  /// All commands: the help of each is free of riddles.
  private static let commands = [
    "completions", "config", "events", "explain", "feed", "man", "query", "reconcile", "redact",
    "rules",
    "simulate", "validate", "watch",
  ]

  @Test(arguments: pages) func `a page has no riddles`(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    #expect(PlainWords.riddles(in: text).isEmpty)
  }

  @Test(arguments: commands) func `the help of a command has no riddles`(name: String) throws {
    let command = try #require(Program.root.commands.first { $0.name == name })
    for text in Self.texts(of: command) {
      #expect(PlainWords.riddles(in: text).isEmpty, "\(text)")
    }
  }

  private static func texts(of command: Command<Settings>) -> [String] {
    [command.summary] + command.details + command.options.map(\.summary)
      + command.examples.map(\.purpose) + command.commands.flatMap { texts(of: $0) }
  }

  /// A phrase counts as words, wherever a line ends, and not across the end of a sentence.
  @Test(arguments: [
    ("It spoils\nthe log.", true), ("It tells\n  of a task", true), ("a spoiler", false),
    ("This is. Its name", false), ("a condition, as lowPower=true", true),
    ("The fetch has no outcome", false),
  ])
  func `a riddle is found`(text: String, isRiddle: Bool) {
    #expect(PlainWords.riddles(in: text).isEmpty != isRiddle)
  }
}
