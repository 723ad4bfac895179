package import Simulator

/// One row of the table that tells what a change of an event breaks.
package struct MutationRow: Sendable {
  /// The change of the record.
  package enum Change: Sendable, Equatable {
    case drop
    /// The records change places, each with the other's time.
    case swap(with: String)
    case duplicate
    /// The record moves to so many microseconds behind that one of the same cycle.
    case delay(past: String, by: Int64)
    case rekey(String, Replacement)
    case alter(String, Replacement)
    /// That event with those values comes in place of the record.
    case become(String, Values)
    /// That event with those values comes so many microseconds behind the record.
    case insert(String, Values, after: Int64 = 5 * .millisecond, isObject: Bool = false)
    /// The same comes as a record in JSON behind the record, with another value in that member.
    case record(String, Replacement)
    /// The artifact of the test run comes behind the record, with that mistake in it.
    case artifact(RunArtifact.Mistake)
  }

  /// The fields of an event that is inserted, in their order.
  package struct Values: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package struct Field: Sendable, Equatable {
      package let name: String
      package let value: Replacement
    }

    package let fields: [Field]

    package init(dictionaryLiteral fields: (String, Replacement)...) {
      self.fields = fields.map { Field(name: $0, value: $1) }
    }
  }

  /// The value that takes the place of another.
  package enum Replacement: Sendable, Equatable {
    /// The same identifier with other letters in upper case.
    case otherCase
    case otherId
    case otherHash
    case negated
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
    /// No value, as a line is written that lacks it.
    case absent
    /// The same instant by another zone's clock.
    case otherZone
    /// The same instant in seconds since 1970.
    case seconds
    /// Half of the age that the cached content has at its delivery.
    case halfTheAge
    /// Just that value.
    case value(TraceValue)
    /// That value, in a record that has none.
    case added(TraceValue)
    /// The same value.
    case same
    /// No such field.
    case missing
    /// So much more.
    case more(Int64)
    /// The value of that field in the record itself.
    case own(String)
    /// The value of that field in the nearest such record before.
    case last(String, String)
  }

  /// The verdict that the mutated log calls for.
  package enum Effect: Sendable, Equatable {
    /// The rows are violated.
    case breaks
    /// They are violated, as a warning only.
    case warns
    /// All rows hold: other lines show the same.
    case harmless
    /// Not met, with the evidence that the system did it.
    case excused
    /// Not met, with the evidence that the environment did it.
    case hindered
    /// The rows cannot be told; the verdict of the run stays.
    case untold
    /// A required step cannot be told, so the whole run cannot.
    case inconclusive
    /// The documents leave open what it means.
    case open(String)
  }

  /// A condition on the rest of the trace for a row to apply.
  package enum Condition: Sendable, Equatable {
    /// The cycle holds one of these too.
    case with([String])
    /// The cycle holds no other such record.
    case without(String)
    /// The log holds such a record.
    case anywhere(String)
    /// The log holds such a record behind this one.
    case later(String)
    /// The number of the field is above zero.
    case above(String)
    /// The log holds such a record, so many microseconds before this one or more.
    case earlier(String, by: Int64 = 0)
    /// The field has that value.
    case equal(String, TraceValue)
    /// The field has another value, or there is no such field.
    case unequal(String, TraceValue)
    /// The field has that value in the nearest record before that is such and has the field.
    case behind(String, String, TraceValue?)
    /// No such record before in the process has the same value of the field.
    case firstWith(String)
    /// A task is at work.
    case inTask
    /// Another notification is scheduled that comes after that of the cycle.
    case nextScheduled
    /// Another notification is still to come that was scheduled before this call, and comes at
    /// least an hour before that of the call.
    case previousScheduled
    /// The process logs such a record before this one.
    case continues(String)
    /// The log holds no other record of the event.
    case only
    /// The process logs no such record before this one.
    case begins(String)
    /// No other process logs such a record before this one.
    case onlyHere(String)
    /// The process logs no such record after this one.
    case ends(String)
    /// No record before this one is such.
    case new(String)
    /// None is such behind the nearest before that has that field.
    case newSince(String, String, String)
    /// A later record of the process reports one of these counters.
    case counted([String])
    /// A later record of the process reports more of the one counter than of the other.
    case reportsMore(String, than: String)
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

  /// The change of the cycles in the truth.
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
  /// A word that tells rows apart that change the same field to several values.
  private let variant: String?

  package init(
    _ event: String, _ change: Change, as variant: String? = nil, if conditions: [Condition] = [],
    _ effect: Effect, _ rows: [String] = [], needs: Injected.Needs = .text,
    cycle: CycleChange = .none
  ) {
    self.event = event
    self.change = change
    self.variant = variant
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
    case .alter, .become: .alter
    case .insert, .record, .artifact: .insert
    }
  }

  /// Returns the event that is spoiled: the inserted one, or that of the record.
  package func target(at record: TraceRecord) -> String {
    switch change {
    case .insert(let event, _, _, _), .become(let event, _): event
    case .artifact: RunArtifact.event
    default: record.event
    }
  }

  /// The field that is changed, or the mistake of an artifact; nil for none.
  package var field: String? {
    switch change {
    case .rekey(let field, _), .alter(let field, _), .record(let field, _): field
    case .artifact(let mistake): mistake.rawValue
    default: nil
    }
  }

  /// The name, as `drop-bgtask-completed`, `alter-fetch-success-ttl` or
  /// `insert-cache-miss-after-cache-used`.
  package var name: String {
    var words = [mutation.rawValue]
    switch change {
    case .insert(let inserted, _, _, _): words += [inserted, "after"]
    case .become(let other, _): words += [other, "for"]
    case .record: words += ["record", "after"]
    case .artifact: words += ["artifact", "after"]
    default: break
    }
    words += [event, field, variant].compactMap(\.self)
    return words.joined(separator: "-")
      .map { character in
        switch character {
        case "_", ":": "-"
        case _ where character.isUppercase: "-" + character.lowercased()
        default: String(character)
        }
      }.joined()
  }

  /// The change as a sentence.
  var sentence: String {
    switch change {
    case .drop: "The line of \(event) is missing."
    case .swap(let other): "\(event) and \(other) have changed places."
    case .duplicate: "\(event) is there twice."
    case .delay(let other, _): "\(event) comes late, behind \(other)."
    case .rekey(let field, _): "\(field) of \(event) names something else."
    case .alter(let field, _): "\(field) of \(event) is wrong."
    case .become(let other, _): "\(other) is there in place of \(event)."
    case .insert(let inserted, _, _, _): "\(inserted) is there behind \(event)."
    case .record(let field, _): "\(field) of the record in JSON of \(event) is wrong."
    case .artifact(let mistake): "The artifact of the test run is wrong: \(mistake.rawValue)."
    }
  }
}

extension MutationRow.Replacement: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral text: String) { self = .value(.text(text)) }
  package init(integerLiteral number: Int64) { self = .value(.int(number)) }
  package init(booleanLiteral truth: Bool) { self = .value(.bool(truth)) }
}

extension TraceValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }
  package init(integerLiteral number: Int64) { self = .int(number) }
  package init(booleanLiteral truth: Bool) { self = .bool(truth) }
}
