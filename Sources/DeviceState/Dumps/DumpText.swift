/// A part of a dump, of any bytes.
///
/// Nothing here fails, whatever the bytes are: what is not there is nil or empty.
typealias DumpText = ArraySlice<UInt8>

extension ArraySlice<UInt8> {
  var string: String { String(decoding: self, as: UTF8.self) }

  func hasPrefix(_ text: String) -> Bool { starts(with: text.utf8) }

  func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }

  func equals(_ text: String) -> Bool { elementsEqual(text.utf8) }

  /// Returns what stands behind a text that it begins with.
  func dropping(_ prefix: String) -> DumpText? {
    hasPrefix(prefix) ? dropFirst(prefix.utf8.count) : nil
  }

  /// Returns what stands behind the first place of a text.
  func behind(_ text: String) -> DumpText? {
    place(of: text).map { self[$0...].dropFirst(text.utf8.count) }
  }

  /// Returns what stands before the first place of a text, or all where it is not there.
  func before(_ text: String) -> DumpText {
    place(of: text).map { self[..<$0] } ?? self
  }

  /// Returns the first word, which a blank ends.
  var firstWord: DumpText { prefix { $0 != UInt8(ascii: " ") } }

  /// Returns what stands behind the last place of a byte, or all where it is not there.
  func behindLast(_ byte: UInt8) -> DumpText {
    lastIndex(of: byte).map { self[$0...].dropFirst() } ?? self
  }

  /// Returns the word behind `name=`, where a blank or nothing stands before the name.
  func member(_ name: String) -> DumpText? {
    var rest = self
    while let place = rest.place(of: name) {
      let value = rest[place...].dropFirst(name.utf8.count)
      if value.first == UInt8(ascii: "="),
        place == startIndex || self[place - 1] == UInt8(ascii: " ")
      {
        return value.dropFirst().firstWord
      }
      rest = value
    }
    return nil
  }

  /// Returns the text without blanks at its ends.
  var trimmed: DumpText {
    var text = drop { Self.isBlank($0) }
    while let last = text.last, Self.isBlank(last) { text = text.dropLast() }
    return text
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }

  private func place(of text: String) -> Int? {
    guard let first = text.utf8.first else { return nil }
    var rest = self
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.hasPrefix(text) { return index }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self + 32 : self
  }
}
