internal import TextWriting

/// An HTML page as it is added to; every text is escaped here and nowhere else.
package struct HTMLPage {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds markup of our own, unescaped.
  package mutating func raw(_ markup: String) { bytes.append(utf8: markup) }

  package mutating func text(_ text: String) { bytes.append(markup: text) }

  /// Adds the head of a page, up to the beginning of its body.
  ///
  /// - Parameter script: The only script of the page; nil for a page without one.
  package mutating func begin(title: String, extraStyle: String = "", script: String? = nil) {
    let sheet = PageStyle.sheet + extraStyle
    // A reader of logs knows a report by its first elements.
    raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    element("title", title)
    let policy = ContentPolicy.words(style: sheet, script: script)
    raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">\n")
    raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
    // Without it a browser asks the server of the page for one.
    raw("<link rel=\"icon\" href=\"data:,\">\n")
    raw("<style>\(sheet)</style>\n</head>\n<body>\n")
  }

  /// Begins the header of a page with its verdict and the reasons for it.
  mutating func beginHeader(kind: String, mark: String, verdict: String, reasons: [String]) {
    raw("<header class=\"\(kind)\">\n<div class=\"verdict\">")
    raw("<span class=\"mark\" aria-hidden=\"true\">\(mark)</span>")
    raw("<div>")
    element("h1", verdict)
    for reason in reasons { element("p", reason, kind: "reason") }
    raw("</div></div>\n")
  }

  /// Adds what a report is of, who made it, and when.
  mutating func byline(_ subject: String, toolVersion: String, at now: Int64) {
    raw("<p class=\"by\">")
    text("\(subject.isEmpty ? "" : subject + " · ")dnplog \(toolVersion)")
    if now > 0 {
      raw(" · ")
      text("reported at ")
      time(now.multipliedReportingOverflow(by: 1_000_000).partialValue)
    }
    raw("</p>\n")
  }

  /// Adds an element that holds a text and nothing else; `kind` is its class.
  package mutating func element(_ name: String, _ content: String, kind: String? = nil) {
    raw(kind.map { "<\(name) class=\"\($0)\">" } ?? "<\(name)>")
    text(content)
    raw("</\(name)>\n")
  }

  /// Adds a link to a place on the page; `anchor` is an identifier of our own.
  mutating func link(to anchor: String, _ content: String) {
    raw("<a href=\"#\(anchor)\">")
    text(content)
    raw("</a>")
  }

  /// Adds an instant in UTC; the script sets the time of the reader's own zone beside it.
  mutating func time(_ instant: Int64) {
    let iso = InstantText.iso(instant)
    if WallClock.lacksYear(instant) { return text(iso) }
    raw("<time datetime=\"\(iso)\">")
    text(HTMLWords.time(instant))
    raw("</time>")
  }

  /// Adds a table; without a head the first cell of each row is one. On a narrow page each row becomes
  /// a block whose cells name their column.
  package mutating func table(_ head: [String], _ rows: [[String]]) {
    if rows.isEmpty { return }
    raw(head.isEmpty ? "<table class=\"pairs\">\n" : "<table>\n")
    if !head.isEmpty {
      raw("<thead><tr>")
      for cell in head {
        raw("<th scope=\"col\">")
        text(cell)
        raw("</th>")
      }
      raw("</tr></thead>\n")
    }
    raw("<tbody>\n")
    for cells in rows { row(cells, head) }
    raw("</tbody></table>\n")
  }

  private mutating func row(_ cells: [String], _ head: [String]) {
    raw("<tr>")
    for (number, cell) in cells.enumerated() {
      let name = head.isEmpty && number == 0 ? "th" : "td"
      raw("<\(name)")
      if head.isEmpty {
        if number == 0 { raw(" scope=\"row\"") }
      } else if number < head.count {
        raw(" data-head=\"")
        text(head[number])
        raw("\"")
      }
      raw(">")
      text(cell)
      raw("</\(name)>")
    }
    raw("</tr>\n")
  }

  /// Adds a section with a heading and an anchor of its own.
  package mutating func section(_ id: String, _ title: String, _ body: (inout HTMLPage) -> Void) {
    raw("<section id=\"\(id)\">\n")
    element("h2", title)
    body(&self)
    raw("</section>\n")
  }

  /// Adds a part that a reader folds and unfolds.
  mutating func fold(
    kind: String? = nil, isOpen: Bool = false, summary: String, body: (inout HTMLPage) -> Void
  ) {
    raw("<details")
    if let kind { raw(" class=\"\(kind)\"") }
    raw(isOpen ? " open><summary>" : "><summary>")
    text(summary)
    raw("</summary>\n")
    body(&self)
    raw("</details>\n")
  }

  /// Adds the number of things that are not listed; nothing for none.
  mutating func rest(_ count: Int, _ noun: String) {
    if count == 0 { return }
    element("p", TextLayout.plural(count, noun) + " \(count == 1 ? "is" : "are") not listed.")
  }

  /// Adds JSON as data for the script; no `<` is left that could end its element.
  mutating func data(_ json: [UInt8], id: String) {
    raw("<script type=\"application/json\" id=\"\(id)\">")
    for byte in json {
      if byte == UInt8(ascii: "<") { raw("\\u003c") } else { bytes.append(byte) }
    }
    raw("</script>\n")
  }
}

/// Words that only the page has.
enum HTMLWords {
  /// `2025-11-14 05:53:00 UTC`
  static func time(_ instant: Int64) -> String {
    let iso = InstantText.iso(instant)
    guard !WallClock.lacksYear(instant), let dot = iso.lastIndex(of: "Z") else { return iso }
    return String(iso[..<dot].map { $0 == "T" ? " " : $0 }) + " UTC"
  }
}
