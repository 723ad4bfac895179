/// Spoils one event of a healthy trace, and tells what that breaks.
package struct Mutator: Sendable {
  package let mutation: Mutation
  /// The event to take, by its name in the catalogue; nil for any.
  package let event: String?

  package init(_ mutation: Mutation, at event: String? = nil) {
    self.mutation = mutation
    self.event = event
  }

  /// Failures of which the table knows what the plugin does about them.
  private static let handled: [Injected] = [.networkOff, .serverDown, .permissionRevoked]

  /// A change that the trace allows, at one of its records.
  package struct Site: Sendable {
    package let record: Int
    package let row: MutationRow
  }

  /// The trace with one of its events mutated, chosen by the numbers, and the truth of it.
  package func mutate(_ trace: Trace, random: inout Random) throws(MutationProblem) -> Trace {
    let entry = trace.entries.first { entry in
      entry.injected.outcome != .satisfied && !Self.handled.contains(entry.injected)
    }
    if let entry {
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
    // A delivery that falls back or is not shown, and the task of its cycle, are judged by other
    // rows.
    let fellBack = group.contains {
      ["cache_miss", "notification_suppressed"].contains(trace.records[$0].event)
    }
    let isSchedule = MutationTable.ofSchedule.contains(own.event)
    if let cycle = own.cycle, trace.cycles[cycle].outcome == .open,
      !MutationTable.ofProcess.contains(own.event)
    {
      // Before its notification is due nothing can be missed.
      self.name = name + ":open"
    } else if fellBack, Self.isOnDemand(record, of: group, in: trace) {
      self.name = name + ":ondemand"
    } else if fellBack, !isSchedule {
      self.name = name + ":miss"
    } else if MutationTable.ofSubmission.contains(own.event),
      !Self.isOfCall(record, of: group, in: trace)
    {
      self.name = name + ":again"
    } else {
      self.name = name
    }
  }

  private static func isTogether(_ one: TraceRecord, _ other: TraceRecord) -> Bool {
    let isOfProcess = MutationTable.ofProcess.contains(other.event)
    guard isOfProcess == MutationTable.ofProcess.contains(one.event) else { return false }
    return isOfProcess ? one.process == other.process : one.cycle == other.cycle
  }

  /// Whether a line of a fetch belongs to the delivery.
  private static func isOnDemand(_ record: Int, of group: [Int], in trace: Trace) -> Bool {
    MutationTable.ofFetch.contains(trace.records[record].event)
      && group.contains { $0 < record && trace.records[$0].event == "delivery_prepare" }
  }

  /// Whether a submission is the only one of its cycle and belongs to the call that began it.
  private static func isOfCall(_ record: Int, of group: [Int], in trace: Trace) -> Bool {
    let names = group.map { trace.records[$0].event }
    guard names.filter({ $0 == trace.records[record].event }).count == 1,
      !names.contains("lead_capped"),
      let begin = group.last(where: {
        $0 < record && trace.records[$0].event == "prefetch_schedule_begin"
      })
    else { return false }
    return trace.records[record].time - trace.records[begin].time < 2 * .second
      && isOutsideTask(record, in: trace)
  }

  /// Whether no task is at work when the record is logged.
  private static func isOutsideTask(_ record: Int, in trace: Trace) -> Bool {
    let ends = ["bgtask_handler_invoked", "bgtask_completed"]
    return trace.records[..<record].last { ends.contains($0.event) }?.event != ends[0]
  }

  /// The nearest record of that name that belongs with this one, a fetch for the delivery aside.
  func partner(_ name: String) -> Int? {
    group.filter { $0 != record && MutationTable.name(of: trace.records[$0]) == name }
      .filter { !Self.isOnDemand($0, of: group, in: trace) }
      .min { abs($0 - record) < abs($1 - record) }
  }

  /// Whether the row speaks of this record: its change is possible and its conditions hold.
  func allows(_ row: MutationRow) -> Bool {
    isPossible(row.change) && row.conditions.allSatisfy(holds)
  }

  private func isPossible(_ change: MutationRow.Change) -> Bool {
    switch change {
    case .drop, .duplicate: true
    case .swap(let other): isNear(partner(other))
    case .delay(let other, _):
      other == name || partner(other) != nil
    case .rekey(let field, _), .alter(let field, _): trace.records[record][field] != nil
    }
  }

  /// Whether a record is of the same stage: within a minute of this one.
  private func isNear(_ other: Int?) -> Bool {
    guard let other else { return false }
    return abs(trace.records[other].time - trace.records[record].time) < .minute
  }

  private func holds(_ condition: MutationRow.Condition) -> Bool {
    switch condition {
    case .with(let names): names.contains { partner($0) != nil }
    case .without(let name): partner(name) == nil
    case .anywhere(let name): trace.records.contains { MutationTable.name(of: $0) == name }
    case .above(let field):
      if case .int(let number) = trace.records[record][field] { number > 0 } else { false }
    case .outsideTask: Self.isOutsideTask(record, in: trace)
    case .storage:
      trace.records.indices.contains {
        $0 != record && MutationTable.ofStorage.contains(trace.records[$0].event)
      }
    case .earlier(let name):
      trace.records[..<record].contains { MutationTable.name(of: $0) == name }
    case .equal(let field, let word): trace.records[record][field] == .text(word)
    case .counted(let fields):
      trace.records[(record + 1)...].contains { later in
        later.process == trace.records[record].process && fields.contains { later[$0] != nil }
      }
    case .first: record == 0
    case .uncounted(let field):
      !trace.records[(record + 1)...].contains { later in
        later.process == trace.records[record].process && later[field] != nil
      }
    case .process(let name):
      trace.records.contains {
        $0.process == trace.records[record].process && MutationTable.name(of: $0) == name
      }
    case .followed(let length):
      trace.records.last.map { $0.time - trace.records[record].time >= length } ?? false
    }
  }
}
