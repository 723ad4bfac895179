import LogReading
import RuleEngine
import RuleLanguage

/// What the system cut off (O10).
extension Oracle {
  /// What excuses an unmet obligation, once the end of its process is looked at.
  func killed(
    _ verdict: Verdict, _ rule: Rule, _ span: Span, else excuse: UInt16?
  ) -> (excuse: UInt16?, isOfKill: Bool) {
    guard let killed = book.excuses.firstIndex(where: { $0.name == "killed" }),
      verdict.reason.isAbsence,
      excuse.map({ Int($0) == killed }) ?? true
    else { return (excuse, false) }
    let position = min(verdict.decided ?? verdict.position, run.items.count - 1)
    let last = (verdict.met.last ?? verdict.witnesses.last).map { events[$0].scoped }
    guard let kill = kill(verdict, span) else { return (excuse, false) }
    if let due = verdict.deadline, let time = kill.time, time > due { return (nil, false) }
    let isCutOff = isCutOff(
      kinds(missing: verdict, rule), by: kill, since: last, due: verdict.deadline,
      in: cycle(of: span, at: position)?.number, isIn: span.kind,
      isDueLater: isLimitOpen(verdict, rule))
    return isCutOff ? (UInt16(killed), true) : (excuse, false)
  }

  /// What ended the process of the last event that took part, or of the scope where none did.
  private func kill(_ verdict: Verdict, _ span: Span) -> Correlator.Kill? {
    let position = min(verdict.decided ?? verdict.position, run.items.count - 1)
    let last = (verdict.met.last ?? verdict.witnesses.last).map { events[$0].scoped }
    let process = last?.segment ?? segment(of: span, at: position)
    return run.kills[position].last { $0.segment == process }
  }

  /// Whether it fell due behind the last line of a process, and long before the start of the device
  /// that ended it; where nothing falls due, whether the process fell silent in its midst.
  func fellDueUnseen(
    _ verdict: Verdict, _ rule: Rule, _ span: Span, else excuse: UInt16?
  ) -> Bool {
    guard let killed = book.excuses.firstIndex(where: { $0.name == "killed" }),
      verdict.reason.isAbsence, excuse.map({ Int($0) == killed }) ?? true,
      let kill = kill(verdict, span), let line = kill.lastLine
    else { return false }
    if let due = verdict.deadline { return kill.time.map { line <= due && due < $0 } ?? false }
    let last = (verdict.met.last ?? verdict.witnesses.last).map { events[$0].scoped }
    return last?.knownTime.map { line - $0 < 30_000_000 } ?? false
  }

  private func isCutOff(
    _ missing: [EventKind], by kill: Correlator.Kill, since last: ScopedEvent?, due: Int64?,
    in cycle: Int64?, isIn kind: Span.Kind, isDueLater: Bool
  ) -> Bool {
    if let cycle {
      if kill.executions.contains(cycle), run.taskKinds.isSuperset(of: missing) { return true }
      if kill.deliveries.contains(cycle),
        kind == .delivery || run.deliveryKinds.isSuperset(of: missing)
      {
        return true
      }
      if kind == .cycle, due == nil, !isOfTask(missing, last), !isOfCall(missing, last, kill) {
        return false
      }
    }
    guard let last, kill.event.sequence > last.sequence else { return false }
    if let due { return kill.time.map { due - $0 <= 300_000_000 } ?? false }
    if isDueLater { return true }
    guard let before = last.knownTime, let time = kill.time else { return true }
    return time - before < 30_000_000
  }

  private func isOfTask(_ missing: [EventKind], _ last: ScopedEvent?) -> Bool {
    run.taskKinds.isSuperset(of: missing) && last.map { run.taskKinds.contains($0.kind) } == true
  }

  /// Whether a call that schedules was ended in its midst.
  private func isOfCall(
    _ missing: [EventKind], _ last: ScopedEvent?, _ kill: Correlator.Kill
  ) -> Bool {
    guard let last, let first = missing.first, let before = last.knownTime, let time = kill.time
    else { return false }
    return run.schedulingKinds.isSuperset(of: [last.kind, first]) && time - before <= 2_000_000
  }

  /// Whether the limit of the missing step counts from a step that was not taken.
  private func isLimitOpen(_ verdict: Verdict, _ rule: Rule) -> Bool {
    guard case .response(_, let steps, _) = rule.obligation, steps.indices.contains(verdict.step),
      steps[verdict.step].within != nil, let anchor = steps[verdict.step].anchor
    else { return false }
    return anchor.references.contains { reference in
      if case .roleTime(let role) = reference { verdict.roles[role] == nil } else { false }
    }
  }

  private func segment(of span: Span, at position: Int) -> Int32 {
    switch span.kind {
    case .process: span.slot
    case .cycle: run.cycles[position][Int(span.slot)].segment
    case .execution: run.executions[position][Int(span.slot)].segment
    case .delivery: run.deliveries[position][Int(span.slot)].segment
    case .log, .key: 0
    }
  }
}
