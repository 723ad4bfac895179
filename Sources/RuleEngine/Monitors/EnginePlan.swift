package import LogReading
package import RuleLanguage

/// What an engine needs of a rule book and of the rules that take part: made once, and shared by the
/// engines of all runs.
package final class EnginePlan: Sendable {
  package let book: RuleBook
  package let correlation: CorrelationPlan
  /// Which rules of the book take part.
  let isActive: [Bool]
  /// The one rule whose instances are reported, satisfied ones too, for `explain`.
  let explained: Int?
  let environmentFields: EnvironmentFields
  /// For each kind, what it can change of the environment.
  let environmentReach: [EnvironmentState.Reach]
  let reportedFields: [(CounterKey, FieldName)]
  let planned: PlannedRules
  let plans: [RulePlan]
  let tables: DispatchTables
  /// How many words the routes of an event kind have at most.
  let wordsOfKind: Int
  let conditions: ConditionTable
  /// Kinds that can change a counter.
  let isCounted: [Bool]
  /// Kinds of what befalls the process or the device.
  let isBroadcast: [Bool]
  /// Kinds behind which the values of some key count anew.
  let isBeginning: [Bool]
  /// The excuse that holds for every rule, named once: what the system ended is not the plugin's fault.
  let killedExcuse: Int

  package init(
    book: RuleBook, active: [Bool], correlation: CorrelationPlan, explained: Int? = nil
  ) {
    self.book = book
    self.correlation = correlation
    isActive = active
    self.explained = explained
    environmentFields = EnvironmentFields(book.catalogue)
    reportedFields = CounterKey.allCases.compactMap { key in
      var name = Array(key.name.utf8)
      name[0] -= 0x20
      return book.catalogue.field(named: "reported" + String(decoding: name, as: UTF8.self))
        .map { (key, $0) }
    }
    var planned = PlannedRules(book: book, active: active)
    let idle = RulePlan(.check(trigger: [], checks: []), of: 0, book.parameters, &planned)
    plans = book.rules.indices.map { number in
      active[number]
        ? RulePlan(
          book.rules[number].obligation, of: number, cancel: book.rules[number].cancel,
          onRetrigger: book.rules[number].onRetrigger, book.parameters, &planned)
        : idle
    }
    tables = DispatchTables(
      book: book, active: active, explained: explained, plans: plans, &planned)
    wordsOfKind = tables.interests.wordsOfKind
    conditions = ConditionTable(planned.layout)
    self.planned = planned
    let (known, roles) = (correlation.known, correlation.roles)
    let events = book.catalogue.events.indices.map { EventKind(rawValue: UInt16($0)) }
    isBroadcast = roles.map { $0.marks.contains(.everyScope) }
    let beginnings = book.rules.indices.compactMap { active[$0] ? book.rules[$0].scope.since : nil }
    isBeginning = events.map { beginnings.contains($0) }
    killedExcuse = book.excuses.firstIndex { $0.name == "killed" } ?? -1
    isCounted = events.map { DerivedCounters.counts($0, roles[Int($0.rawValue)], known) }
    environmentReach = events.map { EnvironmentState.reach(of: $0, roles[Int($0.rawValue)], known) }
  }
}
