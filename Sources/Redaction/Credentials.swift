internal import LogReading

/// The credentials behind `Authorization`.
enum Credentials {
  /// Returns the secrets at the beginning of a text: the word behind the name of a scheme, words
  /// that are no prose, and the values of a list as that of `Digest`.
  ///
  /// - Parameter run: The bytes already searched for a word's end, which many places may share.
  static func ranges(in text: ArraySlice<UInt8>, run: inout Range<Int>) -> [Range<Int>] {
    let start = text.firstIndex { !"\\\"'".utf8.contains($0) } ?? text.endIndex
    let first = start..<wordEnd(in: text[start...], run: &run)
    guard !first.isEmpty else { return [] }
    let next = text[first.upperBound...].firstIndex { !SecretForms.isBlank($0) } ?? text.endIndex
    let isScheme = first.count <= 9 && schemes.contains(text[first].map(\.lowercased))
    if !isScheme || text[first].elementsEqual("Token".utf8) {
      let values = listed(in: text[(next > first.upperBound ? next : start)...])
      if !values.isEmpty { return values }
    }
    let second = next..<(next > first.upperBound ? wordEnd(in: text[next...]) : next)
    if isScheme { return second.isEmpty ? [] : [second] }
    // An app may be authorized: `authorization=granted`.
    return [first, second].filter { isSecret(text[$0]) }
  }

  /// Whether a word is no prose: over 64 bytes, or 8 and more with a digit.
  private static func isSecret(_ word: ArraySlice<UInt8>) -> Bool {
    // Only the beginning is read: a long word is looked at from many places.
    word.count > 64 || word.count >= 8 && word.contains(where: \.isDigit)
  }

  /// Returns the values of a list of `name=value` and `name="value"`, except public ones.
  private static func listed(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var place = text.startIndex
    while let equals = text[place...].firstIndex(where: {
      !($0.isWordByte || $0 == 0x2D || $0 == 0x5F)
    }),
      equals > place, text[equals] == UInt8(ascii: "="), equals + 1 < text.endIndex,
      text[equals + 1] > 0x20, text[equals + 1] != UInt8(ascii: "=")
    {
      let isOpen = publicNames.contains(text[place..<equals].map(\.lowercased))
      let start = text[(equals + 1)...].firstIndex { $0 != UInt8(ascii: "\\") } ?? text.endIndex
      let isQuoted = start < text.endIndex && text[start] == UInt8(ascii: "\"")
      let value = start + (isQuoted ? 1 : 0)
      let end =
        isQuoted
        ? text[value...].firstIndex { "\\\"".utf8.contains($0) } ?? text.endIndex
        : wordEnd(in: text[value...])
      if !isOpen, end > value { values.append(value..<end) }
      place = text[end...].firstIndex { !"\\\", \t".utf8.contains($0) } ?? text.endIndex
    }
    return values
  }

  /// Returns the end of a word, which was looked for before if it stands in the run.
  static func wordEnd(in text: ArraySlice<UInt8>, run: inout Range<Int>) -> Int {
    if !run.contains(text.startIndex) { run = text.startIndex..<wordEnd(in: text) }
    return run.upperBound
  }

  static func wordEnd(in text: ArraySlice<UInt8>) -> Int {
    text.firstIndex { $0 <= 0x20 || ",;)]}\"'&|<\\".utf8.contains($0) } ?? text.endIndex
  }

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }

  /// The names of schemes; `Bearer` is found wherever it stands.
  private static let schemes = words("basic token negotiate ntlm apikey")
  /// The names of public values, which say how a list was made.
  private static let publicNames = words(
    "realm algorithm qop nc uri charset version signedheaders headers")
}
