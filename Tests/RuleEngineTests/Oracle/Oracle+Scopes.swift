import LogReading
import RuleLanguage

extension Oracle.Span {
  /// Whether it is a scope of that rule.
  func belongs(to rule: Int, of book: RuleBook) -> Bool {
    switch book.rules[rule].scope {
    case .log: kind == .log
    case .process: kind == .process
    case .cycle: kind == .cycle
    case .execution: kind == .execution
    case .delivery: kind == .delivery
    case .key: kind == .key(rule: rule)
    }
  }
}

extension Oracle.Span.Kind {
  init(_ kind: ScopeKind) {
    self =
      switch kind {
      case .process: .process
      case .cycle: .cycle
      case .execution: .execution
      case .delivery: .delivery
      }
  }
}

extension Oracle {
  /// Events that concern every open scope, whatever they belong to.
  static let broadcast: Set<String> = [
    "process_crash", "process_killed", "app_state", "app_launch", "device_reboot", "env_state",
    "fault_injected",
    "notification_suppressed", "bgtask_cancelled", "plugin_call", "cache_cleanup",
    "connectivity_check", "circuit_state", "request_deduplicated", "feed_check",
  ]

  /// The fields of an event as expressions see them.
  static func values(
    _ fields: [RandomTrace.Value], of event: ScopedEvent, in catalogue: Catalogue
  ) -> [FieldName: Value] {
    var values: [FieldName: Value] = [:]
    for field in fields { values[field.name] = value(of: field) }
    if let phase = catalogue.field(named: "phase"), event.phase != .none {
      values[phase] = .string(event.phase.name)
    }
    if let reason = catalogue.field(named: "reason"), event.reason != .none {
      values[reason] = .string(event.reason.name)
    }
    if let ambiguous = catalogue.field(named: "ambiguous") {
      values[ambiguous] = .bool(event.event.isAmbiguous)
    }
    return values
  }

  private static func value(of field: RandomTrace.Value) -> Value {
    switch field.state {
    case .redacted, .placeholder: return .redacted
    case .malformed: return .malformed
    case .zoneless where field.type == .instant: return .zoneless
    case .value, .offset, .zoneless, .misformed: break
    }
    return switch field.type {
    case .string: .string(field.text)
    case .int: .int(field.number)
    case .double: .double(Double(bitPattern: UInt64(bitPattern: field.number)))
    case .bool: .bool(field.number != 0)
    case .instant: .instant(field.number)
    case .duration: .duration(field.number)
    }
  }

  /// All scopes of the log, with their events.
  ///
  /// - Parameter isJudged: Whether a rule is for the device as it is known at a position.
  static func spans(
    _ run: TraceRun, _ events: [Seen], _ trace: RandomTrace, _ book: RuleBook, _ active: [Bool],
    isJudged: (_ rule: Int, _ position: Int) -> Bool
  ) -> [Span] {
    let end: ScopeEnd = trace.isCut ? .cut : .complete
    let whole = Span(
      kind: .log, slot: 0, first: -1, last: run.items.count, end: end, isHeadCut: !run.hasHead,
      members: Array(events.indices))
    var spans = [whole]
    for (first, item) in run.items.enumerated() {
      guard case .opened(let kind, let slot, let isHeadCut) = item else { continue }
      var span = Span(
        kind: Span.Kind(kind), slot: slot, first: first, last: run.items.count, end: end,
        isHeadCut: isHeadCut, members: [])
      for last in first..<run.items.count {
        guard case .closed(kind, slot: slot, let end) = run.items[last] else { continue }
        span.last = last
        span.end = end
        break
      }
      span.members = events.indices.filter {
        events[$0].position > span.first && events[$0].position < span.last
          && (events[$0].scoped.slot(of: kind) == slot
            || events[$0].scoped.slot(of: kind) < 0
              && broadcast.contains(book.catalogue.name(of: events[$0].scoped.kind)))
      }
      spans.append(span)
    }
    spans += keySpans(whole, events, trace, book, active, isJudged)
    for number in spans.indices { spans[number].number = number }
    return spans
  }

