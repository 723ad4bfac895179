internal import Simulator

/// A record among those that belong with it: of its cycle, or of its process.
struct MutationContext {
  let trace: Trace
  let record: Int
  /// The records that belong with it, itself among them.
  let group: [Int]
  let name: String

  /// - Parameter tellsCycles: Whether the name tells how the cycle of the record went.
  init(trace: Trace, record: Int, tellsCycles: Bool) {
    self.trace = trace
    self.record = record
    let own = trace.records[record]
    guard tellsCycles else {
      group = trace.records.indices.filter {
        trace.records[$0].process.isSame(as: own.process)
      }
      name = own.event
      return
    }
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

  /// Returns the nearest record of that name in the group, a fetch for the delivery aside.
  func partner(_ name: String) -> Int? {
    group.filter { $0 != record && MutationTable.name(of: trace.records[$0]) == name }
      .filter { !Self.isOnDemand($0, of: group, in: trace) }
      .min { abs($0 - record) < abs($1 - record) }
  }

  /// Whether the row applies to this record: its change is possible and its conditions hold.
  func allows(_ row: MutationRow) -> Bool {
    isPossible(row.change) && row.conditions.allSatisfy(holds)
  }

  private func isPossible(_ change: MutationRow.Change) -> Bool {
    switch change {
    case .drop, .duplicate: true
    case .insert(_, let values, _, _), .become(_, let values):
      values.fields.allSatisfy { value(of: $0.value) != nil }
    case .record(let field, _): trace.records[record][member: field] != nil
    case .artifact: RunArtifact(of: group, in: trace) != nil
    case .alter(let field, .added): trace.records[record][field] == nil
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
    let own = trace.records[record]
    return switch condition {
    case .with(let names): names.contains { partner($0) != nil }
    case .without(let name): partner(name) == nil
    case .anywhere(let name): trace.records.contains { MutationTable.name(of: $0) == name }
    case .later(let name): trace.records[(record + 1)...].contains { $0.event == name }
    case .above(let field):
      if case .int(let number) = trace.records[record][field] { number > 0 } else { false }
    case .outsideTask: Self.isOutsideTask(record, in: trace)
    case .storage:
      trace.records.indices.contains {
        $0 != record && MutationTable.ofStorage.contains(trace.records[$0].event)
      }
    case .earlier(let name, let length):
      trace.records[..<record].contains {
        MutationTable.name(of: $0) == name && $0.time <= own.time - length
      }
    case .equal(let field, let value): trace.records[record][field] == value
    case .unequal(let field, let value): trace.records[record][field] != value
    case .behind(let name, let field, let value):
      trace.records[..<record].last { $0.event == name && $0[field] != nil }?[field] == value
    case .firstWith(let field):
      !trace.records[..<record].contains { other in
        other.process.isSame(as: own.process) && other.event == own.event
          && other[field] == own[field]
      }
    case .inTask: !Self.isOutsideTask(record, in: trace)
    case .nextScheduled:
      if let cycle = own.cycle {
        scheduled.contains { $0 > trace.cycles[cycle].notificationTime }
      } else {
        false
      }
    case .previousScheduled:
      if case .instant(let time) = value(of: .last("prefetch_schedule_begin", "notificationTime")) {
        scheduled.contains { $0 < time - .hour && $0 > own.time }
      } else {
        false
      }
    case .only:
      !trace.records.indices.contains {
        $0 != record && trace.records[$0].event == trace.records[record].event
      }
    case .newSince(let name, let event, let field):
      if let start = trace.records[..<record].lastIndex(where: {
        $0.event == event && $0[field] != nil
      }) {
        !trace.records[start..<record].contains { $0.event == name }
      } else {
        false
      }
    case .new(let name): !trace.records[..<record].contains { $0.event == name }
    case .begins(let name): !logged(name, in: ..<record)
    case .onlyHere(let name):
      !trace.records[..<record].contains {
        $0.event == name && !$0.process.isSame(as: own.process)
      }
    case .continues(let name): logged(name, in: ..<record)
    case .ends(let name): !logged(name, in: (record + 1)...)
    case .counted(let fields):
      trace.records[(record + 1)...].contains { later in
        later.process == trace.records[record].process && fields.contains { later[$0] != nil }
      }
    case .reportsMore(let more, let less):
      trace.records[(record + 1)...].contains { later in
        guard later.process == own.process, case .int(let one) = later[more],
          case .int(let other) = later[less]
        else { return false }
        return one > other
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

  /// The times of the notifications that were scheduled before.
  private var scheduled: [Int64] {
    trace.records[..<record].compactMap { other in
      guard other.event == "notification_scheduling",
        case .instant(let time) = other["notificationTime"]
      else { return nil }
      return time
    }
  }

  /// Whether the process logs such a record among those.
  private func logged(_ name: String, in range: some RangeExpression<Int>) -> Bool {
    trace.records[range].contains {
      $0.process.isSame(as: trace.records[record].process) && $0.event == name
    }
  }

  /// Returns the value that a replacement gives whatever stood there; nil where it changes that.
  func value(of replacement: MutationRow.Replacement) -> TraceValue? {
    let own = trace.records[record]
    switch replacement {
    case .value(let value), .added(let value): return value
    case .length(let length): return .duration(length)
    case .own(let field): return own[field]
    case .last(let event, let field):
      let last = trace.records[..<record].last { $0.event == event && $0[field] != nil }
      return last?[field]
    case .soon(let length):
      let soon = own.time + length
      return .instant(soon - soon % .second)
    default: return nil
    }
  }
}

extension TraceProcess {
  /// Whether it is the same process, be it another thread.
  fileprivate func isSame(as other: TraceProcess) -> Bool { boot == other.boot && pid == other.pid }
}
