/// Words that a reader stumbles over, with better ones.
///
/// They are looked for in what a user reads: rules, the catalogue, the help and the documentation.
package enum PlainWords {
  /// A phrase that is not written, in lower case, and what to write in its place.
  package typealias Riddle = (phrase: String, better: String)

  package static let riddles: [Riddle] = [
    ("go with", "match"), ("goes with", "matches"),
    ("tells of", "shows"), ("tell of", "show"), ("told of", "shown"),
    ("tells the", "states the"), ("tells that", "shows that"), ("tells no", "states no"),
    ("nothing tells", "no line shows"), ("no line tells", "no line shows"),
    ("is told", "is logged"), ("are told", "are logged"), ("was told", "was logged"),
    ("is its", "belongs to"), ("are its", "belong to"), ("anew", "again"),
    ("does not hold", "is false"), ("do not hold", "are false"), ("holds for", "is true for"),
    ("held against", "compared with"), ("hold it against", "compare it with"),
    ("comes to its end", "ends"), ("come to its end", "end"), ("comes to an end", "ends"),
    ("whose doing", "who caused"), ("for want of", "for lack of"),
    ("spoil", "break"), ("spoils", "breaks"), ("spoilt", "broken"), ("spoiled", "broken"),
    ("made-up", "generated"), ("made up for", "recovered"), ("make up for", "recover"),
    ("makes up for", "recovers"), ("is no clock", "is not exact"),
    ("word why", "reason"), ("hand on", "share"), ("turn it round", "reverse it"),
    ("taken back", "cancelled"), ("take back", "cancel"), ("takes back", "cancels"),
    ("look whether", "check whether"), ("looked after", "handled"), ("a look at", "a check of"),
  ]

  /// The riddles of a text, each with the words for its place.
  package static func riddles(in text: String) -> [String] {
    let words = " " + Self.words(of: text).joined(separator: " ") + " "
    var found = riddles.filter { words.contains(" \($0.phrase) ") }
      .map { "'\($0.phrase)': say '\($0.better)'" }
    // "as" names a role or a way; an example begins with "e.g.".
    if text.contains(/, as [A-Za-z.]+=/) { found.append("'as X=Y': say 'e.g. X=Y'") }
    return found
  }

  /// The words in lower case; a stop separates two sentences, so that no phrase spans them.
  private static func words(of text: String) -> [Substring] {
    var plain = ""
    for scalar in text.lowercased().unicodeScalars {
      switch scalar {
      case ".", ";", ":", "(", ")", "|", "`": plain += " \(scalar) "
      case ",", "\"", "*": plain += " "
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain.split { $0.isWhitespace }
  }
}
