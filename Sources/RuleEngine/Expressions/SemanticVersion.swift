/// A version of three numbers, and a label where it comes before the release, as `1.4.0-beta.2`.
package struct SemanticVersion: Sendable {
  /// The largest number that node-semver takes: what a double still holds.
  static let largest: Int64 = 9_007_199_254_740_991

  private let numbers: [Int64]
  private let label: [String]

  /// Three numbers.
  init(_ numbers: some Sequence<Int64>, label: [String]) {
    self.numbers = Array(numbers)
    self.label = label
  }

  /// The longest text that node-semver takes.
  private static let longest = 256

  /// The version that a text writes; what it leaves out is 0, and `+build` says nothing, nor do blanks
  /// around it.
  package init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, text.utf8.count <= Self.longest, let parts = Self.parts(of: words[0])
    else { return nil }
    let numbers = parts.places.compactMap { $0 }
    guard numbers.count == parts.places.count, numbers.count == 3 || parts.label.isEmpty else {
      return nil
    }
    self.init(numbers + Array(repeating: 0, count: 3 - numbers.count), label: parts.label)
  }

  /// Whether it is a release itself and not one before it.
  var isRelease: Bool { label.isEmpty }

  /// Whether both come before the same release.
  func isBeforeSameRelease(_ other: SemanticVersion) -> Bool {
    !isRelease && !other.isRelease && numbers == other.numbers
  }

  /// One to three places, nil where `x` or `*` leaves one open, and the words of the label; nil if the
  /// text is none.
  static func parts(of text: Substring) -> (places: [Int64?], label: [String])? {
    let bare = text.utf8.first == UInt8(ascii: "v") ? text.dropFirst() : text
    let halves = bare.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 1 || words(of: halves[1]) != nil else { return nil }
    let release = halves[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    var places: [Int64?] = []
    for word in release[0].split(separator: ".", omittingEmptySubsequences: false) {
      if ["x", "X", "*"].contains(word) {
        places.append(nil)
      } else {
        guard isNumber(word), !isPadded(word), let number = Int64(word), number <= largest else {
          return nil
        }
        places.append(number)
      }
    }
    guard places.count <= 3 else { return nil }
    guard release.count == 2 else { return (places, []) }
    guard let label = words(of: release[1]), !label.contains(where: { isPadded($0) }) else {
      return nil
    }
    return (places, label)
  }

  /// The words between points, of letters, digits and hyphens; nil where one is not so.
  private static func words(of text: Substring) -> [String]? {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    let areWords = words.allSatisfy { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
    return areWords ? words.map(String.init) : nil
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

  /// Whether a number begins with a 0 that says nothing.
  private static func isPadded(_ word: some StringProtocol) -> Bool {
    isNumber(word) && word.utf8.count > 1 && word.utf8.first == UInt8(ascii: "0")
  }
}
