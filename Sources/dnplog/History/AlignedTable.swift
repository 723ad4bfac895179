internal import RunReport
internal import TextWriting

/// Rows of cells as lines of text, each column as wide as its widest cell.
struct AlignedTable {
  private var rows: [[String]]
  /// The columns of numbers, which end at the same place.
  private let numbers: Set<Int>

  init(_ head: [String], numbers: Set<Int> = []) {
    rows = [head]
    self.numbers = numbers
  }

  /// Adds a row; what a log or a user chose cannot break it.
  mutating func add(_ cells: [String]) { rows.append(cells.map(RuleText.oneLine)) }

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = row.enumerated().map { column, cell in
        numbers.contains(column)
          ? TextLayout.rightAligned(cell, to: widths[column])
          : TextLayout.padded(cell, to: widths[column])
      }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
