internal import LogReading
internal import RuleLanguage

extension Engine {
  /// Gives the event to a rule with keys.
  mutating func judgeKeys(of rule: Int) {
    guard let keyed = plan.keyed[rule] else { return }
    let event = facts.current.event
    if let row = keyRow(of: rule, keyed) {
      let scope = ScopeReference(kind: .key, slot: row)
      facts.scopes.note(event.sequence, ofKey: row)
      judge(scope)
    } else if plan.isBroadcast[Int(event.kind.rawValue)] {
      judgeAllKeys(of: rule, keyed, behind: nil)
    } else if !hasField(of: keyed.fields) {
      guard let since = keyed.since else { return judgeAllKeys(of: rule, keyed, behind: nil) }
      guard let beginning = keys.beginnings[since]?[event.segment] else { return }
      judgeAllKeys(of: rule, keyed, behind: beginning)
    }
  }

  /// Whether events of the kind at hand have one of some fields.
  private func hasField(of names: [FieldName]) -> Bool {
    // Not by the entry of the kind, which would be copied with all that it holds.
    book.catalogue.events[Int(facts.current.event.kind.rawValue)].fields
      .contains { names.contains($0.name) }
  }

  /// Gives the event to every value of a rule that is at hand, or to those that count anew behind an
  /// event.
  private mutating func judgeAllKeys(
    of rule: Int, _ keyed: EnginePlan.KeyedRule, behind beginning: Int64?
  ) {
    // A log may have a hundred thousand values of which none is waited for.
    let rows =
      keyed.beginnings.contains(facts.current.event.kind)
      ? Array(0..<Int32(facts.scopes.count(.key))) : keys.rowsAtWork(of: rule)
    for row in rows {
      let scope = ScopeReference(kind: .key, slot: row)
      guard facts.scopes[scope].isOpen, facts.scopes[scope].rule == Int32(rule),
        beginning == nil || facts.scopes[scope].beginning == beginning
      else { continue }
      judge(scope)
    }
  }

  /// The scope of the event's key, opened on its first event; nil where the event lacks the key, or
  /// what the values begin anew with has not come.
  private mutating func keyRow(of rule: Int, _ keyed: EnginePlan.KeyedRule) -> Int32? {
    let event = facts.current.event
    let beginning = keyed.since.flatMap { keys.beginnings[$0]?[event.segment] }
    if keyed.since != nil, beginning == nil { return nil }
    var key = beginning.map { String($0) } ?? ""
    let isWhole = keyed.fields.count == 1 && beginning == nil
    var isNew = false
    // What a prohibition forbids, or ends with, says nothing of a value before its `after` came.
    let mayBegin = !keyed.isProhibitionAfter || keyed.beginnings.contains(event.kind)
    for name in keyed.fields {
      guard let field = facts.correlator.store.field(name, of: event),
        field.state == .value || field.state == .offset || field.state == .misformed
      else {
        noteKeyless(keyed.fields, rule)
        return nil
      }
      // One field is all of it. A text of ASCII is looked up as it lies; another may be no UTF-8.
      if isWhole, field.type == .string {
        let found = row(ofText: field, of: event, rule)
        if let row = found.row {
          keys.use(row, of: rule)
          return row
        }
        isNew = found.isSure
        if isNew, !mayBegin { return nil }
      }
      // A number or an instant is the same however it is written; text may hold any byte.
      let text =
        field.type == .string
        ? facts.correlator.store.text(of: field, in: event) : String(field.value)
      key = isWhole ? text : key + " \(text.utf8.count) \(text)"
    }
    if !isNew, let row = keys.row(of: key.utf8.span, rule) {
      keys.use(row, of: rule)
      return row
    }
    if !mayBegin { return nil }
    if let row = keys.evict(of: rule) {
      close(ScopeReference(kind: .key, slot: row), end: .evicted)
      keys.free(row)
    }
    let scope = ScopeReference(kind: .key, slot: keys.takeRow(of: facts.scopes))
    // A value may be one that was let go: nobody knows what came before.
    let isHeadCut = keyed.since == nil && facts.lacksHead || keys.hasEvicted(rule)
    open(scope, isHeadCut: isHeadCut, rule: Int32(rule))
    facts.scopes[scope].beginning = beginning ?? -1
    keys.add(key, scope.slot, of: rule)
    return scope.slot
  }

  /// The row of a text, and whether there is none for sure where there is none.
  private func row(
    ofText field: Field, of event: ScopedEvent, _ rule: Int
  ) -> (row: Int32?, isSure: Bool) {
    let text = facts.correlator.store.bytes(of: field, in: event)
    return text.isASCII ? (keys.row(of: text, rule), true) : (nil, false)
  }

  /// Reports the first event of a rule that should have its key and does not show it.
  private mutating func noteKeyless(_ fields: [FieldName], _ rule: Int) {
    let entry = book.catalogue[facts.current.event.kind]
    guard !keys.keyless.contains(rule),
      fields.allSatisfy({ field in entry.fields.contains { $0.name == field } })
    else { return }
    let isHidden = fields.contains { facts.value($0, of: facts.current.event) == .redacted }
    let scope = ScopeReference(kind: .key, slot: keys.takeRow(of: facts.scopes))
    open(scope, isHeadCut: facts.lacksHead, rule: Int32(rule))
    facts.turn(to: scope)
    interpreter.begin(scope, facts)
    if interpreter.noteKeyless(rule, isHidden: isHidden, facts) {
      keys.keyless.insert(rule)
      interpreter.end()
      perform(in: scope)
    }
    facts.scopes[scope].isOpen = false
    keys.free(scope.slot)
  }

  mutating func closeKeys(end: ScopeEnd) {
    for row in keys.removeAll() {
      close(ScopeReference(kind: .key, slot: row), end: end)
      keys.free(row)
    }
  }
}
