internal import RuleLanguage

/// Free text in a list, as `title=Now, id=9`: it may hold what reads as another field, which shows
/// when the list gives that field again.
struct WrittenText {
  /// A text, and the place of its value.
  typealias Place = (key: GrammarKey, value: Range<Int>)

  private var last: Place?
  /// An id right behind a text, and the text in full if the id is a part of it.
  private var doubtful: (id: FieldName, text: Place)?

  /// Takes the next field of the list, and returns a text that proves to be longer.
  ///
  /// - Parameters:
  ///   - isTwice: Whether the list gave the field before, and that value counts.
  ///   - isSame: Whether the list gave the same value before, so that it decides nothing.
  mutating func take(
    _ text: Span<UInt8>, _ item: (key: Range<Int>, value: Range<Int>), as key: GrammarKey,
    isTwice: Bool, isSame: Bool
  ) -> Place? {
    var longer: Place?
    if let last, text.skipBlanks(at: last.value.upperBound + 1) == item.key.lowerBound {
      longer = (last.key, last.value.lowerBound..<item.value.upperBound)
    }
    if isTwice {
      if isSame { return nil }
      last = longer ?? last
      return longer
    }
    if key.privacy == .text { last = (key, item.value) }
    guard key.isId else { return nil }
    if let known = doubtful, known.id == key.name {
      doubtful = nil
      return isSame ? nil : known.text
    }
    doubtful = longer.map { (key.name, $0) }
    return nil
  }
}