  /// One scope of a rule for each value of the fields, from the first event that it asks for on,
  /// and no more at once than there is room for (S7).
  private static func keySpans(
    _ whole: Span, _ events: [Seen], _ trace: RandomTrace, _ book: RuleBook, _ active: [Bool],
    _ isJudged: (_ rule: Int, _ position: Int) -> Bool
  ) -> [Span] {
    var spans: [Span] = []
    /// The open ones, that with an event of its own last behind the others.
    var open: [(rule: Int, key: [String], span: Int)] = []
    var forgetful: Set<Int> = []
    for index in events.indices {
      for rule in book.rules.indices where active[rule] {
        let kind = events[index].scoped.kind
        guard case .key(let fields, let since) = book.rules[rule].scope,
          book.rules[rule].patterns.contains(where: { $0.kind == kind }),
          isJudged(rule, events[index].position)
        else { continue }
        let beginning = since.flatMap { Self.beginning(of: index, $0, events) }
        var key = fields.compactMap { events[index].values[$0]?.text }
        let isWhole = key.count == fields.count && (since == nil || beginning != nil)
        if let beginning { key.append(String(beginning)) }
        if !isWhole {
          // What befalls the device befalls every value that there is, and so does what could not
          // have the key; where values count anew, those that count from the same event.
          let known = Set(book.catalogue[kind].fields.map(\.name))
          let isKeyless = known.isDisjoint(with: fields)
          let isOfAll =
            broadcast.contains(book.catalogue.name(of: kind)) || isKeyless && since == nil
          guard isOfAll || beginning != nil && isKeyless else { continue }
          for (owner, other, span) in open
          where owner == rule && (isOfAll || other.last == key.last) {
            spans[span].members.append(index)
          }
        } else if let place = open.firstIndex(where: { $0.rule == rule && $0.key == key }) {
          let known = open.remove(at: place)
          open.append(known)
          spans[known.span].members.append(index)
        } else if !waitsForItsBeginning(book.rules[rule], kind) {
          let ofRule = open.indices.filter { open[$0].rule == rule }
          if ofRule.count >= trace.keyLimit {
            let oldest = open.remove(at: ofRule[0])
            spans[oldest.span].end = .evicted
            spans[oldest.span].last = events[index].position
            forgetful.insert(oldest.rule)
          }
          open.append((rule, key, spans.count))
          var span = whole
          span.kind = .key(rule: rule)
          span.first = events[index].position - 1
          span.isHeadCut = since == nil && whole.isHeadCut || forgetful.contains(rule)
          span.members = [index]
          spans.append(span)
        }
      }
    }
    return spans
  }

  /// Whether an event says nothing of a value before the event came after which a rule forbids others.
  private static func waitsForItsBeginning(_ rule: Rule, _ kind: EventKind) -> Bool {
    guard case .never(_, let after, _) = rule.obligation, !after.isEmpty else { return false }
    return !after.contains { rule.patterns[Int($0)].kind == kind }
  }

  /// The last event of a kind in the process of an event, up to that one.
  static func beginning(of index: Int, _ kind: EventKind, _ events: [Seen]) -> Int? {
    events[...index].lastIndex {
      $0.scoped.kind == kind && $0.scoped.segment == events[index].scoped.segment
    }
  }
}

extension ScopedEvent {
  fileprivate func slot(of kind: ScopeKind) -> Int32 {
    switch kind {
    case .process: segment
    case .cycle: cycle
    case .execution: execution
    case .delivery: delivery
    }
  }
}

extension Value {
  /// The text of a value that may be part of a key.
  fileprivate var text: String? {
    switch self {
    case .missing, .redacted, .malformed, .zoneless, .list: nil
    case .string(let text): text
    default: "\(self)"
    }
  }

  var isKey: Bool { text != nil }
}
