/// Which rules have an instance in which scope.
struct RulesAtWork: ~Copyable, Sendable {
  /// For each scope kind, how many words a scope has.
  private let wordCounts: [Int]
  /// For each scope kind, row after row a bit for each rule of that scope kind.
  private var bits: Table<Table<UInt64>>
  /// For each rule with keys its rows, and for each such row its place among them.
  private var keyRows: [[Int32]]
  private var places = Table<Int32>()

  init(words: [Int], rules: Int) {
    wordCounts = words
    bits = Table()
    for _ in words { bits.append(Table()) }
    keyRows = [[Int32]](repeating: [], count: rules)
  }

  func words(of kind: ScopeReference.Kind) -> Int { wordCounts[Int(kind.rawValue)] }

  func bits(of kind: ScopeReference.Kind, row: Int32, word: Int) -> UInt64 {
    bits[Int(kind.rawValue)][Int(row) * wordCounts[Int(kind.rawValue)] + word]
  }

  /// The rows of a rule's keys in which it has an instance.
  func keyRows(of rule: Int32) -> [Int32] { keyRows[Int(rule)] }

  /// Makes room for a scope.
  mutating func open(_ scope: ScopeReference) {
    let kind = Int(scope.kind.rawValue)
    if scope.kind == .key {
      places.fill(to: Int(scope.slot) + 1, with: -1)
      return
    }
    bits[kind].fill(to: (Int(scope.slot) + 1) * wordCounts[kind], with: 0)
  }

  mutating func begin(_ rule: Int, ordinal: Int32, _ scope: ScopeReference) {
    if scope.kind == .key {
      guard places[Int(scope.slot)] < 0 else { return }
      places[Int(scope.slot)] = Int32(truncatingIfNeeded: keyRows[rule].count)
      keyRows[rule].append(scope.slot)
    } else {
      bits[Int(scope.kind.rawValue)][word(ordinal, scope)] |= 1 << UInt64(ordinal % 64)
    }
  }

  mutating func end(_ rule: Int, ordinal: Int32, _ scope: ScopeReference) {
    if scope.kind == .key {
      let place = places[Int(scope.slot)]
      guard place >= 0, let last = keyRows[rule].popLast() else { return }
      // The last takes the place that is free.
      if last != scope.slot {
        keyRows[rule][Int(place)] = last
        places[Int(last)] = place
      }
      places[Int(scope.slot)] = -1
    } else {
      bits[Int(scope.kind.rawValue)][word(ordinal, scope)] &= ~(1 << UInt64(ordinal % 64))
    }
  }

  private func word(_ ordinal: Int32, _ scope: ScopeReference) -> Int {
    Int(scope.slot) * wordCounts[Int(scope.kind.rawValue)] + Int(ordinal / 64)
  }
}
