internal import TextWriting

/// The lines of a text report as they are added; texts are escaped before they get here.
struct TextPage {
  /// Where values begin, counted from the indentation, unless a table says otherwise.
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

  /// A blank line and a heading.
  mutating func heading(_ text: String) {
    blank()
    line(palette.paint(.heading, text))
  }

  /// A label and prose beside it, wrapped; no line where there is no prose.
  mutating func labelled(
    _ label: String, _ text: String, column: Int = valueColumn, indent: Int,
    role: Palette.Role = .quiet
  ) {
    let lines = TextLayout.wrapWords(text, width: width - indent - column)
    add(label, lines, column: column, indent: indent, role: role)
  }

  /// A label and text of a log beside it, its spaces kept; at most three lines of it.
  mutating func logText(
    _ label: String, _ text: String, column: Int = valueColumn, indent: Int
  ) {
    let lines = TextLayout.wrapHard(text, width: width - indent - column, limit: 3)
    add(label, lines, column: column, indent: indent, role: .quiet)
  }

  private mutating func add(
    _ label: String, _ lines: [String], column: Int, indent: Int, role: Palette.Role
  ) {
    for (index, text) in lines.enumerated() {
      let label = index == 0 ? label : ""
      // A label as wide as its column still keeps its distance.
      let gap = max(column - TextLayout.width(of: label), label.isEmpty ? 0 : 2)
      line(
        String(repeating: " ", count: indent) + palette.paint(role, label)
          + String(repeating: " ", count: gap) + text)
    }
  }
}
