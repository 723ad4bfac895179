internal import LogReading

/// The colour codes of a terminal in a text, which may split its words.
struct ColourCodes {
  /// The text without them.
  private(set) var text: [UInt8] = []
  /// Each code, and its place in the text without them.
  private var codes: [(place: Int, code: ArraySlice<UInt8>)] = []

  private static let escape: UInt8 = 0x1B

  /// Takes the codes out of a text; nil where there are none.
  init?(in source: ArraySlice<UInt8>) {
    guard source.contains(Self.escape) else { return nil }
    var index = source.startIndex
    while index < source.endIndex {
      guard let end = Self.codeEnd(in: source, from: index) else {
        text.append(source[index])
        index += 1
        continue
      }
      codes.append((text.count, source[index..<end]))
      index = end
    }
    if codes.isEmpty { return nil }
  }

  /// Returns the index behind the code that begins at a place; nil where none does.
  private static func codeEnd(in text: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard text[start] == escape, start + 1 < text.endIndex,
      text[start + 1] == UInt8(ascii: "[")
    else { return nil }
    // Parameter and intermediate bytes, then one final byte.
    let final = text[(start + 2)...].firstIndex { $0 < 0x20 || $0 >= 0x40 } ?? text.endIndex
    return final < text.endIndex && text[final] >= 0x40 ? final + 1 : final
  }

  /// Appends a copy of the text with the codes in their places, if these are still the same.
  func append(_ copy: [UInt8], to output: inout [UInt8]) {
    guard copy.count == text.count else {
      output += copy
      return
    }
    var place = 0
    for (next, code) in codes {
      output += copy[place..<next]
      output += code
      place = next
    }
    output += copy[place...]
  }
}
