/// A range of semantic versions as node-semver reads it: `>=1.3.0 <2.0.0 || ^3.1 || 4.x`.
///
/// Comparators with spaces between them all hold; of the sets between `||` one has to. What a partial
/// version leaves open may be anything: `1.3` is any 1.3.x, and `>1.3` begins with 1.4.0.
package struct VersionRange: Sendable {
  /// Versions from the first on and below the second, each open where it is nil.
  private struct Span {
    var from: SemanticVersion?
    var below: SemanticVersion?
    /// The version that the comparator writes in full; nil where a place of it is open.
    var written: SemanticVersion?

    func holds(_ version: SemanticVersion) -> Bool {
      if let from, version < from { return false }
      if let below, !(version < below) { return false }
      return true
    }
  }

  private var alternatives: [[Span]] = []

  /// The range that a text writes; nil if it writes none.
  package init?(_ text: String) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { return nil }
    for (place, part) in parts.enumerated() {
      if place % 2 == 1 {
        guard part.isEmpty else { return nil }
      } else {
        guard let set = Self.set(part) else { return nil }
        alternatives.append(set)
      }
    }
  }

  package func holds(_ version: SemanticVersion) -> Bool {
    alternatives.contains { set in
      set.allSatisfy { $0.holds(version) }
        // A version before a release is meant only where one of the same release is named.
        && (version.isRelease
          || set.contains { $0.written.map(version.isBeforeSameRelease) ?? false })
    }
  }

  /// What stands between two `||`; nothing at all is any version.
  private static func set(_ text: Substring) -> [Span]? {
    let words = text.split(whereSeparator: \.isWhitespace)
    if words.count == 3, words[1] == "-" {
      guard let from = span(">=", words[0]), let to = span("<=", words[2]) else { return nil }
      return [from, to]
    }
    var set: [Span] = []
    var comparator: Substring = ""
    for word in words {
      let sign = word.prefix { "<>=^~".contains($0) }
      guard comparator.isEmpty || sign.isEmpty else { return nil }
      comparator += sign
      if sign.count == word.count { continue }
      guard let span = span(comparator, word.dropFirst(sign.count)) else { return nil }
      set.append(span)
      comparator = ""
    }
    return comparator.isEmpty ? set : nil
  }

  private static func span(_ comparator: Substring, _ text: Substring) -> Span? {
    guard let version = PartialVersion(text) else { return nil }
    // Any version, but for one that lies before or behind all of them.
    if version.isOpen {
      switch comparator {
      case "<", ">": return Span(below: SemanticVersion([0, 0, 0], label: ["0"]))
      case "", "=", "<=", ">=", "^", "~", "~>": return Span()
      default: return nil
      }
    }
    let lowest = version.lowest
    var span: Span? =
      switch comparator {
      case ">=": Span(from: lowest)
      case "<": Span(below: version.isWhole ? lowest : version.beforeLowest)
      // Behind a whole version comes the one that is just greater; behind 1.3 comes 1.4.0.
      case ">": (version.isWhole ? version.next : version.nextRelease).map { Span(from: $0) }
      case "<=": version.next.map { Span(below: $0) }
      case "", "=": version.next.map { Span(from: lowest, below: $0) }
      case "^": version.nextBreaking.map { Span(from: lowest, below: $0) }
      case "~", "~>": version.nextMinor.map { Span(from: lowest, below: $0) }
      default: nil
      }
    if version.isWhole { span?.written = lowest }
    return span
  }
}

/// A version with its places, of which the later ones may be left out, or be `x` or `*`.
private struct PartialVersion {
  private var numbers: [Int64] = []
  private var label: [String] = []

  init?(_ text: Substring) {
    guard let parts = SemanticVersion.parts(of: text) else { return nil }
    numbers = parts.places.prefix { $0 != nil }.compactMap { $0 }
    guard parts.label.isEmpty || parts.places.count == 3 else { return nil }
    if isWhole { label = parts.label }
  }

  /// Whether it leaves everything open.
  var isOpen: Bool { numbers.isEmpty }

  var isWhole: Bool { numbers.count == 3 }

  var lowest: SemanticVersion {
    SemanticVersion(numbers + Array(repeating: 0, count: 3 - numbers.count), label: label)
  }

  /// What comes before the lowest release that it may be, and before all that leads to that.
  var beforeLowest: SemanticVersion {
    SemanticVersion(numbers + Array(repeating: 0, count: 3 - numbers.count), label: ["0"])
  }

  /// The first version that is not this one; nil where the number has no next.
  var next: SemanticVersion? {
    // No version lies between one and the same with the lowest label behind its own.
    label.isEmpty
      ? raised(numbers.count - 1) : SemanticVersion(numbers, label: label + ["0"])
  }

  var nextRelease: SemanticVersion? { raised(numbers.count - 1, label: []) }

  /// The first version that may break what this one promises.
  var nextBreaking: SemanticVersion? {
    raised(numbers.firstIndex { $0 != 0 } ?? numbers.count - 1)
  }

  var nextMinor: SemanticVersion? { raised(min(1, numbers.count - 1)) }

  /// The first version with the next number at a place, or, as a label says, what leads to it.
  private func raised(_ place: Int, label: [String] = ["0"]) -> SemanticVersion? {
    guard numbers[place] < SemanticVersion.largest else { return nil }
    let rest = Array(repeating: Int64(0), count: 2 - place)
    return SemanticVersion(numbers[..<place] + [numbers[place] + 1] + rest, label: label)
  }
}
