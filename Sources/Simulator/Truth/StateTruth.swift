internal import TextWriting

/// The truth about what a device stores, sets and shows: a verdict on each thing.
package struct StateTruth: Sendable, Equatable {
  package enum Kind: String, Sendable { case schedule, notification, alarm, request }

  /// The verdicts in the words of `docs/state.md`.
  package enum Verdict: String, Sendable {
    case scheduled, delivered, disabled, recorded, missed, overdue, lost, cancelled, stopped
    case duplicated, orphaned, unknown
  }

  package struct Item: Sendable, Equatable {
    package let kind: Kind
    /// The id where the stores or the system tell it; a dump tells none of an alarm.
    package let id: String
    /// When it is due, in microseconds since 1970.
    package let due: Int64?
    package let verdict: Verdict
    /// Whether the plugin is at fault.
    package var isFault = false
  }

  package var items: [Item] = []
  /// Whether something is wrong with the rows themselves, which only a database shows.
  package var hasWrongRows = false

  package init() {}

  /// The verdict that a judge must give on it, beside the log.
  package var verdict: Expectation.Verdict {
    if hasWrongRows || items.contains(where: \.isFault) { return .fail }
    // Without one thing there is nothing to judge.
    if items.isEmpty { return .inconclusive }
    let open: Set<Verdict> = [.missed, .overdue, .cancelled]
    return items.contains { open.contains($0.verdict) } ? .inconclusive : .pass
  }

  package var exitStatus: Int64 { verdict == .pass ? 0 : 1 }
}

extension JSONWriter {
  /// Writes the truth about a state, or null.
  mutating func state(_ state: StateTruth?, at time: Int64?) {
    guard let state else { return member("state", nil as String?) }
    object("state") { writer in
      writer.member("takenAt", time: time)
      writer.object("expect", inline: true) { writer in
        writer.member("verdict", state.verdict.rawValue)
        writer.member("exitStatus", state.exitStatus)
      }
      writer.array("items", of: state.items) { writer, item in
        writer.object(inline: true) { writer in
          writer.member("item", item.kind.rawValue)
          writer.member("id", item.id)
          writer.member("due", time: item.due)
          writer.member("verdict", item.verdict.rawValue)
        }
      }
    }
  }
}
