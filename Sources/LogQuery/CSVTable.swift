internal import Database
internal import TextWriting

/// Comma-separated values as RFC 4180 has them, with a header.
///
/// Null is an empty cell, and an empty text one of two quotation marks. Characters that command a terminal are
/// spelled out: the format has no place for them. A text that a spreadsheet would calculate has an apostrophe
/// before it.
struct CSVTable: ResultPrinter {
  var bytes: [UInt8] = []

  init(_ columns: [String]) {
    for (number, name) in columns.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text: name)
    }
    bytes.append(utf8: "\r\n")
  }

  mutating func add(_ row: borrowing QueryRows) {
    for column in row.columns.indices {
      if column > 0 { bytes.append(UInt8(ascii: ",")) }
      switch row.value(column) {
      case .null: break
      case .int(let value): bytes.append(number: value)
      case .double(let value): bytes.append(number: value)
      case .text(let value): append(text: value)
      case .blob(let value): bytes.append(blob: value)
      }
    }
    bytes.append(utf8: "\r\n")
  }

  mutating func end() {}

  private mutating func append(text: String) {
    let isQuoted =
      text.isEmpty || text.utf8.contains { [0x22, 0x2C, 0x0A].contains($0) }
      || text.utf8.first == 0x20 || text.utf8.last == 0x20
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    if Self.isFormula(text) { bytes.append(UInt8(ascii: "'")) }
    var start = text.utf8.startIndex
    // Ends of lines stay, but no return alone, which would write over its line; between them nothing may
    // command a terminal.
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      let isReturn = byte == 0x0D && text.utf8[index...].dropFirst().first == 0x0A
      guard byte == 0x22 || byte == 0x0A || isReturn else { continue }
      escape(text.utf8[start..<index])
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
      start = text.utf8.index(after: index)
    }
    escape(text.utf8[start...])
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  /// Whether a spreadsheet would take a text for a formula; a number with a sign is none.
  private static func isFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first, "=+-@".utf8.contains(first) else { return false }
    return Double(text) == nil
  }

  private mutating func escape(_ part: Substring.UTF8View) {
    let part = Array(part)
    TextEscaping.terminal(part.span, into: &bytes)
  }
}
