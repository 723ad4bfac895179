internal import LogReading
internal import RuleLanguage

/// The scopes that stand for the values of keys.
struct KeyScopes: Sendable {
  private(set) var rows: [ScopeKey: Int32] = [:]
  /// The keys at hand, oldest first from `firstKey` on, and their rows that are free again.
  private var order: [ScopeKey] = []
  private var firstKey = 0
  private var freeRows: [Int32] = []
  /// The last event behind which the values of keys count anew, by its kind and process.
  var beginnings: [EventKind: [Int32: Int64]] = [:]
  /// Rules of which an event without its key was reported.
  var keyless: Set<Int> = []
  /// How many values each rule had to let go.
  private(set) var evicted: [Int: Int64] = [:]
  /// For each rule the rows of its keys that have instances.
  private var atWork: [Int: Set<Int32>] = [:]
  private let limit: Int

  /// - Parameter limit: The most values held at once, of all rules together.
  init(limit: Int) { self.limit = limit }

  var isFull: Bool { rows.count >= limit }

  /// A row that is free, or the next.
  mutating func takeRow(of scopes: borrowing Scopes) -> Int32 {
    freeRows.popLast() ?? Int32(truncatingIfNeeded: scopes.count(.key))
  }

  mutating func free(_ row: Int32) { freeRows.append(row) }

  mutating func add(_ key: ScopeKey, _ row: Int32) {
    order.append(key)
    rows[key] = row
  }

  /// Notes whether a row has instances.
  mutating func note(_ row: Int32, of rule: Int32, isAtWork: Bool) {
    if isAtWork {
      atWork[Int(rule), default: []].insert(row)
    } else {
      atWork[Int(rule)]?.remove(row)
    }
  }

  func rowsAtWork(of rule: Int) -> [Int32] { atWork[rule]?.sorted() ?? [] }

  /// Takes away the oldest key, and returns its row.
  mutating func evict() -> Int32? {
    guard firstKey < order.count, let row = rows.removeValue(forKey: order[firstKey]) else {
      return nil
    }
    evicted[Int(order[firstKey].rule), default: 0] += 1
    firstKey += 1
    if firstKey > order.count / 2 {
      order.removeFirst(firstKey)
      firstKey = 0
    }
    return row
  }

  /// Takes away all keys, and returns their rows.
  mutating func removeAll() -> [Int32] {
    let all = rows.values.sorted()
    rows.removeAll()
    order.removeAll()
    firstKey = 0
    return all
  }
}

extension Engine {
  /// Gives the event to a rule with keys.
  mutating func judgeKeys(of rule: Int) {
    guard case .key(let fields, let since) = book.rules[rule].scope else { return }
    let event = facts.current.event
    if let row = keyRow(fields: fields, since: since, rule: rule) {
      let scope = ScopeReference(kind: .key, slot: row)
      facts.scopes.note(event.sequence, ofKey: row)
      judge(scope)
    } else if plan.isBroadcast[Int(event.kind.rawValue)] {
      judgeAllKeys(of: rule, behind: nil)
    } else if let since, let beginning = keys.beginnings[since]?[event.segment],
      !book.catalogue[event.kind].fields.contains(where: { fields.contains($0.name) })
    {
      judgeAllKeys(of: rule, behind: beginning)
    }
  }

  /// Gives the event to every value of a rule that is at hand, or to those that count anew behind an
  /// event.
  private mutating func judgeAllKeys(of rule: Int, behind beginning: Int64?) {
    // A log may have a hundred thousand values of which none is waited for.
    let rows =
      book.rules[rule].begins(with: facts.current.event.kind)
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
  private mutating func keyRow(fields: [FieldName], since: EventKind?, rule: Int) -> Int32? {
    let event = facts.current.event
    var key = ScopeKey(rule: Int32(rule), text: "")
    let beginning = since.flatMap { keys.beginnings[$0]?[event.segment] }
    if since != nil {
      guard let beginning else { return nil }
      key.text = String(beginning)
    }
    for name in fields {
      guard let field = facts.correlator.store.field(name, of: event),
        field.state == .value || field.state == .offset || field.state == .misformed
      else {
        noteKeyless(fields, rule)
        return nil
      }
      // A number or an instant is the same however it is written; text may hold any byte.
      let text =
        field.type == .string
        ? facts.correlator.store.text(of: field, in: event) : String(field.value)
      // One field is all of it, and needs no text to be put together.
      key.text =
        fields.count == 1 && since == nil ? text : key.text + " \(text.utf8.count) \(text)"
    }
    if let row = keys.rows[key] { return row }
    if keys.isFull, let row = keys.evict() {
      close(ScopeReference(kind: .key, slot: row), end: .evicted)
      keys.free(row)
    }
    let scope = ScopeReference(kind: .key, slot: keys.takeRow(of: facts.scopes))
    // A value may be one that was let go: nobody knows what came before.
    let isHeadCut = since == nil && facts.lacksHead || keys.evicted[rule] != nil
    open(scope, isHeadCut: isHeadCut, rule: Int32(rule))
    facts.scopes[scope].beginning = beginning ?? -1
    keys.add(key, scope.slot)
    return scope.slot
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

extension Rule {
  /// Whether events of a kind may make it begin where it has no instance.
  fileprivate func begins(with kind: EventKind) -> Bool {
    let openers: [UInt16] =
      switch obligation {
      case .response(let trigger, _, _), .check(let trigger, _), .balance(let trigger, _),
        .schema(let trigger, _):
        trigger
      case .count(let counted, let trigger, _, _): trigger.isEmpty ? counted + cancel : trigger
      case .never(let forbidden, let after, let until):
        after.isEmpty ? forbidden + until + cancel : after
      case .precedence(let trigger, let groups): trigger + groups.flatMap(\.self)
      case .equal(let left, let right, _, _, _): left + right
      case .ratio(let part, let whole, _, _, _): part + whole
      }
    return openers.contains { patterns[Int($0)].kind == kind }
  }
}
