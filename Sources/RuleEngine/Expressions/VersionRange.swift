/// A version as Semantic Versioning orders them; missing parts are zero.
struct SemanticVersion: Equatable, Comparable {
  private var numbers: [Int64]
  /// The words behind a hyphen: what has some comes before what has none.
  private var words: [Substring]
  /// How many parts were written.
  let partCount: Int

  /// Nil for what is no version.
  init?(_ text: Substring) {
    // What is built of the same source is the same version.
    let plain = text.prefix { $0 != "+" }
    let core = plain.prefix { $0 != "-" }
    let parts = core.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    numbers = []
    for part in parts {
      guard let number = Self.number(part) else { return nil }
      numbers.append(number)
    }
    partCount = numbers.count
    while numbers.count < 3 { numbers.append(0) }
    words =
      plain.count == core.count
      ? []
      : plain.dropFirst(core.count + 1).split(
        separator: ".", omittingEmptySubsequences: false)
    guard words.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  private init(numbers: [Int64]) {
    self.numbers = numbers
    words = []
    partCount = 3
  }

  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }

  /// The first version that `^` leaves out: the leftmost part that is not zero may not change.
  var afterCompatible: SemanticVersion {
    let leading = numbers.prefix(partCount).firstIndex { $0 != 0 } ?? partCount - 1
    return raised(at: leading)
  }

  /// The first version that `~` leaves out: the minor part may not change, if one was written.
  var afterSimilar: SemanticVersion { raised(at: partCount > 1 ? 1 : 0) }

  private func raised(at index: Int) -> SemanticVersion {
    var raised = [Int64](repeating: 0, count: 3)
    for place in 0..<index { raised[place] = numbers[place] }
    let (next, overflow) = numbers[index].addingReportingOverflow(1)
    raised[index] = overflow ? .max : next
    return SemanticVersion(numbers: raised)
  }

  static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.numbers == right.numbers && left.words == right.words
  }

  static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.numbers != right.numbers {
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.words.isEmpty || right.words.isEmpty {
      return !left.words.isEmpty && right.words.isEmpty
    }
    for (one, other) in zip(left.words, right.words) where one != other {
      switch (number(one), number(other)) {
      case (let one?, let other?): return one < other
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one < other
      }
    }
    return left.words.count < right.words.count
  }
}

/// Comparators such as `>=1.3 <2.0 || ^3.1`: those between spaces hold together, and one such
/// group is enough.
struct VersionRange {
  private enum Comparator { case less, lessOrEqual, greater, greaterOrEqual, equal }
  private struct Bound {
    var comparator: Comparator
    var version: SemanticVersion
  }

  private static let limit = 32
  private var groups: [[Bound]] = []

  /// Nil for what is no range.
  init?(_ text: String) {
    var count = 0
    var rest = Substring(text)
    while true {
      let end = Self.bars(in: rest)
      var group: [Bound] = []
      for word in rest[..<(end ?? rest.endIndex)].split(separator: " ") {
        count += 1
        guard count <= Self.limit, let bounds = Self.bounds(word) else { return nil }
        group += bounds
      }
      guard !group.isEmpty else { return nil }
      groups.append(group)
      guard let end else { return }
      rest = rest[rest.index(end, offsetBy: 2)...]
    }
  }

  func contains(_ version: SemanticVersion) -> Bool {
    groups.contains { group in group.allSatisfy { Self.holds($0, version) } }
  }

  private static func bars(in text: Substring) -> Substring.Index? {
    guard let first = text.firstIndex(of: "|") else { return nil }
    let next = text.index(after: first)
    return next < text.endIndex && text[next] == "|" ? first : nil
  }

  private static func bounds(_ word: Substring) -> [Bound]? {
    let sign = word.prefix { "<>=^~".contains($0) }
    guard let version = SemanticVersion(word.dropFirst(sign.count)) else { return nil }
    let from = Bound(comparator: .greaterOrEqual, version: version)
    switch sign {
    case "<": return [Bound(comparator: .less, version: version)]
    case "<=": return [Bound(comparator: .lessOrEqual, version: version)]
    case ">": return [Bound(comparator: .greater, version: version)]
    case ">=": return [from]
    case "", "=": return [Bound(comparator: .equal, version: version)]
    case "^": return [from, Bound(comparator: .less, version: version.afterCompatible)]
    case "~": return [from, Bound(comparator: .less, version: version.afterSimilar)]
    default: return nil
    }
  }

  private static func holds(_ bound: Bound, _ version: SemanticVersion) -> Bool {
    switch bound.comparator {
    case .less: version < bound.version
    case .lessOrEqual: version <= bound.version
    case .greater: version > bound.version
    case .greaterOrEqual: version >= bound.version
    case .equal: version == bound.version
    }
  }
}
