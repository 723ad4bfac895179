/// A range of semantic versions, as `>=1.3.0 <2.0.0 || ^3.1`.
///
/// Comparators with spaces between them all hold; of the sets between `||` one has to. What a partial
/// version leaves open may be anything: `1.3` is any 1.3.x, and `>1.3` begins with 1.4.0.
struct VersionRange {
  /// Versions from the first on and below the second, each open where it is nil.
  private struct Span {
    var from: SemanticVersion?
    var below: SemanticVersion?

    func holds(_ version: SemanticVersion) -> Bool {
      if let from, version < from { return false }
      if let below, !(version < below) { return false }
      return true
    }
  }

  private var alternatives: [[Span]] = []

  /// The range that a text writes; nil if it writes none.
  init?(_ text: String) {
    var set: [Span] = []
    var comparator = ""
    var isOpen = false
    for word in Self.words(text) {
      switch word {
      case "||":
        guard !isOpen, !set.isEmpty else { return nil }
        alternatives.append(set)
        set = []
      case ">", ">=", "<", "<=", "=", "^", "~":
        guard !isOpen else { return nil }
        comparator = word
        isOpen = true
      default:
        guard let version = PartialVersion(word),
          let span = Self.span(isOpen ? comparator : "=", version)
        else { return nil }
        set.append(span)
        isOpen = false
      }
    }
    guard !isOpen, !set.isEmpty else { return nil }
    alternatives.append(set)
  }

  func holds(_ version: SemanticVersion) -> Bool {
    alternatives.contains { set in set.allSatisfy { $0.holds(version) } }
  }

  /// Comparators and versions, with or without a space between the two.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    func kind(_ byte: UInt8) -> Int {
      byte == UInt8(ascii: "|") ? 2 : "<>=^~".utf8.contains(byte) ? 1 : 0
    }
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in text.utf8 {
      if byte == UInt8(ascii: " ") {
        end()
      } else {
        if let last = word.last, kind(last) != kind(byte) { end() }
        word.append(byte)
      }
    }
    end()
    return words
  }

  private static func span(_ comparator: String, _ version: PartialVersion) -> Span? {
    let lowest = version.lowest
    let next = version.next
    switch comparator {
    case ">=": return Span(from: lowest)
    case "<": return Span(below: lowest)
    // Behind a whole version comes the one that is just greater; behind 1.3 comes 1.4.0.
    case ">": return next.map { Span(from: $0) }
    case "<=": return next.map { Span(below: $0) }
    case "=": return next.map { Span(from: lowest, below: $0) }
    case "^": return version.nextBreaking.map { Span(from: lowest, below: $0) }
    case "~": return version.nextMinor.map { Span(from: lowest, below: $0) }
    default: return nil
    }
  }
}

/// A version with its places, of which the later ones may be left out.
private struct PartialVersion {
  private var numbers: [Int64] = []
  private var label: [String] = []

  init?(_ text: String) {
    guard let parts = SemanticVersion.parts(of: text), !parts.numbers.isEmpty else { return nil }
    guard parts.label.isEmpty || parts.numbers.count == 3 else { return nil }
    (numbers, label) = (parts.numbers, parts.label)
  }

  var lowest: SemanticVersion {
    SemanticVersion(numbers + Array(repeating: 0, count: 3 - numbers.count), label: label)
  }

  /// The first version that is not this one; nil where the number has no next.
  var next: SemanticVersion? {
    if numbers.count < 3 { return raised(numbers.count - 1) }
    // No version lies between one and the same with the lowest label behind its own.
    return label.isEmpty ? raised(2, label: ["0"]) : SemanticVersion(numbers, label: label + ["0"])
  }

  /// The first version that may break what this one promises.
  var nextBreaking: SemanticVersion? {
    let place = numbers.firstIndex { $0 != 0 } ?? numbers.count - 1
    return raised(place)
  }

  var nextMinor: SemanticVersion? { raised(min(1, numbers.count - 1)) }

  private func raised(_ place: Int, label: [String] = []) -> SemanticVersion? {
    let (number, overflow) = numbers[place].addingReportingOverflow(1)
    guard !overflow else { return nil }
    let rest = Array(repeating: Int64(0), count: 2 - place)
    return SemanticVersion(numbers[..<place] + [number] + rest, label: label)
  }
}
