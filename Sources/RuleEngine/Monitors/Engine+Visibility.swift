internal import LogReading
package import RuleLanguage

// What lines the log could show: those of its tags and levels, which its source did not lose.
extension Engine {
  /// Whether lines of a kind may have been left out of the log, by a filter or by its source.
  package func mayHide(_ kind: EventKind) -> Bool { lacksTag(of: kind) || isBeyondSource(kind) }

  /// Whether the log looks as if the event's tag had been filtered out (CLI-08).
  package func isFilteredOut(_ kind: EventKind) -> Bool {
    let storage = facts.correlator.known.storageTag
    return book.catalogue[kind].tags.contains(storage) && !sources.seenTags[Int(storage)]
      && !hasSeen(kind) && sources.hasTaggedText
  }

  /// Whether the log has lines of other tags, and none of an event's own: it may have been filtered. A tag that
  /// every run needs may be missing since the plugin did nothing.
  package func lacksTag(of kind: EventKind) -> Bool {
    let tags = book.catalogue[kind].tags
    return sources.hasTaggedText && !tags.isEmpty && !hasSeen(kind)
      && tags.allSatisfy { !sources.seenTags[Int($0)] }
  }

  /// Whether what would meet an obligation may stand in lines that the log has none of.
  ///
  /// The first of several events is what is asked for, and the others stand in for it.
  func isKeptBack(_ missing: [EventKind]) -> Bool {
    guard let first = missing.first else { return false }
    if lacksScheduler(first) || missing.allSatisfy({ isBeyondSource($0) }) { return true }
    return sources.limits.holdsWarningsAlone
      ? missing.contains { isSkipped($0) } : isSkipped(first)
  }

  /// Whether what lifts a prohibition may have been lost, printed elsewhere, or filtered out: a fetch, or the
  /// scheduling of a notification, of whose tag the log has no line.
  func mayBeLiftedUnseen(_ lifting: [Pattern]) -> Bool {
    let kinds = lifting.map(\.kind)
    if kinds.contains(where: { isLost($0) }) { return true }
    // Of several levels those that are there could have shown it, unless it is that a task ran and succeeded.
    if !kinds.isEmpty, kinds.allSatisfy({ isBelowLevels($0) }) { return true }
    if kinds.contains(where: { isSkipped($0) && isOfSuccess($0) }) { return true }
    // A success is that of a notification by the lines that begin its task or its fetch.
    if kinds.contains(where: { isOfSuccess($0) }), areBeginsSkipped { return true }
    // Those of a kind that came need not be those that a condition asks for, where a filter seems to have left
    // more out than lines of a fetch.
    let known = facts.correlator.known
    let isWhole =
      sources.seenTags[Int(known.storageTag)] && sources.seenTags[Int(known.schedulerTag)]
    let isSeen = lifting.contains { ($0.condition == nil || isWhole) && hasSeen($0.kind) }
    return !isSeen
      && kinds.contains { kind in
        let part = facts.correlator.role(of: kind).part
        return (part == .fetchStart || part == .notificationScheduling) && lacksTag(of: kind)
      }
  }

  /// Whether the source left out the lines that begin a task and a fetch.
  private var areBeginsSkipped: Bool {
    guard sources.limits.skippedLevel != nil else { return false }
    return book.catalogue.events.indices.allSatisfy { number in
      let kind = EventKind(rawValue: UInt16(clamping: number))
      let part = facts.correlator.role(of: kind).part
      return part != .handler && part != .fetchStart || isSkipped(kind)
    }
  }

  private func isOfSuccess(_ kind: EventKind) -> Bool {
    switch facts.correlator.role(of: kind).part {
    case .handler, .fetchSuccess, .completed: true
    default: false
    }
  }

  // MARK: Tags

  /// Whether an event is one of the scheduler, and the log has no line under its tag.
  private func lacksScheduler(_ kind: EventKind) -> Bool {
    book.catalogue[kind].tags.contains(facts.correlator.known.schedulerTag) && lacksTag(of: kind)
  }

  /// Whether one of several events comes on Android alone, from a class of the plugin and under its name, and
  /// a log of tags has none of those that such classes log, nor any other line of a class.
  func lackClass(_ kinds: [EventKind]) -> Bool {
    guard facts.environment[.platform] == .string("android"), sources.hasTaggedText,
      !sources.hasClassText, let first = kinds.first, !hasSeen(first)
    else { return false }
    let own = kinds.filter { isOfClass($0) }
    return own.contains { facts.correlator.role(of: $0).marks.contains(.android) }
      && !own.contains { hasSeen($0) }
  }

  private func isOfClass(_ kind: EventKind) -> Bool {
    book.catalogue.shapes.contains { shape in
      guard shape.kind == kind, shape.isUntagged, case .literal(let text)? = shape.parts.first
      else { return false }
      return text.hasPrefix("DN|")
    }
  }

  // MARK: Sources

  /// Whether the source of the log may have kept back events of a kind.
  private func isBeyondSource(_ kind: EventKind) -> Bool { isLost(kind) || isBelowLevels(kind) }

  /// Whether lines of a kind may have been lost, or were printed where the log is not of.
  private func isLost(_ kind: EventKind) -> Bool {
    sources.limits.hasLosses
      || sources.limits.lacksPrint && facts.correlator.isOfExecution(kind)
  }

  /// Whether lines of a kind are of a level of which the log has none.
  private func isBelowLevels(_ kind: EventKind) -> Bool {
    if isSkipped(kind) { return true }
    guard let lowest = sources.limits.lowestLevel else { return false }
    let level = book.catalogue[kind].level
    return level != .unknown && level < lowest
  }

  /// Whether a rule reads a counter of events that the source of the log left out.
  func countsSkipped(_ rule: Rule) -> Bool {
    rule.reads { reference in
      guard case .derived(let counter) = reference else { return false }
      return book.catalogue.events.indices.contains { number in
        let kind = EventKind(rawValue: UInt16(clamping: number))
        let role = facts.correlator.role(of: kind)
        let isCounted = role.counts == counter || counter == .success && role.part == .fetchSuccess
        return isCounted && isSkipped(kind)
      }
    }
  }

  /// Whether the log has no line of a kind, and its source left out such as may be of that level.
  func isSkipped(_ kind: EventKind) -> Bool {
    guard let skipped = sources.limits.skippedLevel else { return false }
    let level = book.catalogue[kind].level
    let isSeen =
      facts.correlator.role(of: kind).part == .completed ? sources.hasSeenSuccess : hasSeen(kind)
    return level != .unknown && level <= skipped && !isSeen
  }
}
