import LogReading
import RuleLanguage

/// `never` and `count`, which go on from one event to another.
extension Oracle {
  /// `never` (N1 to N7).
  func prohibitions(
    _ rule: Int, _ span: Span, _ forbidden: [UInt16], _ after: [UInt16], _ until: [UInt16]
  ) -> [Verdict] {
    guard !trace.events.isEmpty else { return [] }
    var verdicts: [Verdict] = []
    /// Where it began, and whether it was broken since; nil where it does not hold.
    var begun: (place: Int, taken: OracleRoles, isBroken: Bool)? =
      after.isEmpty ? (-1, [:], false) : nil
    for place in span.members.indices {
      let event = span.members[place]
      let position = events[event].position
      let taken = begun?.taken ?? [:]
      let epoch = begun.flatMap { $0.place < 0 ? nil : events[span.members[$0.place]].scoped.epoch }
      func fits(_ patterns: [UInt16]) -> UInt8? {
        match(event, patterns, rule, span, taken, epoch: epoch, opens: begun == nil)
      }
      if begun != nil, fits(book.rules[rule].cancel) != nil {
        begun = nil
      } else if let now = begun, !now.isBroken, fits(forbidden) != nil {
        begun?.isBroken = true
        verdicts.append(
          Verdict(
            outcome: .violated, reason: .forbidden, position: position,
            witnesses: (now.place < 0 ? [] : [span.members[now.place]]) + [event]))
      } else if let now = begun, fits(until) != nil {
        if !now.isBroken { verdicts.append(.satisfied(at: position)) }
        begun = nil
      } else if let role = fits(after) {
        begun = (place, [role: event], false)
      }
    }
    if let begun, !begun.isBroken {
      switch span.end {
      case .complete, .cut: verdicts.append(.satisfied(at: span.last))
      case .evicted:
        verdicts.append(
          Verdict(
            outcome: .inconclusive, reason: .evicted, position: span.last,
            witnesses: begun.place < 0 ? [] : [span.members[begun.place]]))
      case .open: break
      }
    }
    return verdicts
  }

  /// `count` (C1 to C7).
  func counts(
    _ rule: Int, _ span: Span, _ counted: [UInt16], _ trigger: [UInt16], _ minimum: Int64,
    _ maximum: Int64?
  ) -> [Verdict] {
    var verdicts: [Verdict] = []
    var begun: (trigger: Int?, taken: OracleRoles, events: [Int])? =
      trigger.isEmpty ? (nil, [:], []) : nil
    func verdict(_ reason: FindingReason, at position: Int) -> Verdict {
      Verdict(
        outcome: .violated, reason: reason, position: position,
        witnesses: (begun?.trigger.map { [$0] } ?? []) + (begun?.events ?? []),
        met: begun?.events ?? [])
    }
    for event in span.members {
      let position = events[event].position
      if let now = begun {
        let epoch = now.trigger.map { events[$0].scoped.epoch }
        if match(event, book.rules[rule].cancel, rule, span, now.taken, epoch: epoch) != nil {
          begun = nil
          continue
        }
        let isNext =
          !trigger.isEmpty && book.rules[rule].onRetrigger != .ignore
          && match(event, trigger, rule, span) != nil
        if !isNext, match(event, counted, rule, span, now.taken, epoch: epoch) != nil {
          begun?.events.append(event)
          if let maximum, Int64(now.events.count) + 1 > maximum {
            verdicts.append(verdict(.tooMany, at: position))
            begun = nil
          }
          continue
        }
      }
      guard let role = match(event, trigger, rule, span, opens: begun == nil) else { continue }
      if let now = begun {
        if book.rules[rule].onRetrigger == .ignore { continue }
        if book.rules[rule].onRetrigger == .violate {
          verdicts.append(verdict(.retriggered, at: position))
        } else if Int64(now.events.count) < minimum {
          verdicts.append(verdict(.tooFew, at: position))
        } else {
          verdicts.append(.satisfied(at: position))
        }
      }
      begun = (event, [role: event], [])
    }
    guard let now = begun, span.end != .open else { return verdicts }
    if Int64(now.events.count) >= minimum, span.end != .evicted || maximum == nil {
      verdicts.append(.satisfied(at: span.last))
      return verdicts
    }
    var last = verdict(.tooFew, at: span.last)
    last.isAtEnd = true
    if span.end == .cut {
      (last.outcome, last.reason) = (.inconclusive, .tailCut)
    } else if span.end == .evicted {
      (last.outcome, last.reason) = (.inconclusive, .evicted)
    } else if now.trigger == nil, span.isHeadCut, span.kind != .log {
      (last.outcome, last.reason) = (.inconclusive, .headCut)
    }
    return verdicts + [last]
  }
}
