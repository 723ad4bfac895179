import LogReading
import RuleEngine
import RuleLanguage

/// Shares of events, and the form of single ones.
extension Oracle {
  /// `ratio` (A1 to A3).
  func shares(
    _ rule: Int, _ span: Span, _ part: [UInt16], _ whole: [UInt16],
    _ bounds: (minimum: Expression?, maximum: Expression?), from least: Int64
  ) -> [Verdict] {
    let wholes = span.members.filter { match($0, whole, rule, span) != nil }
    let parts = span.members.filter { match($0, part, rule, span) != nil }
    if span.end == .open || wholes.isEmpty || Int64(wholes.count) < least { return [] }
    if span.end == .evicted {
      return [Verdict(outcome: .inconclusive, reason: .evicted, position: span.last)]
    }
    let share = Double(parts.count) / Double(wholes.count)
    let moment = OracleMoment(oracle: self, span: span, position: span.last, taken: [:], epoch: nil)
    func limit(_ bound: Expression?) -> Double? {
      guard let bound, case .value(.double(let limit)) = moment.evaluate(bound) else { return nil }
      return limit
    }
    let isKept =
      (limit(bounds.minimum).map { share >= $0 } ?? true)
      && (limit(bounds.maximum).map { share <= $0 } ?? true)
    if isKept { return [.satisfied(at: span.last)] }
    var verdict = Verdict(
      outcome: .violated, reason: .relation, position: span.last,
      witnesses: Set(wholes + parts).sorted().suffix(1))
    verdict.isAtEnd = true
    if span.isHeadCut, span.kind != .log {
      (verdict.outcome, verdict.reason) = (.inconclusive, .headCut)
    }
    return [verdict]
  }

  /// `schema` (J1, J2).
  func forms(
    _ rule: Int, _ span: Span, _ trigger: [UInt16], _ properties: [Property]
  ) -> [Verdict] {
    span.members.compactMap { event in
      guard let role = match(event, trigger, rule, span, opens: true) else { return nil }
      let position = events[event].position
      var verdict = Verdict.satisfied(at: position)
      verdict.witnesses = [event]
      for property in properties {
        let said: (outcome: Outcome, reason: FindingReason)
        switch events[event].values[property.field] ?? .missing {
        case .missing where property.isRequired: said = (.violated, .checkFailed)
        case .missing: continue
        case .malformed: said = (.violated, .checkFailed)
        default:
          said = outcome(
            of: property.checks, rule, span, [role: event], at: position,
            epoch: events[event].scoped.epoch)
        }
        if said.outcome != .satisfied {
          (verdict.outcome, verdict.reason) = said
          return verdict
        }
      }
      return verdict
    }
  }
}
