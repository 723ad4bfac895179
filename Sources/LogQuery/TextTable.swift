internal import Database
internal import TextWriting

/// A table for people: aligned columns, numbers to the right, NULL where there is no value.
///
/// No cell is cut. Rows wait until all are there, so that the columns fit; of a result that is larger than
/// `kept` the columns fit its first rows, and what is wider later stands out.
struct TextTable: ResultPrinter {
  private struct Cell {
    var start: Int
    var count: Int
    var width: Int
  }

  /// How many bytes of rows wait.
  private static let kept = 32 << 20

  var bytes: [UInt8] = []
  private let columns: Int
  private var texts: [UInt8] = []
  private var cells: [Cell] = []
  private var widths: [Int]
  /// Whether all values of a column are numbers so far.
  private var areNumbers: [Bool]
  private var hasHeader = false
  private var rowCount = 0

  init(_ columns: [String]) {
    self.columns = columns.count
    widths = [Int](repeating: 0, count: columns.count)
    areNumbers = [Bool](repeating: true, count: columns.count)
    for (column, name) in columns.enumerated() {
      add(column) { TextEscaping.terminal(name.utf8.span, into: &$0) }
    }
  }

  mutating func add(_ row: borrowing QueryRows) {
    rowCount += 1
    for column in row.columns.indices {
      switch row.value(column) {
      case .null: add(column) { $0.append(utf8: "NULL") }
      case .int(let value): add(column) { $0.append(number: value) }
      case .double(let value): add(column) { $0.append(number: value) }
      case .text(let value):
        areNumbers[column] = false
        add(column) { TextEscaping.terminal(value.utf8.span, into: &$0) }
      case .blob(let value):
        areNumbers[column] = false
        add(column) { $0.append(blob: value) }
      }
    }
    if texts.count > Self.kept || hasHeader && texts.count > 1 << 16 { flush() }
  }

  mutating func end() {
    flush()
    bytes.append(utf8: rowCount == 1 ? "(1 row)\n" : "(\(rowCount) rows)\n")
  }

  private mutating func add(_ column: Int, _ append: (inout [UInt8]) -> Void) {
    let start = texts.count
    append(&texts)
    var width = 0
    // A scalar's first byte is the one that does not continue another.
    for index in start..<texts.count where texts[index] & 0xC0 != 0x80 { width += 1 }
    cells.append(Cell(start: start, count: texts.count - start, width: width))
    if !hasHeader { widths[column] = max(widths[column], width) }
  }

  /// Prints the rows that wait.
  private mutating func flush() {
    var first = 0
    while first < cells.count {
      printRow(from: first)
      first += columns
      if !hasHeader {
        hasHeader = true
        for column in 0..<columns {
          if column > 0 { bytes.append(utf8: "  ") }
          bytes.append(UInt8(ascii: "-"), count: max(1, widths[column]))
        }
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    cells.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }

  private mutating func printRow(from first: Int) {
    for column in 0..<columns {
      let cell = cells[first + column]
      if column > 0 { bytes.append(utf8: "  ") }
      let fill = widths[column] - cell.width
      let isRight = areNumbers[column] && rowCount > 0
      if isRight { bytes.append(UInt8(ascii: " "), count: fill) }
      bytes.append(contentsOf: texts[cell.start..<(cell.start + cell.count)])
      // Nothing stands behind the last column, not even a space.
      if !isRight, column < columns - 1 { bytes.append(UInt8(ascii: " "), count: fill) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
