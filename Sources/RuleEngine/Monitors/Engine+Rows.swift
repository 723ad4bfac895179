internal import LogReading

extension Engine {
  mutating func open(_ scope: ScopeReference, isHeadCut: Bool) {
    let kind = Int(scope.kind.rawValue)
    while rows[kind].count <= Int(scope.slot) { rows[kind].append(ScopeRow()) }
    let lacking = rows[kind].count * cellCount(scope.kind) - cells[kind].count
    if lacking > 0 { cells[kind].append(contentsOf: repeatElement(-1, count: lacking)) }
    atWork.open(scope)
    rows[kind][Int(scope.slot)].isOpen = true
    rows[kind][Int(scope.slot)].isHeadCut = isHeadCut
    rows[kind][Int(scope.slot)].members.removeAll(keepingCapacity: true)
  }

  /// The instance of a rule in a scope, or nil.
  func instance(_ rule: Int, _ scope: ScopeReference) -> Int? {
    // A scope that is closed has none, and one that was never opened has no cells.
    let cell = cell(rule, scope)
    guard cell < cells[Int(scope.kind.rawValue)].count else { return nil }
    let index = cells[Int(scope.kind.rawValue)][cell]
    return index < 0 ? nil : Int(index)
  }

  /// Where the instance of a rule in a scope stands among the cells of the scope's kind.
  func cell(_ rule: Int, _ scope: ScopeReference) -> Int {
    scope.kind == .key
      ? Int(scope.slot)
      : Int(scope.slot) * cellCount(scope.kind) + Int(ordinals[rule])
  }

  /// How many rules may have an instance in one scope: a key is one rule's.
  private func cellCount(_ kind: ScopeReference.Kind) -> Int {
    kind == .key ? 1 : rulesOf[Int(kind.rawValue)].count
  }

  mutating func makeInstance(_ rule: Int, _ scope: ScopeReference) -> Int {
    var index = Int(freeInstances[rule])
    if index >= 0 {
      freeInstances[rule] = instances[index].next
    } else {
      index = instances.add(values: slotCounts[rule], steps: plans[rule].steps.count)
    }
    instances[index].reset(rule: Int32(rule), scope: scope)
    instances[index].generation = nextGeneration
    instances[index].epoch = correlator.currentEpoch
    nextGeneration += 1
    cells[Int(scope.kind.rawValue)][cell(rule, scope)] = Int32(index)
    atWork.begin(rule, ordinal: ordinals[rule], scope)
    return index
  }

  /// Another instance beside those of its rule in the scope, behind them.
  mutating func addInstance(_ rule: Int, _ scope: ScopeReference) -> Int {
    guard let first = instance(rule, scope) else { return makeInstance(rule, scope) }
    let index = makeInstance(rule, scope)
    cells[Int(scope.kind.rawValue)][cell(rule, scope)] = Int32(first)
    var last = first
    while let next = following(last) { last = next }
    instances[last].next = Int32(index)
    return index
  }

  /// The instance of the same rule and scope that began next, or nil.
  func following(_ index: Int) -> Int? {
    instances[index].next < 0 ? nil : Int(instances[index].next)
  }

  mutating func free(_ index: Int) {
    guard instances[index].state != .free else { return }
    let scope = instances[index].scope
    let rule = Int(instances[index].rule)
    instances[index].state = .free
    instances.clearWitnesses(index)
    if let first = instance(rule, scope), first != index {
      var earlier = first
      while let next = following(earlier), next != index { earlier = next }
      instances[earlier].next = instances[index].next
    } else {
      cells[Int(scope.kind.rawValue)][cell(rule, scope)] = instances[index].next
      if instances[index].next < 0 { atWork.end(rule, ordinal: ordinals[rule], scope) }
    }
    instances[index].next = freeInstances[rule]
    freeInstances[rule] = Int32(index)
  }

  func isHeadCut(_ scope: ScopeReference) -> Bool {
    switch scope.kind {
    case .log: !correlator.hasHead
    case .process, .cycle, .key: rows[Int(scope.kind.rawValue)][Int(scope.slot)].isHeadCut
    case .execution, .delivery: false
    }
  }

