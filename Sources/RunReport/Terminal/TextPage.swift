internal import TextWriting

/// The lines of a text report as they are added; texts are escaped before they get here.
struct TextPage {
  /// The column of values, counted from the indentation, unless a table sets another.
  static let valueColumn = 13

  private(set) var bytes: [UInt8] = []
  let palette: Palette
  let width: Int

  init(palette: Palette, width: Int) {
    self.palette = palette
    self.width = width
  }

  mutating func blank() { bytes.append(UInt8(ascii: "\n")) }

  mutating func line(_ text: String) {
    bytes.append(utf8: text)
    blank()
  }

  /// Adds a blank line, unless the page begins here or one stands here already.
  mutating func paragraph() {
    let end = bytes.suffix(2)
    if !end.isEmpty, !end.elementsEqual([UInt8(ascii: "\n"), UInt8(ascii: "\n")]) { blank() }
  }

  /// Adds a blank line and a heading.
  mutating func heading(_ text: String) {
    paragraph()
    line(palette.paint(.heading, text))
  }

  /// Adds a label and as much of a text as fits beside it; `…` stands for the rest.
  mutating func oneLine(
    _ label: String, _ text: String, column: Int, role: Palette.Role = .heading
  ) {
    begin(label, column: column, indent: 0, role: role)
    line(TextLayout.shortened(text, to: width - column))
  }

  /// Adds a text without a line's end.
  mutating func write(_ text: String) { bytes.append(utf8: text) }

  /// Adds a text, and spaces up to a width behind it.
  mutating func write(_ text: String, width: Int) {
    write(text)
    space(width - TextLayout.width(of: text))
  }

  mutating func space(_ count: Int) { bytes.append(UInt8(ascii: " "), count: count) }

  /// Adds a label and prose beside it, wrapped at spaces; no line where there is no prose.
  ///
  /// A word longer than a line stays whole, so that it can be copied.
  mutating func labelled(
    _ label: String, _ text: String, column: Int = valueColumn, indent: Int,
    role: Palette.Role = .quiet
  ) {
    let limit = width - indent - column
    let text = text.utf8.span
    var lineWidth = 0
    var index = 0
    var isFirst = true
    while index < text.count {
      let start = index
      var wordWidth = 0
      while index < text.count, text[index] != UInt8(ascii: " ") {
        if text[index] & 0xC0 != 0x80 { wordWidth += 1 }
        index += 1
      }
      if index > start {
        if lineWidth > 0, lineWidth + 1 + wordWidth <= limit {
          space(1)
          lineWidth += 1 + wordWidth
        } else {
          if lineWidth > 0 { blank() }
          begin(isFirst ? label : "", column: column, indent: indent, role: role)
          isFirst = false
          lineWidth = wordWidth
        }
        for place in start..<index { bytes.append(text[place]) }
      }
      index += 1
    }
    if lineWidth > 0 { blank() }
  }

  /// Adds a label and text of a log beside it, its spaces kept, in at most three rows.
  mutating func logText(
    _ label: String, _ text: String, column: Int = valueColumn, indent: Int
  ) {
    let rows = TextLayout.rows(of: text, width: width - indent - column, limit: 3)
    for (number, row) in rows.enumerated() {
      begin(number == 0 ? label : "", column: column, indent: indent, role: .quiet)
      line(row)
    }
  }

  /// Adds text of a log behind a gutter, its spaces kept, in at most so many rows.
  mutating func gutter(
    _ number: String, column: Int, _ text: String, rows limit: Int, role: Palette.Role? = nil
  ) {
    let rows = TextLayout.rows(of: text, width: width - column - 3, limit: limit)
    for (index, row) in rows.enumerated() {
      let number = TextLayout.rightAligned(index == 0 ? number : "", to: column)
      write(palette.paint(.quiet, number + " │") + " ")
      line(role.map { palette.paint($0, row) } ?? row)
    }
  }

  /// Begins a line with its indentation and its label, if it has one.
  private mutating func begin(_ label: String, column: Int, indent: Int, role: Palette.Role) {
    space(indent)
    write(palette.paint(role, label))
    let distance = column - TextLayout.width(of: label)
    // A label as wide as its column still keeps its distance.
    space(distance > 0 || label.isEmpty ? distance : 2)
  }
}
