extension YAMLReader {
  /// Reads the document of a JSON file, or throws the first mistake in it.
  ///
  /// JSON is a subset of YAML except for two things that programs write: tabs that indent, and
  /// escapes of characters in two halves.
  package static func readJSON(_ bytes: [UInt8], path: String) throws(SourceError) -> YAMLNode {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\t"):
        // No JSON string may hold an unescaped tab.
        text.append(UInt8(ascii: " "))
        index += 1
      case UInt8(ascii: "\\"):
        if let scalar = pair(bytes, at: index) {
          let digits = String(scalar.value, radix: 16)
          text += "\\U".utf8
          text += String(repeating: "0", count: 8 - digits.utf8.count).utf8
          text += digits.utf8
          index += 12
        } else {
          // The escaped character, perhaps a backslash, is copied too.
          text += bytes[index..<min(index + 2, bytes.count)]
          index += 2
        }
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    do throws(SourceError) {
      return try read(text, path: path)
    } catch {
      // The author of JSON knows nothing of YAML.
      var mistake = error
      mistake.message = mistake.message.replacing("not valid YAML", with: "not valid JSON")
      throw mistake
    }
  }

  /// The character that two escapes such as `\uD83D\uDE00` stand for.
  private static func pair(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
    guard let high = half(bytes, at: index), (0xD800...0xDBFF).contains(high),
      let low = half(bytes, at: index + 6), (0xDC00...0xDFFF).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func half(_ bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[(index + 2)..<(index + 6)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
