internal import Database
internal import TextWriting

/// An array of objects, one on a line, whose members stand in the order of the columns.
struct JSONTable: ResultPrinter {
  var bytes: [UInt8] = []
  private let names: [String]
  private var isEmpty = true

  init(_ columns: [String]) {
    // Of members with one name a reader would keep one: the others are numbered.
    var counts: [String: Int] = [:]
    var taken = Set(columns)
    names = columns.map { name in
      counts[name, default: 0] += 1
      guard var count = counts[name], count > 1 else { return name }
      while !taken.insert("\(name):\(count - 1)").inserted { count += 1 }
      counts[name] = count
      return "\(name):\(count - 1)"
    }
    bytes.append(UInt8(ascii: "["))
  }

  mutating func add(_ row: borrowing QueryRows) {
    bytes.append(utf8: isEmpty ? "\n" : ",\n")
    isEmpty = false
    bytes.append(UInt8(ascii: "{"))
    for column in row.columns.indices {
      if column > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text: names[column])
      bytes.append(UInt8(ascii: ":"))
      switch row.value(column) {
      case .null: bytes.append(utf8: "null")
      case .int(let value): bytes.append(number: value)
      // JSON has no infinity.
      case .double(let value) where !value.isFinite: bytes.append(utf8: "null")
      case .double(let value): bytes.append(number: value)
      case .text(let value): append(text: value)
      case .blob(let value):
        var text: [UInt8] = []
        text.append(blob: value)
        append(text: String(decoding: text, as: UTF8.self))
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func end() { bytes.append(utf8: isEmpty ? "]\n" : "\n]\n") }

  private mutating func append(text: String) {
    bytes.append(UInt8(ascii: "\""))
    TextEscaping.json(text, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
