/// The order of names with numbers in them, as people take it: 1.4.1 before 1.10.0.
enum NaturalOrder {
  static func isBefore(_ left: String, _ right: String) -> Bool {
    let (ours, theirs) = (parts(of: left), parts(of: right))
    for (mine, other) in zip(ours, theirs) where mine != other {
      guard mine.isNumber, other.isNumber else { return mine.text < other.text }
      // Without zeros before it a longer number is a larger one, however long it is.
      let (a, b) = (mine.text.drop { $0 == "0" }, other.text.drop { $0 == "0" })
      if a.utf8.count != b.utf8.count { return a.utf8.count < b.utf8.count }
      if a != b { return a < b }
    }
    return ours.count == theirs.count ? left < right : ours.count < theirs.count
  }

  private struct Part: Equatable {
    var text: Substring
    var isNumber: Bool
  }

  /// Cuts a name where digits begin and end.
  private static func parts(of name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name[...]
    while let first = rest.first {
      let isNumber = isDigit(first)
      let part = rest.prefix { isDigit($0) == isNumber }
      parts.append(Part(text: part, isNumber: isNumber))
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  private static func isDigit(_ character: Character) -> Bool {
    "0"..."9" ~= character && character.isASCII
  }
}
