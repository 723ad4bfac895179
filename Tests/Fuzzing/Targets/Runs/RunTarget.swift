package import FuzzBasics

/// Readers of what the program itself, or a tester, wrote, and whole runs.
package enum RunTarget: String, FuzzTarget {
  /// Whole runs: reading, correlating, judging, the summary; a log that is cut into pieces must come to the same.
  case judging
  /// What `watch` wrote down of a run: as it is, behind a digest that is right, and with single bytes changed.
  case checkpoints
  /// JSON summaries; records of test runs; databases of earlier runs.
  case summary, records, histories

  package func runner() -> any FuzzRunner {
    switch self {
    case .judging: JudgingRunner()
    case .checkpoints: CheckpointRunner()
    case .summary: SummaryRunner()
    case .records: RecordRunner()
    case .histories: HistoryRunner()
    }
  }
}
