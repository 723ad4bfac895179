/// Writes JSON member by member, on one line or indented by two spaces.
///
/// An object or array that is marked inline stays on one line in either form.
package struct JSONWriter {
  package private(set) var bytes: [UInt8] = []
  private let isPretty: Bool
  private var levels: [Level] = []

  private struct Level {
    var isEmpty = true
    var isInline: Bool
  }

  /// Begins a document; without `isPretty` it stands on one line.
  package init(isPretty: Bool) { self.isPretty = isPretty }

  /// Writes an object; without a key, as an element or as the whole document.
  package mutating func object(
    _ key: String? = nil, inline: Bool = false, _ members: (inout JSONWriter) -> Void
  ) {
    group(key, inline: inline, open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), members)
  }

  /// Begins an object, which `endObject` ends.
  package mutating func beginObject(_ key: String?, inline: Bool) {
    begin(key, group: UInt8(ascii: "{"), inline: inline)
  }

  /// Ends the object that was begun last.
  package mutating func endObject() { end(group: UInt8(ascii: "}")) }

  /// Begins an array, which `endArray` ends.
  package mutating func beginArray(_ key: String?, inline: Bool = false) {
    begin(key, group: UInt8(ascii: "["), inline: inline)
  }

  /// Ends the array that was begun last.
  package mutating func endArray() { end(group: UInt8(ascii: "]")) }

  /// Writes an array, one call for each element.
  package mutating func array<Element>(
    _ key: String? = nil, inline: Bool = false, of elements: [Element],
    _ element: (inout JSONWriter, Element) -> Void
  ) {
    group(key, inline: inline, open: UInt8(ascii: "["), close: UInt8(ascii: "]")) { writer in
      for item in elements { element(&writer, item) }
    }
  }

  /// Writes an array of texts.
  package mutating func strings(_ key: String, inline: Bool = false, _ texts: [String]) {
    array(key, inline: inline, of: texts) { $0.string($1) }
  }

  /// Writes a text, or null.
  package mutating func member(_ key: String, _ value: String?) {
    begin(key)
    if let value { quote(value) } else { bytes.append(utf8: "null") }
  }

  /// Writes a truth value, or null.
  package mutating func member(_ key: String, _ value: Bool?) {
    literal(key, value.map { $0 ? "true" : "false" })
  }

  /// Writes a whole number, or null.
  package mutating func member(_ key: String, _ value: Int64?) {
    guard let value else { return literal(key, nil) }
    begin(key)
    bytes.append(number: value)
  }

  /// Writes a count.
  package mutating func member(_ key: String, _ value: Int) { member(key, Int64(value)) }

  /// Writes a number with at most six decimals; null where JSON has no number for it.
  package mutating func member(_ key: String, seconds value: Double?) {
    guard let value, value.isFinite else { return literal(key, nil) }
    begin(key)
    bytes.append(decimal: value)
  }

  /// Writes seconds with all their six decimals, however many there are; or null.
  package mutating func member(_ key: String, microseconds value: Int128?) {
    guard let value else { return literal(key, nil) }
    begin(key)
    bytes.append(microseconds: value)
  }

  /// Writes an instant as ISO 8601 in UTC; null without a year.
  package mutating func member(_ key: String, time value: Int64?) {
    guard let value, !WallClock.lacksYear(value) else { return literal(key, nil) }
    begin(key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(iso: value)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a text as an element of an array.
  package mutating func string(_ text: String) {
    begin(nil)
    quote(text)
  }

  /// Writes a number as an element of an array.
  package mutating func number(_ value: Double) {
    guard value.isFinite else { return literal(nil, nil) }
    begin(nil)
    bytes.append(decimal: value)
  }

  /// Writes a whole number, or null, as an element of an array.
  package mutating func integer(_ value: Int64?) {
    guard let value else { return null() }
    begin(nil)
    bytes.append(number: value)
  }

  /// Writes null as an element of an array.
  package mutating func null() { literal(nil, nil) }

  /// Ends a document.
  package mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func literal(_ key: String?, _ text: String?) {
    begin(key)
    bytes.append(utf8: text ?? "null")
  }

  private mutating func group(
    _ key: String?, inline: Bool, open: UInt8, close: UInt8, _ body: (inout JSONWriter) -> Void
  ) {
    begin(key, group: open, inline: inline)
    body(&self)
    end(group: close)
  }

  private mutating func begin(_ key: String?, group open: UInt8, inline: Bool) {
    begin(key)
    bytes.append(open)
    levels.append(Level(isInline: inline || !isPretty || levels.last?.isInline == true))
  }

  private mutating func end(group close: UInt8) {
    let level = levels.removeLast()
    if !level.isInline, !level.isEmpty { indent() }
    bytes.append(close)
  }

  /// Writes the comma, the line break and the key before a value.
  private mutating func begin(_ key: String?) {
    if let level = levels.last {
      if !level.isEmpty { bytes.append(UInt8(ascii: ",")) }
      if !level.isInline {
        indent()
      } else if isPretty, !level.isEmpty {
        bytes.append(UInt8(ascii: " "))
      }
      levels[levels.count - 1].isEmpty = false
    }
    if let key {
      quote(key)
      bytes.append(utf8: isPretty ? ": " : ":")
    }
  }

  private mutating func indent() {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(UInt8(ascii: " "), count: levels.count * 2)
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    TextEscaping.json(text, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
