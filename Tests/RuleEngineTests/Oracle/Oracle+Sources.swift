import LogReading
import RuleLanguage

@testable import RuleEngine

/// What the source of the log could have shown (O5, O6).
extension Oracle {
  private func tag(_ name: String) -> UInt8 {
    book.catalogue.tags.firstIndex(of: name).map { UInt8($0) } ?? 0xFF
  }

  private var seenTags: Set<UInt8> {
    Set(events.map(\.scoped.event.tag)).subtracting([Catalogue.noTag])
  }

  private var hasTaggedText: Bool {
    events.contains { event in
      let event = event.scoped.event
      return ![0, 1].contains(event.tag) && !event.container.isRecord
    }
  }

  /// Whether what lifts a prohibition that was broken may have been filtered out: the log has none of it, and
  /// no line under the tag of a fetch or a scheduling among it.
  func lacksLifting(_ rule: Rule) -> Bool {
    guard case .never(_, _, let until) = rule.obligation, hasTaggedText else { return false }
    let lifting = until.map { rule.patterns[Int($0)] }
    let isWhole =
      seenTags.contains(tag("DNP-STORAGE")) && seenTags.contains(tag("DNP-SCHEDULER"))
    let isSeen = lifting.contains { pattern in
      (pattern.condition == nil || isWhole) && events.contains { $0.scoped.kind == pattern.kind }
    }
    if isSeen { return false }
    return lifting.contains { pattern in
      let tags = book.catalogue[pattern.kind].tags
      let part = book.catalogue.role(of: pattern.kind).part
      return (part == .fetchStart || part == .notificationScheduling)
        && !tags.isEmpty && !tags.contains { seenTags.contains($0) }
        && !events.contains { $0.scoped.kind == pattern.kind }
    }
  }

  /// What an absence becomes that the log could not show otherwise (O5); nil where it stands.
  func takenBack(
    _ verdict: Verdict, _ outcome: Outcome, _ rule: Rule, _ span: Span
  ) -> (Outcome, FindingReason)? {
    if !isArmed(rule) { return (.notApplicable, .unarmed) }
    let asked = kinds(missing: verdict, rule)
    if !asked.isEmpty, hasLoneJSON(span, at: verdict), !asked.contains(where: canShowAsJSON) {
      return (.inconclusive, .sourceCannotShow)
    }
    guard let first = asked.first, hasTaggedText else { return nil }
    if events.contains(where: { $0.scoped.kind == first }) { return nil }
    if outcome == .violated, lackClass(asked) { return (.inconclusive, .sourceCannotShow) }
    let tags = book.catalogue[first].tags
    let (storage, scheduler) = (tag("DNP-STORAGE"), tag("DNP-SCHEDULER"))
    let isFiltered =
      tags.contains(storage) && !seenTags.contains(storage)
      || tags.contains(scheduler) && !tags.contains { seenTags.contains($0) }
    guard isFiltered else { return nil }
    return (.inconclusive, .sourceCannotShow)
  }

  /// Whether one of these comes on Android alone, from a class of the plugin, and the log has none of those that
  /// such classes log, nor any other line of a class.
  private func lackClass(_ kinds: [EventKind]) -> Bool {
    guard state(at: .max)[.platform] == .string("android") else { return false }
    let codes = book.catalogue.shapes.filter { shape in
      guard case .literal(let text)? = shape.parts.first else { return false }
      return shape.isUntagged && text.hasPrefix("DN|")
    }
    let own = kinds.filter { kind in codes.contains { $0.kind == kind } }
    let isOfAndroid = own.contains { book.catalogue.role(of: $0).marks.contains(.android) }
    return !run.holdsClass && isOfAndroid
      && !events.contains { own.contains($0.scoped.kind) }
  }

  /// Whether a scope had JSON events without a text twin when it was decided: then text may be
  /// missing that JSON does not tell.
  private func hasLoneJSON(_ span: Span, at verdict: Verdict) -> Bool {
    let item = min(verdict.decided ?? verdict.position, run.items.count - 1)
    let own =
      switch span.kind {
      case .execution: run.executions[item][Int(span.slot)].loneJSON > 0
      case .delivery: run.deliveries[item][Int(span.slot)].loneJSON > 0
      case .cycle: false
      case .log, .process, .key: run.loneJSON[item] > 0
      }
    return own || (cycle(of: span, at: item)?.loneJSON ?? 0) > 0
  }

  private func canShowAsJSON(_ kind: EventKind) -> Bool {
    !book.catalogue[kind].jsonNames.isEmpty || run.asJSON.contains(kind)
  }

  /// Whether the log shows that the plugin logs such events at all.
  private func isArmed(_ rule: Rule) -> Bool {
    rule.arming.isEmpty
      || rule.arming.contains { arming in
        events.contains { event in
          let entry = book.catalogue[event.scoped.kind]
          return entry.origin == .proposed && entry.group == arming.group
            && (arming.tags.isEmpty || arming.tags.contains(event.scoped.event.tag))
        }
      }
  }
}
