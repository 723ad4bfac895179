/// A version of three numbers, and a label where it comes before the release, as `1.4.0-beta.2`.
struct SemanticVersion {
  private let numbers: [Int64]
  private let label: [String]

  /// Three numbers.
  init(_ numbers: some Sequence<Int64>, label: [String]) {
    self.numbers = Array(numbers)
    self.label = label
  }

  /// The version that a text writes; what it leaves out is 0, and `+build` says nothing.
  init?(_ text: String) {
    guard let parts = Self.parts(of: text), !parts.numbers.isEmpty else { return nil }
    self.init(
      parts.numbers + Array(repeating: 0, count: 3 - parts.numbers.count), label: parts.label)
  }

  /// One to three numbers and the words of the label; nil if the text is none.
  static func parts(of text: String) -> (numbers: [Int64], label: [String])? {
    let release = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let halves = release.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var numbers: [Int64] = []
    for word in halves[0].split(separator: ".", omittingEmptySubsequences: false) {
      guard isNumber(word), let number = Int64(word) else { return nil }
      numbers.append(number)
    }
    guard numbers.count <= 3 else { return nil }
    guard halves.count == 2 else { return (numbers, []) }
    let label = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    guard label.allSatisfy({ !$0.isEmpty }) else { return nil }
    return (numbers, label.map(String.init))
  }

  /// Numbers decide first; a version with a label comes before the one without.
  static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    for (a, b) in zip(left.numbers, right.numbers) where a != b { return a < b }
    if left.label.isEmpty || right.label.isEmpty {
      return !left.label.isEmpty && right.label.isEmpty
    }
    for (a, b) in zip(left.label, right.label) where a != b { return isBefore(a, b) }
    return left.label.count < right.label.count
  }

  /// Numbers by size and before words, words by their bytes.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    switch (isNumber(left) ? Int64(left) : nil, isNumber(right) ? Int64(right) : nil) {
    case (let a?, let b?): a < b
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }

  private static func isNumber(_ word: some StringProtocol) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
