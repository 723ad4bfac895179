package import YAMLReading

/// A mistake in the text of an expression.
package struct ExpressionError: Error, Sendable, Equatable {
  /// The problem, without a full stop.
  package var message: String
  /// The remedy; may be empty.
  package var advice: String
  /// The place in the text: bytes of UTF-8, from zero.
  package var offset: Int
  /// The place in the file, if the text stands there as it is, without quotes or escapes.
  package var location: SourceLocation

  /// Makes an error whose file is not known yet.
  init(_ message: String, advice: String = "", at offset: Int) {
    self.message = message
    self.advice = advice
    self.offset = offset
    location = SourceLocation(path: "", line: 0, column: 0)
  }

  /// Returns the error for a text that begins at a place of a file.
  ///
  /// Columns count characters of Unicode, as the YAML reader does. In a text of several lines the
  /// column is that of its beginning, since the file's indentation is not known here.
  func placed(in text: String, at start: SourceLocation) -> ExpressionError {
    var placed = self
    placed.location = start
    let before = Array(text.utf8.prefix(offset))
    if !before.contains(UInt8(ascii: "\n")) {
      // Every byte that does not continue a character begins one.
      placed.location.column += before.count { $0 & 0xC0 != 0x80 }
    }
    return placed
  }
}
