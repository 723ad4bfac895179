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

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(of: text)))
  }

  static func rightAligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - Self.width(of: text))) + text
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
