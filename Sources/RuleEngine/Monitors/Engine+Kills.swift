internal import LogReading
internal import RuleLanguage

// A kill by the system excuses what it cut off, in every rule: none has to name it.
extension Engine {
  /// What falls due later than this behind a kill, another process had time for.
  private static let reach: Int64 = 300_000_000
  /// How long something that has no deadline is taken to be still at work.
  private static let silence: Int64 = 30_000_000

  /// The excuse of what was not met since the system ended the process in between.
  func killExcuse(of index: Int, missing: [EventKind], step: Int, deadline: Int64?) -> HeldExcuse? {
    guard plan.killedExcuse >= 0,
      let kill = kill(cuttingOff: index, missing: missing, step: step, deadline: deadline)
    else { return nil }
    return HeldExcuse(
      excuse: plan.killedExcuse, state: facts.environment, kill: EventReference(kill))
  }

  /// Whether what was not met was overdue before the system ended the process.
  func wasOverdueAtKill(_ index: Int, _ deadline: Int64?) -> Bool {
    end(behind: index).map { isDue(deadline, before: $0.kill) } ?? false
  }

  /// Whether what was not met was due behind the last line of a process that a restart ended, or the
  /// process fell silent in its midst: it may have been gone by then, and nobody knows.
  func fellDueUnseen(_ index: Int, _ deadline: Int64?) -> Bool {
    guard let (kill, last) = end(behind: index), let line = kill.lastLine else { return false }
    if let deadline { return line <= deadline && isDue(deadline, before: kill) }
    return Cycle.span(from: last?.time, to: line).map { $0 < Self.silence } ?? false
  }

  /// How the system ended the process that was at something, and the last event of that.
  private func end(behind index: Int) -> (kill: Correlator.Kill, last: EventReference?)? {
    if facts.correlator.kills.isEmpty { return nil }
    let last = facts.instances.witnesses(of: index).last { $0.step != -2 }?.event
    let segment = last?.segment ?? facts.segment(of: facts.instances[index].scope)
    return facts.correlator.kill(of: segment).map { ($0, last) }
  }

  /// The end, by a crash or the system, of the process that took part last, where that came before the missing
  /// event was due, or not long behind.
  func processEnd(of index: Int, _ deadline: Int64?) -> EventReference? {
    let witnesses = facts.instances.witnesses(of: index)
    guard let last = witnesses.last(where: { $0.step != -2 })?.event else { return nil }
    if let kill = facts.correlator.kill(of: last.segment), kill.event.sequence > last.sequence {
      guard let deadline, let time = kill.time else { return EventReference(kill.event) }
      return time &- deadline <= Self.reach ? EventReference(kill.event) : nil
    }
    let crash = crashKinds.flatMap { log.recents.occurrences(of: $0) }
      .filter { $0.segment == last.segment && $0.sequence > last.sequence }
      .min { $0.sequence < $1.sequence }
    guard let crash, deadline.map({ crash.time ?? .min <= $0 }) ?? true else { return nil }
    return crash
  }

  private var crashKinds: [EventKind] {
    book.catalogue.events.indices.map { EventKind(rawValue: UInt16(clamping: $0)) }
      .filter { facts.correlator.role(of: $0).part == .processCrash }
  }

  private func isDue(_ deadline: Int64?, before kill: Correlator.Kill) -> Bool {
    guard let deadline, let time = kill.time else { return false }
    return time > deadline
  }

  /// The line of the system that says so.
  private func kill(
    cuttingOff index: Int, missing: [EventKind], step: Int, deadline: Int64?
  ) -> ScopedEvent? {
    guard let (kill, last) = end(behind: index), !isDue(deadline, before: kill) else { return nil }
    let scope = facts.instances[index].scope
    let cycle = facts.cycle(of: scope)
    if cycle >= 0 {
      let number = facts.correlator.cycles[Int(cycle)].number
      if kill.executions.contains(number),
        missing.allSatisfy({ facts.correlator.isOfTask($0) })
      {
        return kill.event
      }
      // What a delivery had begun is the delivery's, were it the fetch that it makes on demand.
      if kill.deliveries.contains(number),
        scope.kind == .delivery || missing.allSatisfy({ facts.correlator.isOfDelivery($0) })
      {
        return kill.event
      }
      // What a task, a worker or a call was about to say it says in the same process; other things may come
      // hours later, from another one.
      if scope.kind == .cycle, deadline == nil, !isOfOneWork(last, missing, until: kill) {
        return nil
      }
    }
    guard let last, kill.event.sequence > last.sequence else { return nil }
    if let deadline {
      guard let time = kill.time else { return nil }
      return (0...Self.reach).contains(deadline &- time) ? kill.event : nil
    }
    if waitsForItsBegin(step, of: index) { return kill.event }
    let silence = Cycle.span(from: last.time, to: kill.time) ?? 0
    return silence < Self.silence ? kill.event : nil
  }

  /// Whether the last event and the missing ones are said in one go: by a task or a worker, or as a call
  /// schedules, which takes no time.
  private func isOfOneWork(
    _ last: EventReference?, _ missing: [EventKind], until kill: Correlator.Kill
  ) -> Bool {
    guard let last else { return false }
    if facts.correlator.isOfTask(last.kind) {
      return missing.allSatisfy { facts.correlator.isOfTask($0) }
    }
    guard let time = kill.time, let since = last.time, time &- since <= Correlator.burstDistance
    else { return false }
    // The first of those that would do is the usual one.
    return facts.correlator.isOfScheduling(last.kind)
      && missing.first.map { facts.correlator.isOfScheduling($0) } == true
  }

  /// Whether the limit of a step counts from another that did not come: nothing was due yet, however
  /// long the process went on, as with a sync that works for minutes without a line.
  private func waitsForItsBegin(_ step: Int, of index: Int) -> Bool {
    let form = facts.instances[index].form
    guard case .response(_, let steps, _) = book.rules[Int(form.rule)].obligation,
      steps.indices.contains(step), steps[step].within != nil
    else { return false }
    return steps[step].anchor?.references.contains { reference in
      if case .roleTime(let role) = reference { form.taken & 1 << UInt64(role) == 0 } else { false }
    } ?? false
  }
}
