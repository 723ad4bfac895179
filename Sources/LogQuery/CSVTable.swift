internal import Database
internal import TextWriting

/// Comma-separated values as RFC 4180 has them, with a header.
///
/// Null is an empty cell, and an empty text one of two quotation marks. Characters that command a terminal are
/// spelled out: the format has no place for them.
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
      text.isEmpty || text.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      || text.utf8.first == 0x20 || text.utf8.last == 0x20
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
    var start = text.utf8.startIndex
    // Line breaks and tabs stay; between them nothing else may command a terminal.
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      guard byte == 0x22 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { continue }
      escape(text.utf8[start..<index])
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
      start = text.utf8.index(after: index)
    }
    escape(text.utf8[start...])
    if isQuoted { bytes.append(UInt8(ascii: "\"")) }
  }

  private mutating func escape(_ part: Substring.UTF8View) {
    let part = Array(part)
    TextEscaping.terminal(part.span, into: &bytes)
  }
}
