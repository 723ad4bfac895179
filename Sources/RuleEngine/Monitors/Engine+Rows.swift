internal import LogReading
internal import RuleLanguage

extension Engine {
  mutating func open(_ scope: ScopeReference, isHeadCut: Bool) {
    let kind = Int(scope.kind.rawValue)
    rows[kind].fill(to: Int(scope.slot) + 1, with: ScopeRow())
    cells[kind].fill(to: rows[kind].count * cellCount(scope.kind), with: -1)
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
      index = instances.add(values: slotCounts[rule], steps: Int(plans[rule].steps.count))
    }
    let cell = cell(rule, scope)
    instances[index].reset(rule: Int32(rule), scope: scope)
    instances[index].cell = Int32(truncatingIfNeeded: cell)
    instances[index].generation = nextGeneration
    instances[index].epoch = correlator.currentEpoch
    nextGeneration += 1
    cells[Int(scope.kind.rawValue)][cell] = Int32(index)
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
    let kind = Int(scope.kind.rawValue)
    let cell = Int(instances[index].cell)
    instances[index].state = .free
    instances.clearWitnesses(index)
    let first = cells[kind][cell]
    if first >= 0, first != index {
      var earlier = Int(first)
      while let next = following(earlier), next != index { earlier = next }
      instances[earlier].next = instances[index].next
    } else {
      cells[kind][cell] = instances[index].next
      if instances[index].next < 0 { atWork.end(rule, ordinal: ordinals[rule], scope) }
    }
    instances[index].next = freeInstances[rule]
    freeInstances[rule] = Int32(index)
  }

  /// Whether something may have come before the log that the event at hand would rest on; what tells of
  /// the device alone may stand before a process' start.
  private var lacksHead: Bool {
    !correlator.hasHead && candidate.sequence >= correlator.headSequence
  }

  func isHeadCut(_ scope: ScopeReference) -> Bool {
    switch scope.kind {
    case .log: lacksHead
    case .process, .cycle, .execution, .delivery, .key:
      rows[Int(scope.kind.rawValue)][Int(scope.slot)].isHeadCut
    }
  }

  /// Ends a scope: every rule at work in it comes to its outcome.
  mutating func close(_ scope: ScopeReference, end: ScopeEnd) {
    let kind = Int(scope.kind.rawValue)
    guard Int(scope.slot) < rows[kind].count, rows[kind][Int(scope.slot)].isOpen else { return }
    let owner = rows[kind][Int(scope.slot)].rule
    if owner >= 0 {
      closeRule(Int(owner), scope, end, instance(Int(owner), scope))
      while let index = instance(Int(owner), scope) { free(index) }
    } else {
      // What `closeNever` says of a rule without an instance.
      let isQuietEnd = (end == .complete || end == .cut) && correlator.eventCount > 0
      if isQuietEnd { quietEnds[kind] += 1 }
      for word in 0..<atWork.words(of: scope.kind) {
        // Of two hundred rules few have an instance that is not over yet.
        let atWork = atWork.bits(of: scope.kind, row: scope.slot, word: word)
        var concerned = absenceBits[kind][word] | atWork
        if isQuietEnd {
          var busy = quietBits[kind][word] & atWork
          while busy != 0 {
            busyEnds[Int(rulesOf[kind][word * 64 + busy.trailingZeroBitCount])] += 1
            busy &= busy &- 1
          }
        } else {
          concerned |= quietBits[kind][word]
        }
        while concerned != 0 {
          let ordinal = word * 64 + concerned.trailingZeroBitCount
          concerned &= concerned &- 1
          let rule = Int(rulesOf[kind][ordinal])
          let cell = Int(scope.slot) * rulesOf[kind].count + ordinal
          let open = cells[kind][cell]
          closeRule(rule, scope, end, open < 0 ? nil : Int(open))
          while cells[kind][cell] >= 0 { free(Int(cells[kind][cell])) }
        }
      }
    }
    rows[kind][Int(scope.slot)].isOpen = false
  }

  /// The scope of the event's key, opened on its first event; nil where the event lacks the key, or
  /// what the values begin anew with has not come.
  mutating func keyRow(fields: [FieldName], since: EventKind?, rule: Int) -> Int32? {
    var key = ScopeKey(rule: Int32(rule), text: "")
    if let since {
      guard let beginning = beginnings[since]?[candidate.segment] else { return nil }
      key.text = String(beginning)
    }
    for name in fields {
      guard let field = correlator.store.field(name, of: candidate),
        field.state == .value || field.state == .offset || field.state == .misformed
      else {
        noteKeyless(fields, rule)
        return nil
      }
      // A number or an instant is the same however it is written; text may hold any byte.
      let text =
        field.type == .string
        ? correlator.store.text(of: field, in: candidate) : String(field.value)
      // One field is all of it, and needs no text to be put together.
      key.text =
        fields.count == 1 && since == nil ? text : key.text + " \(text.utf8.count) \(text)"
    }
    if let row = rowOfKey[key] { return row }
    let kind = Int(ScopeReference.Kind.key.rawValue)
    if rowOfKey.count >= keyLimit { evictKey() }
    let row = freeKeyRows.popLast() ?? Int32(rows[kind].count)
    keyOrder.append(key)
    // A value may be one that was let go: nobody knows what came before.
    let isHeadCut = since == nil && lacksHead || evictedKeys[rule] != nil
    open(ScopeReference(kind: .key, slot: row), isHeadCut: isHeadCut)
    rows[kind][Int(row)].rule = Int32(truncatingIfNeeded: rule)
    rows[kind][Int(row)].beginning = since.flatMap { beginnings[$0]?[candidate.segment] }
    rowOfKey[key] = row
    return row
  }

  /// Reports the first event of a rule that should have its key and does not show it.
  private mutating func noteKeyless(_ fields: [FieldName], _ rule: Int) {
    let entry = book.catalogue[candidate.kind]
    guard !keyless.contains(rule),
      fields.allSatisfy({ field in entry.fields.contains { $0.name == field } }),
      let role = match(
        planned.list(of: rule, count: book.rules[rule].patterns.count), rule, instance: nil)
    else { return }
    keyless.insert(rule)
    let isHidden = fields.contains { value($0, of: candidate) == .redacted }
    let kind = Int(ScopeReference.Kind.key.rawValue)
    let row = freeKeyRows.popLast() ?? Int32(rows[kind].count)
    let scope = ScopeReference(kind: .key, slot: row)
    open(scope, isHeadCut: lacksHead)
    let index = makeInstance(rule, scope)
    capture(as: role, step: -1, in: index)
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
