package import Simulator
internal import TextWriting

/// A trace in the making, with one of its records changed.
struct MutatedTrace {
  private var trace: Trace
  private let record: Int
  private let row: MutationRow
  private let context: MutationContext

  /// The names of events in the plugin's own records (S4:545-565).
  private static let recordNames = [
    "cycle_complete": "prefetch_cycle_complete", "fetch_failure": "prefetch_failure",
    "fetch_success": "prefetch_success",
  ]

  init(_ trace: Trace, at site: Mutator.Site) {
    self.trace = trace
    record = site.record
    row = site.row
    context = site.context
  }

  /// Returns the changed trace, of which only the change is told as the truth.
  consuming func applied(random: inout Random) -> Trace {
    let cycle = trace.records[record].cycle
    let shown = change(random: &random)
    changeCycles(cycle, shown)
    // A record that names something else may be found under either name, and so may one too many.
    let isNamed =
      ![.rekey, .insert].contains(row.mutation) && !MutationTable.ofProcess.contains(row.event)
    trace.entries = [TruthEntry(row.injected, record: shown, cycle: isNamed ? cycle : nil)]
    return trace
  }

  /// Changes the record, and returns the index of the first one that shows it.
  private mutating func change(random: inout Random) -> Int {
    switch row.change {
    case .drop:
      trace.records.remove(at: record)
      return record
    case .swap(let name):
      guard let other = context.partner(name) else { return record }
      swapPlaces(record, other)
      return min(record, other)
    case .duplicate:
      var copy = trace.records[record]
      copy.time += random.number(in: 5...40) * .millisecond
      return insertBehind(copy)
    case .delay(let name, let length):
      let start = context.partner(name) ?? record
      return move(to: trace.records[start].time + length, after: start)
    case .rekey(let field, let replacement), .alter(let field, let replacement):
      if replacement == .missing {
        trace.records[record][field] = nil
      } else if let value = context.value(of: replacement) {
        trace.records[record][field] = value
      } else if let value = trace.records[record][field] {
        trace.records[record][field] = replaced(value, by: replacement, random: &random)
      }
      return record
    case .become(let event, let values):
      trace.records[record] = other(event, values)
      return record
    case .insert(let event, let values, let length, let isObject):
      var new = other(event, values)
      new.isObject = isObject
      new.jsonName = isObject ? Self.recordNames[event] : nil
      new.time += length
      return (0..<Int64.second).contains(length) ? insertBehind(new) : insert(new, from: 0)
    case .record(let field, let replacement):
      var new = trace.records[record]
      new.isObject = true
      new.time += 5 * .millisecond
      if replacement == .missing {
        new[member: field] = nil
      } else if let value = context.value(of: replacement) {
        new[member: field] = value
      } else if let value = new[member: field] {
        new[member: field] = replaced(value, by: replacement, random: &random)
      }
      return insertBehind(new)
    case .artifact(let mistake):
      guard let artifact = RunArtifact(of: context.group, in: trace) else { return record }
      var new = trace.records[record]
      new.event = RunArtifact.event
      new.isObject = true
      (new.jsonName, new.tag, new.level, new.jsonFields) = (nil, nil, nil, [])
      new.fields = artifact.fields(with: mistake)
      new.time += 5 * .millisecond
      return insertBehind(new)
    }
  }

  /// Another event with those values, at the time and place of the record.
  private func other(_ event: String, _ values: MutationRow.Values) -> TraceRecord {
    var new = trace.records[record]
    new.event = event
    new.isObject = false
    (new.jsonName, new.tag, new.level, new.jsonFields) = (nil, nil, nil, [])
    new.fields = values.fields.compactMap { field in
      context.value(of: field.value).map { TraceField(name: field.name, value: $0) }
    }
    return new
  }

  /// Puts a new record right behind the one that is changed.
  private mutating func insertBehind(_ new: TraceRecord) -> Int {
    var new = new
    // Two lines of one thing stand together.
    if record + 1 < trace.records.count, trace.records[record + 1].time <= new.time {
      let gap = trace.records[record + 1].time - trace.records[record].time
      new.time = trace.records[record].time + max(.millisecond, gap / 2)
    }
    trace.records.insert(new, at: record + 1)
    return record + 1
  }