  /// Ends a scope: every rule at work in it comes to its outcome.
  mutating func close(_ scope: ScopeReference, end: ScopeEnd) {
    let kind = Int(scope.kind.rawValue)
    guard Int(scope.slot) < rows[kind].count, rows[kind][Int(scope.slot)].isOpen else { return }
    let owner = rows[kind][Int(scope.slot)].rule
    for rule in rulesOf[kind] where owner < 0 || owner == rule {
      guard judgesAbsence[Int(rule)] || instance(Int(rule), scope) != nil else { continue }
      closeRule(Int(rule), scope, end)
      while let index = instance(Int(rule), scope) { free(index) }
    }
    rows[kind][Int(scope.slot)].isOpen = false
  }

  /// The scope of an event's key, opened on its first event; nil where the event lacks the key.
  mutating func keyRow(of event: ScopedEvent, fields: [FieldName], rule: Int) -> Int32? {
    var key = ScopeKey(rule: Int32(rule), text: "")
    for name in fields {
      guard let field = correlator.store.field(name, of: event),
        field.state == .value || field.state == .offset
      else {
        noteKeyless(event, fields, rule)
        return nil
      }
      // A number or an instant is the same however it is written; text may hold any byte.
      let text =
        field.type == .string
        ? correlator.store.text(of: field, in: event) : String(field.value)
      // One field is all of it, and needs no text to be put together.
      key.text = fields.count == 1 ? text : key.text + " \(text.utf8.count) \(text)"
    }
    if let row = rowOfKey[key] { return row }
    let kind = Int(ScopeReference.Kind.key.rawValue)
    if rowOfKey.count >= keyLimit { evictKey() }
    let row = freeKeyRows.popLast() ?? Int32(rows[kind].count)
    keyOrder.append(key)
    // A value may be one that was let go: nobody knows what came before.
    let isHeadCut = !correlator.hasHead || evictedKeys[rule] != nil
    open(ScopeReference(kind: .key, slot: row), isHeadCut: isHeadCut)
    rows[kind][Int(row)].rule = Int32(truncatingIfNeeded: rule)
    rowOfKey[key] = row
    return row
  }

  /// Reports the first event of a rule that should have its key and does not show it.
  private mutating func noteKeyless(_ event: ScopedEvent, _ fields: [FieldName], _ rule: Int) {
    let entry = book.catalogue[event.kind]
    guard !keyless.contains(rule),
      fields.allSatisfy({ field in entry.fields.contains { $0.name == field } }),
      let match = match(
        event, planned.list(of: rule, count: book.rules[rule].patterns.count), rule: rule,
        instance: nil)
    else { return }
    keyless.insert(rule)
    let isHidden = fields.contains { value($0, of: event) == .redacted }
    let kind = Int(ScopeReference.Kind.key.rawValue)
    let row = freeKeyRows.popLast() ?? Int32(rows[kind].count)
    let scope = ScopeReference(kind: .key, slot: row)
    open(scope, isHeadCut: !correlator.hasHead)
    let index = makeInstance(rule, scope)
    capture(event, as: match.role, step: -1, in: index)
    report(index, .inconclusive, isHidden ? .redacted : .missingField, missing: [], step: -1)
    free(index)
    rows[kind][Int(row)].isOpen = false
    freeKeyRows.append(row)
  }

  private mutating func evictKey() {
    guard firstKey < keyOrder.count, let row = rowOfKey.removeValue(forKey: keyOrder[firstKey])
    else { return }
    let rule = Int(rows[Int(ScopeReference.Kind.key.rawValue)][Int(row)].rule)
    evictedKeys[rule, default: 0] += 1
    close(ScopeReference(kind: .key, slot: row), end: .evicted)
    freeKeyRows.append(row)
    firstKey += 1
    if firstKey > keyOrder.count / 2 {
      keyOrder.removeFirst(firstKey)
      firstKey = 0
    }
  }

  mutating func closeKeys(end: ScopeEnd) {
    for row in rowOfKey.values.sorted() {
      close(ScopeReference(kind: .key, slot: row), end: end)
      freeKeyRows.append(row)
    }
    rowOfKey.removeAll()
    keyOrder.removeAll()
    firstKey = 0
  }
}
