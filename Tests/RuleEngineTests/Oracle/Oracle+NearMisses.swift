import LogReading
import RuleLanguage

/// An event that almost was the missing one, as both the engine and the oracle tell it.
struct Miss: Hashable {
  var reason: NearMissReason
  var line: UInt64
  var offset: Int64?

  var text: String { "\(reason.name) line \(line) at \(offset.map(String.init) ?? "no time")" }
}

/// Near misses (X1 to X6).
extension Oracle {
  /// How many events of a kind are looked at, and how many misses are told.
  private static let depth = 16
  private static let most = 3

  func misses(_ verdict: Verdict, _ rule: Int, _ span: Span) -> [Miss] {
    guard verdict.reason == .notSeen || verdict.reason == .headCut else { return [] }
    var found: [(miss: Miss, index: Int)] = []
    for kind in Set(kinds(missing: verdict, book.rules[rule])) {
      let known = events.indices.filter {
        events[$0].scoped.kind == kind && events[$0].position <= verdict.position
      }
      for index in known.suffix(Self.depth) where !verdict.told.contains(index) {
        guard let reason = reason(index, verdict, rule, span) else { continue }
        let trigger = verdict.trigger.flatMap { events[$0].time }
        let offset = events[index].time.flatMap { time in trigger.map { time - $0 } }
        let line = events[index].scoped.event.line
        found.append((Miss(reason: reason, line: line, offset: offset), index))
      }
    }
    found.sort { left, right in
      (left.miss.reason.rawValue, left.miss.offset?.magnitude ?? .max, left.index)
        < (right.miss.reason.rawValue, right.miss.offset?.magnitude ?? .max, right.index)
    }
    // What came too late is nearer than anything else.
    return Array(((verdict.late.map { [$0] } ?? []) + found.map(\.miss)).prefix(Self.most))
  }

  /// What keeps an event from being the missing one; nil where it is no near miss.
  private func reason(
    _ index: Int, _ verdict: Verdict, _ rule: Int, _ span: Span
  ) -> NearMissReason? {
    var reason: NearMissReason
    if !isOwn(index, span) {
      guard let trigger = verdict.trigger, index > trigger, !isOverdue(index, verdict, span) else {
        return nil
      }
      reason = .wrongKey
    } else if let last = verdict.met.last, index < last, !isPrecedence(rule) {
      reason = .seenEarly
    } else {
      let patterns = patterns(missing: verdict, book.rules[rule])
      let fits = match(index, patterns, rule, span, verdict.roles, epoch: verdict.epoch) != nil
      // What fits was taken by another instance.
      if fits || verdict.beside.contains(index) { return nil }
      reason = .wrongField
    }
    if let trigger = verdict.trigger,
      events[index].scoped.epoch != events[trigger].scoped.epoch
    {
      reason = .otherEpoch
    }
    return reason
  }

  /// Whether an event is in a scope by what it says, not only because it befalls all of them (S4).
  private func isOwn(_ index: Int, _ span: Span) -> Bool {
    guard span.members.contains(index) else { return false }
    switch span.kind {
    case .log, .process: return true
    case .cycle: return events[index].scoped.cycle == span.slot
    case .execution: return events[index].scoped.execution == span.slot
    case .delivery: return events[index].scoped.delivery == span.slot
    case .key(let rule):
      guard case .key(let fields, _) = book.rules[rule].scope else { return false }
      return fields.allSatisfy { events[index].values[$0]?.isKey ?? false }
    }
  }

  /// What belongs elsewhere and came when the notification was over is not near.
  private func isOverdue(_ index: Int, _ verdict: Verdict, _ span: Span) -> Bool {
    guard let due = cycle(of: span, at: verdict.decided ?? verdict.position)?.notificationTime,
      let time = events[index].time
    else { return false }
    return time > due + 180_000_000
  }

  private func isPrecedence(_ rule: Int) -> Bool {
    if case .precedence = book.rules[rule].obligation { return true }
    return false
  }

  /// An event that came after its step had been missed (X1).
  func late(_ index: Int, for verdict: Verdict) -> Miss {
    let time = events[index].time
    let base = verdict.deadline ?? verdict.trigger.flatMap { events[$0].time }
    let isInTime = verdict.deadline.map { time ?? .max <= $0 } ?? true
    let wasEnded = verdict.told.count > verdict.met.count
    return Miss(
      reason: wasEnded && isInTime ? .afterCancel : .seenLate,
      line: events[index].scoped.event.line,
      offset: time.flatMap { time in base.map { time - $0 } })
  }
}
