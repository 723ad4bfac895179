/// Escapes that make text from a log harmless where it is printed: one function per place.
///
/// All take any bytes; each byte that is not UTF-8 becomes U+FFFD.
package enum TextEscaping {
  /// Escapes control bytes, ANSI sequences, bidi controls and what nobody sees as `\x1b` and `\u{202e}`, and
  /// the first character of what a server for CI would obey in the output of a job, as `\x23#vso[`.
  package static func terminal(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    forEachScalar(text) { scalar, index in
      switch scalar {
      case 0x23 where ServerCommands.isCommand(text, at: index): bytes.append(utf8: "\\x23")
      case 0x3A where ServerCommands.isCommand(text, at: index): bytes.append(utf8: "\\x3a")
      case 0x0A: bytes.append(utf8: "\\n")
      case 0x0D: bytes.append(utf8: "\\r")
      case 0x09: bytes.append(utf8: "\\t")
      case _ where !isHarmful(scalar): append(scalar, to: &bytes)
      case ..<0x80:
        bytes.append(utf8: "\\x")
        bytes.append(hex: UInt64(scalar), width: 2)
      default:
        bytes.append(utf8: "\\u{")
        bytes.append(hex: UInt64(scalar), width: scalar > 0xFF ? 4 : 2)
        bytes.append(UInt8(ascii: "}"))
      }
    }
  }

  /// Escapes a text for the inside of a JSON string.
  package static func json(_ text: String, into bytes: inout [UInt8]) {
    // Most texts need no escape and are copied.
    if isPlain(text.utf8.span, forJSON: true) {
      bytes.append(utf8: text)
    } else {
      json(text.utf8.span, into: &bytes)
    }
  }

  /// Whether every byte is printable ASCII that needs no escape on a terminal, or in JSON.
  private static func isPlain(_ text: Span<UInt8>, forJSON isJSON: Bool) -> Bool {
    for index in text.indices {
      switch text[index] {
      case 0x22, 0x5C: if isJSON { return false }
      case 0x21, 0x2F: if isJSON, index > 0, text[index - 1] == 0x3C { return false }
      case 0x23: if index > 0, text[index - 1] == 0x23 { return false }
      case 0x3A: if !isJSON, index > 0, text[index - 1] == 0x3A { return false }
      case 0x20...0x7E: break
      default: return false
      }
    }
    return true
  }

  /// Escapes for the inside of a JSON string, so that a terminal or a script element may hold it.
  package static func json(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    var last: UInt32 = 0
    forEachScalar(text) { scalar, index in
      switch scalar {
      case 0x22: bytes.append(utf8: "\\\"")
      case 0x5C: bytes.append(utf8: "\\\\")
      case 0x0A: bytes.append(utf8: "\\n")
      case 0x0D: bytes.append(utf8: "\\r")
      case 0x09: bytes.append(utf8: "\\t")
      // `</script>` would end the element that the JSON stands in.
      case 0x2F where last == 0x3C: bytes.append(utf8: "\\/")
      // `<!--` would let a later `<script` hide the true end.
      case 0x21 where last == 0x3C: bytes.append(utf8: "\\u0021")
      // Some servers for CI obey this anywhere in a line.
      case 0x23 where ServerCommands.isCommand(text, at: index): bytes.append(utf8: "\\u0023")
      case _ where !isHarmful(scalar): append(scalar, to: &bytes)
      default:
        for unit in UTF16.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init() {
          bytes.append(utf8: "\\u")
          bytes.append(hex: UInt64(unit), width: 4)
        }
      }
      last = scalar
    }
  }

  /// Escapes for the value of a Prometheus label.
  ///
  /// The format knows three escapes; any other control character becomes U+FFFD.
  package static func prometheusLabel(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    forEachScalar(text) { scalar, _ in
      switch scalar {
      case 0x22: bytes.append(utf8: "\\\"")
      case 0x5C: bytes.append(utf8: "\\\\")
      case 0x0A: bytes.append(utf8: "\\n")
      default: append(isHarmful(scalar) ? 0xFFFD : scalar, to: &bytes)
      }
    }
  }

  /// Escapes for the value of a tag in the line protocol of InfluxDB.
  ///
  /// A backslash has no escape there, and one before a comma would undo that of the comma: it becomes
  /// a slash. A control character becomes U+FFFD.
  package static func lineProtocolTag(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    forEachScalar(text) { scalar, _ in
      switch scalar {
      case 0x20, 0x2C, 0x3D: bytes += [UInt8(ascii: "\\"), UInt8(scalar)]
      case 0x5C: bytes.append(UInt8(ascii: "/"))
      default: append(isHarmful(scalar) ? 0xFFFD : scalar, to: &bytes)
      }
    }
  }

  /// Escapes for a text in quotation marks in the line protocol of InfluxDB.
  package static func lineProtocolText(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    forEachScalar(text) { scalar, _ in
      switch scalar {
      case 0x22, 0x5C: bytes += [UInt8(ascii: "\\"), UInt8(scalar)]
      default: append(isHarmful(scalar) ? 0xFFFD : scalar, to: &bytes)
      }
    }
  }

  /// Escapes for the text and the attributes of XML and HTML; characters harmful to a terminal are
  /// spelled out as there, since XML forbids most of them and a browser obeys the rest.
  package static func markup(_ text: Span<UInt8>, into bytes: inout [UInt8]) {
    var visible: [UInt8] = []
    terminal(text, into: &visible)
    forEachScalar(visible.span) { scalar, _ in
      switch scalar {
      case 0x26: bytes.append(utf8: "&amp;")
      case 0x3C: bytes.append(utf8: "&lt;")
      case 0x3E: bytes.append(utf8: "&gt;")
      case 0x22: bytes.append(utf8: "&quot;")
      case 0x27: bytes.append(utf8: "&#39;")
      // These are no characters, and XML forbids them.
      case 0xFFFE, 0xFFFF: append(0xFFFD, to: &bytes)
      default: append(scalar, to: &bytes)
      }
    }
  }

  /// Escapes for the message of a workflow command of GitHub Actions, which ends with its line, and
  /// for one of its properties, which end at a colon or comma too.
  package static func workflowCommand(
    _ text: Span<UInt8>, isProperty: Bool, into bytes: inout [UInt8]
  ) {
    var visible: [UInt8] = []
    terminal(text, into: &visible)
    for byte in visible {
      switch byte {
      case UInt8(ascii: "%"): bytes.append(utf8: "%25")
      case UInt8(ascii: ":") where isProperty: bytes.append(utf8: "%3A")
      case UInt8(ascii: ",") where isProperty: bytes.append(utf8: "%2C")
      default: bytes.append(byte)
      }
    }
  }

  /// Escapes the path of a file for a URI; bytes other than letters, digits and harmless marks are
  /// written in hexadecimal.
  package static func uriPath(_ path: Span<UInt8>, into bytes: inout [UInt8]) {
    for index in path.indices {
      switch path[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
        bytes.append(path[index])
      default:
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hex: UInt64(path[index]), width: 2)
      }
    }
  }

  /// Quotes a text as one word of a shell's command where it needs to be.
  package static func shellWord(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+@%:,=".utf8.contains(byte)
        }
      }
    if isPlain { return text }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// Escapes a text for a terminal.
  package static func terminal(_ text: String) -> String {
    if isPlain(text.utf8.span, forJSON: false) { return text }
    var bytes: [UInt8] = []
    terminal(text.utf8.span, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it is a control character, a line separator, a character that reorders text or one that nobody
  /// sees; those that join the letters of a script or the parts of a picture stay.
  private static func isHarmful(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xE_0000...0xE_007F:
      true
    default: false
    }
  }

  /// Calls a function with each scalar and where it begins.
  private static func forEachScalar(_ text: Span<UInt8>, _ body: (UInt32, Int) -> Void) {
    var index = 0
    while index < text.count {
      let (scalar, length) = scalar(of: text, at: index) ?? (0xFFFD, 1)
      body(scalar, index)
      index += length
    }
  }

  /// The scalar at an index, or nil where the bytes are not UTF-8.
  private static func scalar(of text: Span<UInt8>, at index: Int) -> (UInt32, Int)? {
    let first = text[index]
    let length: Int
    let smallest: UInt32
    var value: UInt32
    switch first {
    case ..<0x80: return (UInt32(first), 1)
    case 0xC2...0xDF: (length, smallest, value) = (2, 0x80, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, smallest, value) = (3, 0x800, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, smallest, value) = (4, 0x1_0000, UInt32(first & 0x07))
    default: return nil
    }
    guard text.count - index >= length else { return nil }
    for offset in 1..<length {
      let byte = text[index + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    guard value >= smallest, value <= 0x10_FFFF, !(0xD800...0xDFFF ~= value) else { return nil }
    return (value, length)
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if scalar < 0x80 {
      bytes.append(UInt8(scalar))
    } else if let scalar = Unicode.Scalar(scalar) {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
