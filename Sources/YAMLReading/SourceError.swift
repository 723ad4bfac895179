/// A place in a text file; lines and columns count from one.
package struct SourceLocation: Sendable, Equatable {
  package var path: String
  package var line: Int
  package var column: Int
  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}

/// A mistake in a rule, catalogue or profile file.
package struct SourceError: Error, Sendable, Equatable {
  package var location: SourceLocation
  /// The problem, without a full stop.
  package var message: String
  /// The remedy; may be empty.
  package var advice: String
  /// The line of the file that the location names; empty where unknown.
  package var sourceLine: String
  package init(
    _ message: String, advice: String = "", at location: SourceLocation, sourceLine: String = ""
  ) {
    self.message = message
    self.advice = advice
    self.location = location
    self.sourceLine = sourceLine
  }

  /// `path:line:column: error: message`, the line, a caret under the column, and the advice.
  package var rendered: String {
    var text = "\(location.path):\(location.line):\(location.column): error: \(message)"
    if !sourceLine.isEmpty {
      // A tab of the line is repeated above the caret, so that both stand in the same column.
      var caret = ""
      for scalar in sourceLine.unicodeScalars.prefix(max(0, location.column - 1)) {
        caret += scalar == "\t" ? "\t" : " "
      }
      text += "\n  \(sourceLine)\n  \(caret)^"
    }
    if !advice.isEmpty { text += (sourceLine.isEmpty ? ": " : " ") + advice }
    return text
  }
}
