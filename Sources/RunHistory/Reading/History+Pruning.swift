internal import Database

extension History {
  /// What is to be pruned.
  package enum Retention: Sendable, Equatable {
    /// All but so many of the latest runs.
    case latest(Int)
    /// Runs that were before an instant, in microseconds since 1970.
    case since(Int64)
  }

  /// Takes the details of older runs out, and returns how many runs that concerns.
  ///
  /// What identifies their logs and what they count stays: it is little, and without it a log that is
  /// judged again would be counted again.
  package func prune(_ retention: Retention) throws(HistoryError) -> Int64 {
    let runs = try runs()
    let old: ArraySlice<RunEntry> =
      switch retention {
      case .latest(let count): runs.dropLast(count)
      case .since(let time): runs[..<(runs.firstIndex { $0.time >= time } ?? runs.endIndex)]
      }
    if old.isEmpty { return 0 }
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        for run in old {
          for table in [
            "cycles", "findings", "events", "conditions", "varied", "evidence", "extremes",
          ] {
            try database.change("DELETE FROM \(table) WHERE run = ?", .int(run.id))
          }
          try database.change(
            "UPDATE runs SET pruned = 1, summary = NULL WHERE id = ?", .int(run.id))
        }
      }
    }
    // Gives the room back to the disk; where another process works with the history, the next one will.
    try? database.run("VACUUM")
    leaveLog()
    return Int64(old.count)
  }
}
