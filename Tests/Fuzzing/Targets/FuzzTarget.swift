internal import LogReading

/// A reader of bytes that nobody vouches for, by itself: what the fuzzer drives.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Line heads and the times in them.
  case heads
  /// Text logs: line heads, wordings of events, records in JSON.
  case lines
  /// Whole runs: reading, correlating, judging, the summary; a log that is cut into pieces must come to the same.
  case judging
  /// Masking of secrets, and pseudonyms.
  case redaction
  /// Answers of Loki, and other documents that are collected before they are read.
  case loki
  /// Gzip, by each library that is linked.
  case gzip
  /// Archives.
  case tar, zip
  /// JSON documents, JSON summaries, feeds and their receipts.
  case json, summary, feed
  /// YAML; packs, catalogues and profiles; conditions of rules.
  case yaml, rules, expressions
  /// Texts and property lists that tell what a device stored, scheduled and showed; its databases.
  case states, stores

  /// Returns what runs inputs; it may be used for any number of them, one after another.
  package func runner() -> any FuzzRunner {
    switch self {
    case .heads: HeadRunner()
    case .lines: LineRunner(shape: nil)
    case .judging: JudgingRunner()
    case .redaction: RedactionRunner()
    case .loki: LineRunner(shape: .lokiDocument)
    case .gzip: GzipRunner()
    case .tar, .zip: ArchiveRunner()
    case .json: JSONRunner()
    case .summary: SummaryRunner()
    case .feed: FeedRunner()
    case .yaml: YAMLRunner()
    case .rules: RulesRunner()
    case .expressions: ExpressionRunner()
    case .states: StatesRunner()
    case .stores: StoresRunner()
    }
  }
}

/// Reads an input, and says which promise it broke: nil for none. What traps never returns.
package protocol FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String?
}
