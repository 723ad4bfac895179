internal import TextWriting

/// Columns and line breaks; widths count scalars, since report text is mostly ASCII.
enum TextLayout {
  static func width(of text: String) -> Int { text.unicodeScalars.count }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
  }

  static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - Self.width(of: text))) + text
  }

  /// Breaks at spaces; a word longer than a line stays whole, so that it can be copied.
  static func wrapWords(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    // Bytes: to append scalars one by one took a sixth of the time of a short log.
    var line: [UInt8] = []
    var lineWidth = 0
    for word in text.utf8.split(separator: UInt8(ascii: " ")) {
      let wordWidth = word.count { $0 & 0xC0 != 0x80 }
      if lineWidth > 0, lineWidth + 1 + wordWidth > width {
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        lineWidth = 0
      }
      if lineWidth > 0 {
        line.append(UInt8(ascii: " "))
        lineWidth += 1
      }
      line.append(contentsOf: word)
      lineWidth += wordWidth
    }
    return lineWidth > 0 ? lines + [String(decoding: line, as: UTF8.self)] : lines
  }

  /// Breaks anywhere, as log text is shown; what needs more lines than the limit ends in `…`.
  static func wrapHard(_ text: String, width: Int, limit: Int) -> [String] {
    var lines: [String] = []
    var rest = text.unicodeScalars[...]
    while rest.count > width, lines.count < limit {
      lines.append(String(String.UnicodeScalarView(rest.prefix(width))))
      rest = rest.dropFirst(width)
    }
    if lines.count < limit {
      lines.append(String(String.UnicodeScalarView(rest)))
    } else {
      lines[lines.count - 1].unicodeScalars.removeLast()
      lines[lines.count - 1] += "…"
    }
    return lines
  }

  static func plural(_ count: Int64, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  static func plural(_ count: Int, _ noun: String) -> String { plural(Int64(count), noun) }

  /// A span of time as `4.2 s`.
  static func seconds(_ value: Double) -> String { NumberText.decimal(value, places: 3) + " s" }

  /// A gap between two instants as `+12s`, `+5m00s` or `+18h05m`.
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
