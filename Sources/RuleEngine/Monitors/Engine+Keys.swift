internal import LogReading
internal import RuleLanguage

/// The scopes that stand for the values of keys, each rule with values of its own.
struct KeyScopes: Sendable, Codable {
  /// The values of one rule that are at hand, and the rows of the ends of their chain by last use.
  private struct Values: Codable {
    var rows: [String: Int32] = [:]
    var oldest: Int32 = -1
    var newest: Int32 = -1
    /// How many had to be let go.
    var evicted: Int64 = 0
    /// The rows that have instances.
    var atWork: Set<Int32> = []
  }

  /// What a row stands for, and its neighbours in the chain of its rule; -1 for none.
  private struct Link: Codable {
    var text: String
    var older: Int32 = -1
    var newer: Int32 = -1
  }

  /// By rule, up to the last that had a value.
  private var rules: [Values] = []
  private var links: [Link] = []
  private var freeRows: [Int32] = []
  /// The last event behind which the values of keys count anew, by its kind and process.
  var beginnings: [EventKind: [Int32: Int64]] = [:]
  /// Rules of which an event without its key was reported.
  var keyless: Set<Int> = []
  private let limit: Int

  /// - Parameter limit: The most values of one rule held at once.
  init(limit: Int) { self.limit = limit }

  /// Whether the rows of a state are those of its scopes, each in one chain or free.
  func isSound(rows count: Int, rules ruleCount: Int, limit: Int) -> Bool {
    guard self.limit == limit, rules.count <= ruleCount, links.count <= count else { return false }
    var isSeen = [Bool](repeating: false, count: count)
    for row in freeRows {
      guard row >= 0, row < count, !isSeen[Int(row)] else { return false }
      isSeen[Int(row)] = true
    }
    for values in rules {
      guard values.evicted >= 0, values.atWork.allSatisfy({ $0 >= 0 && $0 < count }) else {
        return false
      }
      var (row, older) = (values.oldest, Int32(-1))
      for _ in values.rows {
        guard row >= 0, row < links.count, !isSeen[Int(row)], links[Int(row)].older == older,
          values.rows[links[Int(row)].text] == row
        else { return false }
        isSeen[Int(row)] = true
        (row, older) = (links[Int(row)].newer, row)
      }
      guard row == -1, values.newest == older else { return false }
    }
    return keyless.allSatisfy { 0..<ruleCount ~= $0 }
  }

  /// How many values a rule has at hand.
  func count(of rule: Int) -> Int { rule < rules.count ? rules[rule].rows.count : 0 }

  /// How many values each rule had to let go.
  var evicted: [Int: Int64] {
    var counts: [Int: Int64] = [:]
    for (rule, values) in rules.enumerated() where values.evicted > 0 {
      counts[rule] = values.evicted
    }
    return counts
  }

  func hasEvicted(_ rule: Int) -> Bool { rule < rules.count && rules[rule].evicted > 0 }

  /// Takes a row that is free, or the next.
  mutating func takeRow(of scopes: borrowing Scopes) -> Int32 {
    freeRows.popLast() ?? Int32(truncatingIfNeeded: scopes.count(.key))
  }

  mutating func free(_ row: Int32) { freeRows.append(row) }

  /// Looks up the row of a value, which becomes the one used last; nil where it is not at hand.
  mutating func use(_ text: String, of rule: Int) -> Int32? {
    guard rule < rules.count, let row = rules[rule].rows[text] else { return nil }
    if rules[rule].newest != row {
      unlink(row, of: rule)
      link(row, of: rule)
    }
    return row
  }

  mutating func add(_ text: String, _ row: Int32, of rule: Int) {
    while rules.count <= rule { rules.append(Values()) }
    while links.count <= Int(row) { links.append(Link(text: "")) }
    links[Int(row)].text = text
    rules[rule].rows[text] = row
    link(row, of: rule)
  }

  /// Takes away the value of a rule that was not used for longest where no more have room, and returns
  /// its row.
  mutating func evict(of rule: Int) -> Int32? {
    guard count(of: rule) >= limit else { return nil }
    let row = rules[rule].oldest
    unlink(row, of: rule)
    rules[rule].rows[links[Int(row)].text] = nil
    rules[rule].evicted += 1
    return row
  }

  /// Takes away all values, and returns their rows.
  mutating func removeAll() -> [Int32] {
    var all: [Int32] = []
    for rule in rules.indices {
      all += rules[rule].rows.values
      rules[rule].rows.removeAll()
      rules[rule].oldest = -1
      rules[rule].newest = -1
    }
    return all.sorted()
  }

  private mutating func link(_ row: Int32, of rule: Int) {
    let newest = rules[rule].newest
    links[Int(row)].older = newest
    links[Int(row)].newer = -1
    if newest >= 0 { links[Int(newest)].newer = row } else { rules[rule].oldest = row }
    rules[rule].newest = row
  }

  private mutating func unlink(_ row: Int32, of rule: Int) {
    let (older, newer) = (links[Int(row)].older, links[Int(row)].newer)
    if older >= 0 { links[Int(older)].newer = newer } else { rules[rule].oldest = newer }
    if newer >= 0 { links[Int(newer)].older = older } else { rules[rule].newest = older }
  }

  /// Notes whether a row has instances.
  mutating func note(_ row: Int32, of rule: Int, isAtWork: Bool) {
    guard rule < rules.count else { return }
    if isAtWork {
      rules[rule].atWork.insert(row)
    } else {
      rules[rule].atWork.remove(row)
    }
  }

  func rowsAtWork(of rule: Int) -> [Int32] {
    rule < rules.count ? rules[rule].atWork.sorted() : []
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
    } else if !book.catalogue[event.kind].fields.contains(where: { fields.contains($0.name) }) {
      guard let since else { return judgeAllKeys(of: rule, behind: nil) }
      guard let beginning = keys.beginnings[since]?[event.segment] else { return }
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
    var key = ""
    let beginning = since.flatMap { keys.beginnings[$0]?[event.segment] }
    if since != nil {
      guard let beginning else { return nil }
      key = String(beginning)
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
      key = fields.count == 1 && since == nil ? text : key + " \(text.utf8.count) \(text)"
    }
    if let row = keys.use(key, of: rule) { return row }
    // What a prohibition forbids, or ends with, says nothing of a value before its `after` came.
    if book.rules[rule].isProhibitionAfter, !book.rules[rule].begins(with: event.kind) {
      return nil
    }
    if let row = keys.evict(of: rule) {
      close(ScopeReference(kind: .key, slot: row), end: .evicted)
      keys.free(row)
    }
    let scope = ScopeReference(kind: .key, slot: keys.takeRow(of: facts.scopes))
    // A value may be one that was let go: nobody knows what came before.
    let isHeadCut = since == nil && facts.lacksHead || keys.hasEvicted(rule)
    open(scope, isHeadCut: isHeadCut, rule: Int32(rule))
    facts.scopes[scope].beginning = beginning ?? -1
    keys.add(key, scope.slot, of: rule)
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
  /// Whether it forbids events after another one alone.
  fileprivate var isProhibitionAfter: Bool {
    if case .never(_, let after, _) = obligation { !after.isEmpty } else { false }
  }

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
