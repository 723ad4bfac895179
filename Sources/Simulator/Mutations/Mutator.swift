/// Spoils one event of a healthy trace, and tells what that breaks.
package struct Mutator: Sendable {
  package let mutation: Mutation
  /// The event to take, by its name in the catalogue; nil for any.
  package let event: String?

  package init(_ mutation: Mutation, at event: String? = nil) {
    self.mutation = mutation
    self.event = event
  }

  /// A change that the trace allows, at one of its records.
  package struct Site: Sendable {
    package let record: Int
    package let row: MutationRow
  }

  /// The trace with one of its events mutated, chosen by the numbers, and the truth of it.
  package func mutate(_ trace: Trace, random: inout Random) throws(MutationProblem) -> Trace {
    if let entry = trace.entries.first(where: { $0.injected.outcome != .satisfied }) {
      throw .notHealthy(entry.injected.name)
    }
    let sites = Self.sites(in: trace).filter { $0.row.mutation == mutation }
    let eligible = sites.filter { event == nil || trace.records[$0.record].event == event }
    let determined = eligible.filter { !$0.row.effect.isOpen }
    guard let site = random.pick(determined) else { throw problem(eligible, in: trace) }
    return Self.mutate(trace, at: site, random: &random)
  }

  /// The trace with that change.
  package static func mutate(_ trace: Trace, at site: Site, random: inout Random) -> Trace {
    MutatedTrace(trace, at: site).applied(random: &random)
  }

  /// All that can be changed in a trace, and what is known not to be determined.
  package static func sites(in trace: Trace) -> [Site] {
    let rows = Dictionary(grouping: MutationTable.rows, by: \.event)
    var sites: [Site] = []
    for index in trace.records.indices {
      let context = MutationContext(trace: trace, record: index)
      var seen: [String] = []
      for row in rows[context.name] ?? [] where !seen.contains(row.name) && context.allows(row) {
        seen.append(row.name)
        sites.append(Site(record: index, row: row))
      }
    }
    return sites
  }

  private func problem(_ eligible: [Site], in trace: Trace) -> MutationProblem {
    guard let event else { return .nothingToMutate(mutation) }
    guard trace.records.contains(where: { $0.event == event }) else { return .noSuchEvent(event) }
    for site in eligible {
      if case .open(let reason) = site.row.effect {
        return .impossible(mutation, event: event, reason: reason)
      }
    }
    return .impossible(mutation, event: event, reason: missing)
  }

  private var missing: String {
    switch mutation {
    case .rekey: "it has no identifier of which the documents tell what it must be"
    case .alter: "it has no value of which the documents tell what it must be"
    case .swap: "there is nothing to change places with"
    case .drop, .duplicate, .delay: "the documents do not tell what that breaks"
    }
  }
}

extension MutationRow.Effect {
  /// Whether the documents leave the effect open.
  package var isOpen: Bool { if case .open = self { true } else { false } }
}

/// A record among those that belong with it: of its cycle, or of its process.
struct MutationContext {
  let trace: Trace
  let record: Int
  /// The records that belong with it, itself among them.
  let group: [Int]
  let name: String

  init(trace: Trace, record: Int) {
    self.trace = trace
    self.record = record
    let own = trace.records[record]
    group = trace.records.indices.filter { Self.isTogether(trace.records[$0], own) }
    let name = MutationTable.name(of: own)
    // A delivery that falls back, and the task of its cycle, are judged by other rows.
    let fellBack = group.contains { trace.records[$0].event == "cache_miss" }
    self.name = fellBack && !MutationTable.ofSchedule.contains(own.event) ? name + ":miss" : name
  }

  private static func isTogether(_ one: TraceRecord, _ other: TraceRecord) -> Bool {
    let isOfProcess = MutationTable.ofProcess.contains(other.event)
    guard isOfProcess == MutationTable.ofProcess.contains(one.event) else { return false }
    return isOfProcess ? one.process == other.process : one.cycle == other.cycle
  }

  /// The nearest record of that name that belongs with this one.
  func partner(_ name: String) -> Int? {
    group.filter { $0 != record && MutationTable.name(of: trace.records[$0]) == name }
      .min { abs($0 - record) < abs($1 - record) }
  }

  /// Whether the row speaks of this record: its change is possible and its conditions hold.
  func allows(_ row: MutationRow) -> Bool {
    isPossible(row.change) && row.conditions.allSatisfy(holds)
  }

  private func isPossible(_ change: MutationRow.Change) -> Bool {
    switch change {
    case .drop, .duplicate: true
    case .swap(let other): partner(other) != nil
    case .delay(let other, _):
      other == name || partner(other) != nil
    case .rekey(let field, _), .alter(let field, _): trace.records[record][field] != nil
    }
  }

  private func holds(_ condition: MutationRow.Condition) -> Bool {
    switch condition {
    case .with(let names): names.contains { partner($0) != nil }
    case .without(let name): partner(name) == nil
    case .anywhere(let name): trace.records.contains { MutationTable.name(of: $0) == name }
    case .above(let field):
      if case .int(let number) = trace.records[record][field] { number > 0 } else { false }
    case .elsewhere(let name):
      trace.records.indices.contains {
        !group.contains($0) && MutationTable.name(of: trace.records[$0]) == name
      }
    case .counted(let fields):
      trace.records[(record + 1)...].contains { later in
        later.process == trace.records[record].process && fields.contains { later[$0] != nil }
      }
    case .first: record == 0
    case .followed(let length):
      trace.records.last.map { $0.time - trace.records[record].time >= length } ?? false
    }
  }
}
