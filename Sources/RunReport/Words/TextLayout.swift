internal import TextWriting

/// Columns and line breaks; widths count scalars, since report text is mostly ASCII.
package enum TextLayout {
  static func width(of text: String) -> Int {
    // A scalar's first byte is the one that does not continue another.
    let bytes = text.utf8.span
    var width = 0
    for index in bytes.indices where bytes[index] & 0xC0 != 0x80 { width += 1 }
    return width
  }

  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
  }

  package static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - Self.width(of: text))) + text
  }

  /// Returns a text that is no wider than a width, cut behind a word, or within a long one.
  static func shortened(_ text: String, to width: Int) -> String {
    guard Self.width(of: text) > width else { return text }
    let head = String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, width - 1)))
    let words = String(head)
    guard let space = words.lastIndex(of: " "), words[space...].utf8.count <= 16
    else { return words + "…" }
    return words[..<space] + " …"
  }

  /// Returns a path that is no wider than a width, with `…` for its first folders.
  static func shortenedAtFront(_ path: String, to width: Int) -> String {
    guard Self.width(of: path) > width else { return path }
    let tail = String(String.UnicodeScalarView(path.unicodeScalars.suffix(max(0, width - 1))))
    return "…" + (tail.firstIndex(of: "/").map { String(tail[$0...]) } ?? tail)
  }

  /// Returns a sentence that is no wider than a width, cut in front of what stands in brackets at its
  /// end, e.g. the name of a rule.
  static func shortenedInside(_ text: String, to width: Int) -> String {
    guard Self.width(of: text) > width else { return text }
    guard text.hasSuffix(")"), let bracket = text.lastIndex(of: "("),
      Self.width(of: String(text[bracket...])) < width / 2
    else { return shortened(text, to: width) }
    let tail = " " + text[bracket...]
    return shortened(String(text[..<bracket]), to: width - Self.width(of: tail)) + tail
  }

  /// Breaks a sentence at its spaces; a word longer than a row, e.g. the name of a rule, stays whole.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var rows: [String] = []
    for word in text.split(separator: " ") {
      if let row = rows.last, Self.width(of: row) + 1 + Self.width(of: String(word)) <= width {
        rows[rows.count - 1] = row + " " + word
      } else {
        rows.append(String(word))
      }
    }
    return rows.isEmpty ? [""] : rows
  }

  /// Breaks text of a log into rows, its spaces kept; of more than the limit the last ends in `…`.
  ///
  /// A row ends at a space where it can, so that what is copied from it is found in the log.
  static func rows(of text: String, width: Int, limit: Int) -> [String] {
    let bytes = Array(text.utf8)
    var rows: [String] = []
    var end = 0
    while rows.isEmpty || end < bytes.count && rows.count < limit {
      let start = end
      var scalars = 0
      var last = start
      var space: Int?
      while end < bytes.count, scalars < width || bytes[end] & 0xC0 == 0x80 {
        if bytes[end] & 0xC0 != 0x80 {
          scalars += 1
          last = end
        }
        if bytes[end] == UInt8(ascii: " "), scalars > width / 2 { space = end }
        end += 1
      }
      let isCut = rows.count == limit - 1 && end < bytes.count
      if let space, end < bytes.count, !isCut, bytes[end] != UInt8(ascii: " ") { end = space }
      let row = String(decoding: bytes[start..<(isCut ? last : end)], as: UTF8.self)
      rows.append(row + (isCut ? "…" : ""))
      // The row's end stands for the space.
      if end < bytes.count, bytes[end] == UInt8(ascii: " ") { end += 1 }
    }
    return rows
  }

  /// Returns a number with its noun.
  package static func plural(_ count: Int64, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// Returns a number with its noun.
  package static func plural(_ count: Int, _ noun: String) -> String { plural(Int64(count), noun) }

  /// Returns a span of time as `4.2 s`.
  package static func seconds(_ value: Double) -> String {
    NumberText.decimal(value, places: 3) + " s"
  }

  /// Returns a span of time in its two largest units: `4.2 s`, `5 min 12 s`, `5 h 11 min`, `3 d 4
  /// h`.
  package static func span(_ value: Double) -> String {
    if value < 0 { return "-" + span(-value) }
    guard value >= 120, value < 1e15 else { return seconds(value) }
    let whole = Int64(value.rounded())
    let (large, small, names) =
      whole < 7200
      ? (whole / 60, whole % 60, ("min", "s"))
      : whole < 172_800
        ? (whole / 3600, whole / 60 % 60, ("h", "min"))
        : (whole / 86_400, whole / 3600 % 24, ("d", "h"))
    return "\(large) \(names.0)" + (small == 0 ? "" : " \(small) \(names.1)")
  }

  /// Returns bytes with three digits at most, in units of a thousand.
  package static func size(_ bytes: Double) -> String {
    var value = bytes
    var unit = "B"
    for larger in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
      value /= 1000
      unit = larger
    }
    if unit == "B" || value >= 99.95 { return "\(Int(value.rounded())) \(unit)" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }

  /// Returns a gap between two instants as `+12s`, `+5m00s` or `+18h05m`.
  static func gap(_ microseconds: Int64) -> String {
    let sign = microseconds < 0 ? "-" : "+"
    let whole = Int64(clamping: microseconds.magnitude / 1_000_000)
    if whole < 120 {
      let places = whole < 10 ? 3 : 0
      return sign
        + NumberText.decimal(Double(microseconds.magnitude) / 1_000_000, places: places) + "s"
    }
    if whole < 7200 { return sign + "\(whole / 60)m\(NumberText.padded(whole % 60, to: 2))s" }
    return sign + "\(whole / 3600)h\(NumberText.padded(whole / 60 % 60, to: 2))m"
  }
}
