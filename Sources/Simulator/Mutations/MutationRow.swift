/// One row of the table that tells what a change of an event breaks.
package struct MutationRow: Sendable {
  /// What becomes of the record.
  package enum Change: Sendable, Equatable {
    case drop
    /// The records change places, each with the other's time.
    case swap(with: String)
    case duplicate
    /// To so many microseconds behind that record of the same cycle.
    case delay(past: String, by: Int64)
    case rekey(String, Replacement)
    case alter(String, Replacement)
  }

  /// What stands in the place of a value.
  package enum Replacement: Sendable, Equatable {
    /// The same identifier with other letters in upper case.
    case otherCase
    case otherId
    case otherHash
    case negated
    case number(Int64)
    /// One less.
    case less
    /// So many microseconds.
    case length(Int64)
    /// So many microseconds earlier.
    case earlier(Int64)
    /// So many microseconds more.
    case longer(Int64)
    /// So many microseconds after the record, in whole seconds.
    case soon(Int64)
    /// That word.
    case word(String)
    /// No value, as a line is written that lacks it.
    case absent
    /// The same instant by another zone's clock.
    case otherZone
    /// Half of the age that the cached content has at its delivery.
    case halfTheAge
  }

  /// What a judge has to say of the mutated log.
  package enum Effect: Sendable, Equatable {
    /// The rows are violated.
    case breaks
    /// They are violated, as a warning only.
    case warns
    /// All rows hold: other lines show the same.
    case harmless
    /// Not met, with the evidence that the system did it.
    case excused
    /// The rows cannot be told; the verdict of the run stays.
    case untold
    /// A required step cannot be told, so the whole run cannot.
    case inconclusive
    /// The documents leave open what it means.
    case open(String)
  }

  /// What has to hold of the rest of the trace for a row to speak.
  package enum Condition: Sendable, Equatable {
    /// The cycle holds one of these too.
    case with([String])
    /// The cycle holds no other such record.
    case without(String)
    /// The log holds such a record.
    case anywhere(String)
    /// The number of the field is above zero.
    case above(String)
    /// The log holds such a record before this one.
    case earlier(String)
    /// The field is that word.
    case equal(String, String)
    /// A later record of the process reports one of these counters.
    case counted([String])
    /// No later record of the process reports that counter.
    case uncounted(String)
    /// The process logs such a record too.
    case process(String)
    /// No task is at work.
    case outsideTask
    /// Other lines of the store are in the log.
    case storage
    /// The record is the first of the log.
    case first
    /// The log goes on for so many microseconds.
    case followed(Int64)
  }

  /// What becomes of the cycles.
  package enum CycleChange: Sendable, Equatable {
    case none
    case becomes(TruthCycle.Outcome)
    /// The changed time is that of a notification of its own, which never comes.
    case adds
  }

  /// The event, with its phase behind a colon where it has one.
  package let event: String
  package let change: Change
  package let conditions: [Condition]
  package let effect: Effect
  /// Rows of the matrix, the main one first.
  package let rows: [String]
  package let needs: Injected.Needs
  package let cycle: CycleChange

  package init(
    _ event: String, _ change: Change, if conditions: [Condition] = [], _ effect: Effect,
    _ rows: [String] = [], needs: Injected.Needs = .text, cycle: CycleChange = .none
  ) {
    self.event = event
    self.change = change
    self.conditions = conditions
    self.effect = effect
    self.rows = rows
    self.needs = needs
    self.cycle = cycle
  }

  package var mutation: Mutation {
    switch change {
    case .drop: .drop
    case .swap: .swap
    case .duplicate: .duplicate
    case .delay: .delay
    case .rekey: .rekey
    case .alter: .alter
    }
  }

  /// The field that the change is of.
  package var field: String? {
    switch change {
    case .rekey(let field, _), .alter(let field, _): field
    default: nil
    }
  }

  /// Such as `drop-bgtask-completed` or `alter-fetch-success-ttl`.
  package var name: String {
    ([mutation.rawValue, event] + (field.map { [$0] } ?? [])).joined(separator: "-")
      .map { character in
        switch character {
        case "_", ":": "-"
        case _ where character.isUppercase: "-" + character.lowercased()
        default: String(character)
        }
      }.joined()
  }

  /// What happens, as a sentence.
  var sentence: String {
    switch change {
    case .drop: "The line of \(event) is missing."
    case .swap(let other): "\(event) and \(other) have changed places."
    case .duplicate: "\(event) is there twice."
    case .delay(let other, _): "\(event) comes late, behind \(other)."
    case .rekey(let field, _): "\(field) of \(event) names something else."
    case .alter(let field, _): "\(field) of \(event) is wrong."
    }
  }
}
