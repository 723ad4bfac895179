internal import LogReading
internal import RuleLanguage

/// The scopes that stand for the values of keys, each rule with values of its own.
struct KeyScopes: Sendable, Codable {
  /// What one rule holds: how many values, and the rows of the ends of their chain by last use.
  private struct Values: Codable {
    var count = 0
    var oldest: Int32 = -1
    var newest: Int32 = -1
    /// How many had to be let go.
    var evicted: Int64 = 0
    /// The rows that have instances.
    var atWork: Set<Int32> = []
  }

  /// By rule, up to the last that had a value.
  private var rules: [Values] = []
  private var table = KeyTable()
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
    guard self.limit == limit, rules.count <= ruleCount, table.rows <= count else { return false }
    var isSeen = [Bool](repeating: false, count: count)
    for row in freeRows {
      guard row >= 0, row < count, !isSeen[Int(row)] else { return false }
      isSeen[Int(row)] = true
    }
    var chained = 0
    for (rule, values) in rules.enumerated() {
      guard values.evicted >= 0, 0...count ~= values.count,
        values.atWork.allSatisfy({ $0 >= 0 && $0 < count })
      else { return false }
      var (row, older) = (values.oldest, Int32(-1))
      for _ in 0..<values.count {
        guard row >= 0, row < table.rows, !isSeen[Int(row)], table[row].older == older,
          table[row].rule == rule
        else { return false }
        isSeen[Int(row)] = true
        (row, older) = (table[row].newer, row)
      }
      guard row == -1, values.newest == older else { return false }
      chained += values.count
    }
    return chained == table.count && keyless.allSatisfy { 0..<ruleCount ~= $0 }
  }

  /// How many values a rule has at hand.
  func count(of rule: Int) -> Int { rule < rules.count ? rules[rule].count : 0 }

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

  /// The row of a value; nil where it is not at hand.
  func row(of text: Span<UInt8>, _ rule: Int) -> Int32? {
    count(of: rule) > 0 ? table.row(of: text, rule) : nil
  }

  /// Makes the value of a row the one used last.
  mutating func use(_ row: Int32, of rule: Int) {
    if rules[rule].newest == row { return }
    unlink(row, of: rule)
    link(row, of: rule)
  }

  mutating func add(_ text: String, _ row: Int32, of rule: Int) {
    while rules.count <= rule { rules.append(Values()) }
    table.add(text, row, rule)
    rules[rule].count += 1
    link(row, of: rule)
  }

  /// Takes away the value of a rule that was not used for longest where no more have room, and returns
  /// its row.
  mutating func evict(of rule: Int) -> Int32? {
    guard count(of: rule) >= limit else { return nil }
    let row = rules[rule].oldest
    unlink(row, of: rule)
    table.remove(row)
    rules[rule].count -= 1
    rules[rule].evicted += 1
    return row
  }

  /// Takes away all values, and returns their rows.
  mutating func removeAll() -> [Int32] {
    for rule in rules.indices {
      rules[rule].count = 0
      rules[rule].oldest = -1
      rules[rule].newest = -1
    }
    return table.removeAll()
  }

  private mutating func link(_ row: Int32, of rule: Int) {
    let newest = rules[rule].newest
    table[row].older = newest
    table[row].newer = -1
    if newest >= 0 { table[newest].newer = row } else { rules[rule].oldest = row }
    rules[rule].newest = row
  }

  private mutating func unlink(_ row: Int32, of rule: Int) {
    let (older, newer) = (table[row].older, table[row].newer)
    if older >= 0 { table[older].newer = newer } else { rules[rule].oldest = newer }
    if newer >= 0 { table[newer].older = older } else { rules[rule].newest = older }
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
