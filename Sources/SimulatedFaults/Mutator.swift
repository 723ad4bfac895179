package import Simulator

/// A mutation that spoils one event of a healthy trace, and tells what that breaks.
package struct Mutator: TraceMutation {
  package let mutation: Mutation
  package let event: String?

  package init(_ mutation: Mutation, at event: String? = nil) {
    self.mutation = mutation
    self.event = event
  }

  /// A change that the trace allows, at one of its records.
  package struct Site: Sendable {
    package let record: Int
    package let row: MutationRow
    let context: MutationContext
  }

  package func mutate(
    _ trace: Trace, of profile: String, random: inout Random
  ) throws(MutationProblem) -> Trace {
    if let fault = trace.entries.first(where: { $0.injected.outcome == .violated }) {
      throw .notHealthy(fault.injected.name)
    }
    let sites = Self.sites(in: trace, of: profile).filter { $0.row.mutation == mutation }
    let eligible = sites.filter { site in
      event == nil || site.row.target(at: trace.records[site.record]) == event
    }
    let determined = eligible.filter { !$0.row.effect.isOpen }
    guard let site = random.pick(determined) else { throw problem(eligible, in: trace) }
    return Self.mutate(trace, at: site, random: &random)
  }

  /// Returns the trace with that change.
  package static func mutate(_ trace: Trace, at site: Site, random: inout Random) -> Trace {
    MutatedTrace(trace, at: site).applied(random: &random)
  }

  /// Returns the sites of all changes that a trace allows, those with an open effect among them.
  package static func sites(in trace: Trace, of profile: String) -> [Site] {
    let part = MutationTable.part(for: trace, of: profile)
    let rows = Dictionary(grouping: part.rows, by: \.event)
    var sites: [Site] = []
    for index in trace.records.indices {
      let context = MutationContext(trace: trace, record: index, tellsCycles: part.tellsCycles)
      var seen: [String] = []
      for row in rows[context.name] ?? [] where !seen.contains(row.name) && context.allows(row) {
        seen.append(row.name)
        sites.append(Site(record: index, row: row, context: context))
      }
    }
    return sites
  }

  private func problem(_ eligible: [Site], in trace: Trace) -> MutationProblem {
    guard let event else { return .nothingToMutate(mutation) }
    guard mutation == .insert || trace.records.contains(where: { $0.event == event }) else {
      return .noSuchEvent(event)
    }
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
    case .insert: "there is no place in the log of which the documents tell that it breaks"
    case .drop, .duplicate, .delay: "the documents do not tell what that breaks"
    }
  }
}

extension MutationRow.Effect {
  /// Whether the documents leave the effect open.
  package var isOpen: Bool { if case .open = self { true } else { false } }
}
