/// Which rules have an instance in which scope.
struct RulesAtWork: Sendable {
  /// For each scope kind, how many words a scope has.
  private let wordCounts: [Int]
  /// For each scope kind, row after row a bit for each rule of that scope kind.
  private var bits: [[UInt64]]
  /// For each rule with keys its rows, and for each such row its place among them.
  private var keyRows: [[Int32]]
  private var places: [Int32] = []

  init(words: [Int], rules: Int) {
    wordCounts = words
    bits = [[UInt64]](repeating: [], count: words.count)
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
      let lacking = Int(scope.slot) + 1 - places.count
      if lacking > 0 { places.append(contentsOf: repeatElement(-1, count: lacking)) }
      return
    }
    let lacking = (Int(scope.slot) + 1) * wordCounts[kind] - bits[kind].count
    if lacking > 0 { bits[kind].append(contentsOf: repeatElement(0, count: lacking)) }
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
