/// The lines of a file, kept so that a later mistake can show its line.
package struct SourceText: Sendable, Equatable {
  package var path: String
  package var lines: [String]

  package init(path: String = "", lines: [String] = []) {
    self.path = path
    self.lines = lines
  }

  /// Splits a file at every line end of YAML, so that line numbers agree.
  package init(path: String, text: String) {
    self.path = path
    lines = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(String(line))
        line.removeAll()
      default: line.append(scalar)
      }
      previous = scalar
    }
    if !line.isEmpty { lines.append(String(line)) }
  }

  /// The line with a number, counted from one; empty where there is none.
  package func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }

  /// A mistake at a place of this file.
  package func error(
    _ message: String, advice: String = "", line: Int, column: Int
  ) -> SourceError {
    error(message, advice: advice, at: SourceLocation(path: path, line: line, column: column))
  }

  /// A mistake at a place that was noted earlier.
  package func error(
    _ message: String, advice: String = "", at location: SourceLocation
  ) -> SourceError {
    SourceError(message, advice: advice, at: location, sourceLine: self.line(location.line))
  }
}
