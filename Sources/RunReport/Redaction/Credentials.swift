/// What stands behind `Authorization`.
enum Credentials {
  /// The secret at the beginning of a text: behind the name of a scheme, or a word that nobody says.
  static func range(in text: ArraySlice<UInt8>) -> Range<Int>? {
    var start = text.startIndex
    var end = wordEnd(in: text)
    let word = text[..<end]
    if word.count <= 9, schemes.contains(word.map(\.lowercased)) {
      start = text[end...].firstIndex { $0 != UInt8(ascii: " ") } ?? text.endIndex
      end = wordEnd(in: text[start...])
    } else if word.count < 8 || !word.contains(where: \.isDigit) {
      // An app may be authorized: `authorization=granted`.
      return nil
    }
    return start < end ? start..<end : nil
  }

  private static func wordEnd(in text: ArraySlice<UInt8>) -> Int {
    text.firstIndex { $0 <= 0x20 || ",;)]}\"'&|<\\".utf8.contains($0) } ?? text.endIndex
  }

  /// `Bearer` is found wherever it stands.
  private static let schemes = Set(
    ["basic", "token", "negotiate", "ntlm", "apikey"].map { Array($0.utf8) })
}
