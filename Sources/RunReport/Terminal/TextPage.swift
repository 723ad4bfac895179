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

  /// Adds a blank line and a heading.
  mutating func heading(_ text: String) {
    blank()
    line(palette.paint(.heading, text))
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

  /// Adds a label and text of a log beside it, its spaces kept; at most three lines of it, of which
  /// the last ends in `…` where more would follow.
  ///
  /// A line ends at a space where it can, so that what is copied from it is found in the log.
  mutating func logText(
    _ label: String, _ text: String, column: Int = valueColumn, indent: Int
  ) {
    let limit = width - indent - column
    let text = text.utf8.span
    var end = 0
    for number in 1...3 where number == 1 || end < text.count {
      begin(number == 1 ? label : "", column: column, indent: indent, role: .quiet)
      let start = end
      var scalars = 0
      var last = start
      var space: Int?
      while end < text.count, scalars < limit || text[end] & 0xC0 == 0x80 {
        if text[end] & 0xC0 != 0x80 {
          scalars += 1
          last = end
        }
        if text[end] == UInt8(ascii: " "), scalars > limit / 2 { space = end }
        end += 1
      }
      let isCut = number == 3 && end < text.count
      if let space, end < text.count, !isCut, text[end] != UInt8(ascii: " ") { end = space }
      for place in start..<(isCut ? last : end) { bytes.append(text[place]) }
      line(isCut ? "…" : "")
      // The line's end stands for the space.
      if end < text.count, text[end] == UInt8(ascii: " ") { end += 1 }
    }
  }

  /// Begins a line with its indentation and its label, if it has one.
  private mutating func begin(_ label: String, column: Int, indent: Int, role: Palette.Role) {
    space(indent)
    write(palette.paint(role, label))
    // A label as wide as its column still keeps its distance.
    space(max(column - TextLayout.width(of: label), label.isEmpty ? 0 : 2))
  }
}