  private mutating func swapPlaces(_ one: Int, _ other: Int) {
    trace.records.swapAt(one, other)
    let time = (trace.records[one].time, trace.records[one].zoneOffset)
    (trace.records[one].time, trace.records[one].zoneOffset) =
      (trace.records[other].time, trace.records[other].zoneOffset)
    (trace.records[other].time, trace.records[other].zoneOffset) = time
  }

  /// Moves the record to a later time, behind what is logged until then.
  private mutating func move(to time: Int64, after start: Int) -> Int {
    var moved = trace.records.remove(at: record)
    moved.time = max(time, moved.time)
    return insert(moved, from: start > record ? start : start + (start == record ? 0 : 1))
  }

  private mutating func insert(_ new: TraceRecord, from start: Int) -> Int {
    let index = trace.records.indices.dropFirst(start).first { trace.records[$0].time > new.time }
    trace.records.insert(new, at: index ?? trace.records.count)
    return index ?? trace.records.count - 1
  }

  private func replaced(
    _ value: TraceValue, by replacement: MutationRow.Replacement, random: inout Random
  ) -> TraceValue {
    switch (replacement, value) {
    case (.otherCase, .text(let text)):
      let upper = text.split(separator: ".", omittingEmptySubsequences: false)
        .map { $0 == "dailynotification" ? "DailyNotification" : String($0) }.joined(separator: ".")
      return .text(upper == text ? text.uppercased() : upper)
    case (.otherId, .text(let text)): return .text(text + "-other")
    case (.otherHash, .text):
      let digits = Array("0123456789abcdef")
      return .text(String((0..<32).compactMap { _ in random.pick(digits) }))
    case (.absent, _): return .text("")
    case (.otherZone, .instant(let instant)):
      return .text(InstantText.iso(instant + .hour).dropLast() + "+01:00")
    case (.seconds, .instant(let instant)): return .int(instant / .second)
    case (.negated, .bool(let truth)): return .bool(!truth)
    case (.less, .int(let number)): return .int(number - 1)
    case (.more(let amount), .int(let number)): return .int(number + amount)
    case (.earlier(let length), .instant(let instant)): return .instant(instant - length)
    case (.longer(let length), .age(let age)): return .age(age + length)
    case (.longer(let length), .duration(let duration)): return .duration(duration + length)
    case (.halfTheAge, .duration):
      guard let hit = context.partner("cache_hit"),
        case .age(let age) = trace.records[hit]["ageSeconds"]
      else { return value }
      return .duration(age / 2)
    default: return value
    }
  }

  private mutating func changeCycles(_ cycle: Int?, _ shown: Int) {
    switch row.cycle {
    case .none: break
    case .becomes(let outcome):
      if let cycle { trace.cycles[cycle].outcome = outcome }
    case .adds:
      if case .instant(let time) = trace.records[shown][row.field ?? ""] {
        var added = TruthCycle(scheduleId: "", notificationTime: time)
        added.outcome = .notDelivered
        trace.cycles.append(added)
      }
    }
  }
}

extension MutationRow {
  /// The injected fault, with the verdict that it calls for.
  package var injected: Injected {
    let outcome: Injected.Outcome
    let fault: Injected.Fault
    switch effect {
    case .breaks, .warns: (outcome, fault) = (.violated, .plugin)
    case .harmless: (outcome, fault) = (.satisfied, .none)
    case .excused: (outcome, fault) = (.excused, .os)
    case .hindered: (outcome, fault) = (.excused, .environment)
    case .untold, .inconclusive, .open: (outcome, fault) = (.inconclusive, .none)
    }
    return Injected(
      name, sentence, source: MutationTable.places[rows.first ?? ""] ?? "", outcome, fault,
      isWarning: effect == .warns || effect == .untold, rows: rows, needs: needs)
  }
}
