internal import LogReading

/// What is known of a secret that goes on over the ends of lines.
struct CutSecret {
  private enum Open {
    case none
    /// A bearer token that has not begun.
    case bearer
    /// A web token that may go on.
    case webToken
    /// A private key, and how many lines it may still have.
    case key(lines: Int)
  }

  private var open = Open.none

  /// A key of 16,384 bits in lines of 64 letters has fewer.
  private static let mostLines = 256

  /// Returns the rest of the secret on the next line, and looks at how that line ends.
  mutating func rest(on line: [UInt8]) -> Range<Int>? {
    let text = line.span
    var rest: Range<Int>?
    switch open {
    case .none: break
    case .bearer:
      // It stands alone on its line, or behind a line head.
      rest = SecretForms.continuation(in: text, behind: 0)
      if let end = rest?.upperBound, Self.end(of: text) > end { rest = nil }
    case .webToken: rest = SecretForms.continuation(in: text, behind: 0)
    case .key(let lines):
      if Self.place(of: "-----end", in: text) != nil {
        open = .none
        return nil
      }
      open = lines > 1 ? .key(lines: lines - 1) : .none
      return Self.keyLine(in: text)
    }
    open = .none
    // Nearly all lines end here: what goes on stands at the end.
    if let last = rest?.upperBound, last == Self.end(of: text) {
      open = .webToken
    } else if Self.endsInBearer(text) {
      open = .bearer
    } else if Self.endsInWebToken(text) {
      open = .webToken
    } else if let begin = Self.place(of: "-----begin ", in: text),
      Self.place(of: "private key", in: text) != nil,
      Self.place(of: "-----end", in: text.extracting(begin..<text.count)) == nil
    {
      open = .key(lines: Self.mostLines)
    }
    return rest
  }

  /// Returns the end of a text without blanks.
  private static func end(of text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  private static func endsInBearer(_ text: Span<UInt8>) -> Bool {
    var end = text.count
    while end > 0, SecretForms.isOne(of: " :=\t\r", text[end - 1]) { end -= 1 }
    return SecretForms.skip("bearer", in: text, at: end - 6) == end
      && SecretForms.mayBeginWord(text, at: end - 6)
  }

  /// A shorter signature may have been cut: that of HS256 has 43 letters.
  private static let shortestSignature = 43

  private static func endsInWebToken(_ text: Span<UInt8>) -> Bool {
    let end = end(of: text)
    var start = end
    var dots = 0
    var signature = 0
    while start > 0 {
      if text[start - 1] == UInt8(ascii: ".") {
        if dots == 0 { signature = end - start }
        dots += 1
      } else if !SecretForms.isBase64URL(text[start - 1]) {
        break
      }
      start -= 1
    }
    if dots > 1, signature >= shortestSignature { return false }
    // `jwt=eyJ…` is one run of such bytes.
    while start + 16 < end {
      if text.matches("eyJ".utf8.span, at: start) { return true }
      start += 1
    }
    return false
  }

  /// Returns the last word of a line that is part of a key, which a line head may stand before.
  private static func keyLine(in text: Span<UInt8>) -> Range<Int>? {
    let end = end(of: text)
    var start = end
    while start > 0, text[start - 1].isAlphanumeric || SecretForms.isOne(of: "+/=", text[start - 1])
    {
      start -= 1
    }
    return start == 0 && end > 0 || end - start >= 16 ? start..<end : nil
  }

  private static func place(of word: String, in text: Span<UInt8>) -> Int? {
    guard let first = word.utf8.first else { return nil }
    var index = 0
    while index < text.count {
      if text[index].lowercased == first, SecretForms.skip(word, in: text, at: index) != nil {
        return index
      }
      index += 1
    }
    return nil
  }
}
