/// A search for the word that somebody meant.
package enum Spelling {
  /// Returns the nearest of the words: a few slips away, or one that the word begins.
  package static func nearest(to word: String, among words: [String]) -> String? {
    // A letter alone may be a half of a word of two.
    if word.unicodeScalars.count == 1 { return words.first { distance(from: word, to: $0) <= 1 } }
    return slip(of: word, among: words)
      ?? (word.isEmpty ? nil : words.first { $0.hasPrefix(word) })
  }

  /// Returns the first of the words that are the fewest slips away: two, or a third of a long word. More than half
  /// of a short word may be wrong only if it begins alike.
  package static func slip(of word: String, among words: [String]) -> String? {
    let letters = word.unicodeScalars.count
    var best: (word: String, distance: Int)?
    for candidate in words {
      let distance = distance(from: word, to: candidate)
      guard distance <= max(2, letters / 3), distance < letters,
        distance * 2 <= letters || candidate.first == word.first
      else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Asks whether the nearest word was meant; nil where none is near.
  package static func question(for word: String, among words: [String]) -> String? {
    nearest(to: word, among: words).map { "did you mean '\($0)'?" }
  }

  /// Asks for the nearest word, or lists all of them.
  package static func advice(for word: String, among words: [String]) -> String {
    question(for: word, among: words) ?? "choose \(list(words, "or"))"
  }

  /// Asks for a word that is a few slips away, or lists all of them where they are few.
  package static func suggestion(for word: String, among words: [String]) -> String {
    if let near = slip(of: word, among: words) { return "did you mean '\(near)'?" }
    return words.count <= 12 && !words.isEmpty ? "known: \(words.joined(separator: ", "))" : ""
  }

  /// Joins words as prose does: `a, b or c`.
  package static func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1, let last = words.last else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }

  /// Counts the letters to insert, delete, replace or swap with a neighbour.
  static func distance(from left: String, to right: String) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    // No misspelt name is that long, and the table below is quadratic.
    guard left.count <= 64, right.count <= 64 else { return .max }
    var beforeLast = [Int]()
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let isSame = left[row] == right[column]
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
