internal import Database
internal import TextWriting

/// How the rows of a query are printed.
package enum ResultFormat: String, Sendable, CaseIterable { case text, csv, json }

/// Prints rows as bytes that are taken away now and then.
package protocol ResultPrinter {
  /// What is printed so far.
  var bytes: [UInt8] { get set }
  mutating func add(_ row: borrowing QueryRows)
  /// Ends the result.
  mutating func end()
}

extension ResultFormat {
  package func printer(of columns: [String]) -> any ResultPrinter {
    switch self {
    case .text: TextTable(columns)
    case .csv: CSVTable(columns)
    case .json: JSONTable(columns)
    }
  }
}

extension ResultFormat {
  /// What parts the results of two statements: an empty line, ended as the others of the format are; an array
  /// of JSON stands for itself.
  package var divider: [UInt8] {
    switch self {
    case .text: Array("\n".utf8)
    case .csv: Array("\r\n".utf8)
    case .json: []
    }
  }
}

extension [UInt8] {
  /// Appends bytes as `x'00ff'`, as SQL writes them.
  mutating func append(blob: [UInt8]) {
    append(utf8: "x'")
    for byte in blob { append(hex: UInt64(byte), width: 2) }
    append(utf8: "'")
  }

  /// Appends a number in the shortest form that reads as the same one.
  mutating func append(number value: Double) {
    // What is whole needs no fraction, as long as every whole number there has a double of its own.
    if value.rounded() == value, abs(value) < 9e15 {
      append(number: Int64(value))
    } else {
      append(utf8: "\(value)")
    }
  }
}
