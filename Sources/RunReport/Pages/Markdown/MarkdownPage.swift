internal import TextWriting

/// A page of Markdown that stays short enough for a comment or a step summary.
///
/// Parts are added whole or not at all; those that find no room are counted, and the end says so.
struct MarkdownPage {
  private(set) var bytes: [UInt8] = []
  /// What found no room, in the order of the page.
  private var left: [(count: Int, noun: String)] = []

  /// Characters that a page may have: GitHub takes 65,536 in a comment.
  static let limit = 60_000
  /// Room for the end of a fold and for the sentence on what is left out.
  private static let reserve = 2_000
  /// How long the page may be behind the part that is being added.
  private var ceiling = Self.limit - Self.reserve

  /// Adds a part if it has room.
  @discardableResult
  mutating func add(_ part: (inout MarkdownText) -> Void) -> Bool {
    var text = MarkdownText()
    part(&text)
    guard bytes.count + text.bytes.count <= ceiling else { return false }
    bytes += text.bytes
    return true
  }

  /// Adds parts that leave some room to those behind them.
  mutating func keeping(_ room: Int, _ body: (inout MarkdownPage) -> Void) {
    let outer = ceiling
    ceiling -= room
    body(&self)
    ceiling = outer
  }

  mutating func paragraph(_ text: String) {
    if !add({ $0.paragraph(text) }) { leaveOut(1, "paragraph") }
  }

  /// Adds a table row by row, and after it the number of further rows, those it was not given included.
  mutating func table(
    _ head: [String], _ rows: [[String]], _ noun: String, omitted: Int = 0
  ) {
    if rows.isEmpty { return }
    var shown = 0
    if add({ $0.head(head) }) {
      for row in rows where add({ $0.row(row) }) { shown += 1 }
    }
    add { $0.blank() }
    leaveOut(rows.count - shown, noun)
    if omitted > 0 { paragraph("\(TextLayout.plural(omitted, "more \(noun)")) not listed.") }
  }

  /// Adds a part that a reader unfolds; the blank lines make Markdown work inside it.
  mutating func fold(_ title: String, isOpen: Bool, _ body: (inout MarkdownPage) -> Void) {
    let opening = "<details\(isOpen ? " open" : "")><summary>\(title)</summary>"
    guard add({ $0.line(opening) }) else { return leaveOut(1, "section") }
    body(&self)
    // Its room is reserved.
    bytes.append(utf8: "</details>\n\n")
  }

  /// Notes things that the page does not show for want of room.
  mutating func leaveOut(_ count: Int, _ noun: String) {
    if count <= 0 { return }
    if let place = left.firstIndex(where: { $0.noun == noun }) {
      left[place].count += count
    } else {
      left.append((count, noun))
    }
  }

  /// Says what found no room.
  mutating func end() {
    if left.isEmpty { return }
    let parts = left.map { TextLayout.plural($0.count, $0.noun) }
    var text = MarkdownText()
    text.paragraph(
      "Left out to keep this page short: \(parts.joined(separator: ", ")). "
        + "The HTML and JSON reports have them.")
    bytes += text.bytes
  }
}

/// Markdown as it is written; every text is escaped here and nowhere else.
struct MarkdownText {
  private(set) var bytes: [UInt8] = []

  mutating func raw(_ markup: String) { bytes.append(utf8: markup) }

  mutating func blank() { bytes.append(UInt8(ascii: "\n")) }

  /// Adds markup of our own and a blank line.
  mutating func line(_ markup: String) { raw(markup + "\n\n") }

  mutating func paragraph(_ text: String) { line(Self.escaped(text)) }

  mutating func head(_ cells: [String]) {
    raw("| \(cells.joined(separator: " | ")) |\n")
    raw("|\(String(repeating: "---|", count: cells.count))\n")
  }

  mutating func row(_ cells: [String]) {
    raw("| \(cells.map(Self.escaped).joined(separator: " | ")) |\n")
  }

  /// Adds lines as they are, in a fence longer than any in them.
  mutating func code(_ lines: [String]) {
    if lines.isEmpty { return }
    var longest = 0
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    raw("\n\(fence)text\n\(lines.joined(separator: "\n"))\n\(fence)\n")
  }

  /// Returns a text in which nothing means anything to Markdown or to HTML.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    let visible = Array(TextEscaping.terminal(text).utf8)
    for (index, byte) in visible.enumerated() {
      switch byte {
      // In a comment the user of that name would be notified.
      case UInt8(ascii: "@"): bytes.append(utf8: "&#64;")
      // An address would become a link without any brackets.
      case UInt8(ascii: ":") where visible[index...].starts(with: "://".utf8):
        bytes.append(utf8: "&#58;")
      case UInt8(ascii: ".") where visible[..<index].suffix(3).allSatisfy { $0 | 0x20 == 0x77 }:
        bytes.append(utf8: "&#46;")
      default:
        if special.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let special = Array(#"\`*_[]<>|~&#$"#.utf8)
}
