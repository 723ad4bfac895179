internal import LogReading

extension SecretForms {
  /// The quote that opens a value.
  struct Quote {
    private let place: Int
    /// The backslashes before it: a string in a string escapes its quotes.
    private let escapes: Int

    /// Finds the quote at a place, behind blanks and backslashes; nil where there is none.
    init?(in text: Span<UInt8>, from start: Int) {
      let blank = SecretForms.end(of: SecretForms.isBlank, in: text, from: start)
      let quote = SecretForms.end(of: { $0 == Self.backslash }, in: text, from: blank)
      guard quote < text.count,
        text[quote] == UInt8(ascii: "\"") || text[quote] == UInt8(ascii: "'")
      else { return nil }
      place = quote
      escapes = quote - blank
    }

    private static let backslash = UInt8(ascii: "\\")

    /// Returns the range inside the quotes.
    func contents(in text: Span<UInt8>) -> Range<Int> {
      (place + 1)..<max(end(in: text, from: place + 1), place + 1)
    }

    /// Returns all inside the quotes, if it begins with a word of such bytes that is no plain one.
    func value(in text: Span<UInt8>, of isMember: (UInt8) -> Bool) -> Found? {
      let start = SecretForms.end(of: SecretForms.isQuoteOrBlank, in: text, from: place + 1)
      let stop = SecretForms.end(of: isMember, in: text, from: start)
      guard stop > start, !SecretForms.isPlainWord(text, start..<stop) else { return nil }
      var close = end(in: text, from: place + 1)
      if close < start {
        // Nothing stands in the quotes, unless they are doubled as in a table.
        if SecretForms.isBlank(text[start - 1]) { return nil }
        close = end(in: text, from: start)
      }
      return Found(value: start..<max(close, stop))
    }

    /// Returns the closing place: their own quote, one of a string around them, or the line's end.
    private func end(in text: Span<UInt8>, from start: Int) -> Int {
      var run = 0
      var index = start
      while index < text.count, text[index] != UInt8(ascii: "\n") {
        let byte = text[index]
        if byte == text[place] || byte == UInt8(ascii: "\""), closes(behind: run) {
          return run.isMultiple(of: 2) ? index : index - min(run, escapes)
        }
        run = byte == Self.backslash ? run + 1 : 0
        index += 1
      }
      return index
    }

    /// Whether a quote behind some backslashes is not one of the value.
    private func closes(behind run: Int) -> Bool {
      var (run, escapes) = (run, escapes)
      // Each string around it has doubled the backslashes and added one.
      while escapes > 0, !run.isMultiple(of: 2) {
        run /= 2
        escapes /= 2
      }
      return run.isMultiple(of: 2)
    }
  }
}
