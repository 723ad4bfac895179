internal import CScan

/// A search for the lines worth reading: those with one of a few fixed texts.
///
/// Three neighbouring bytes are chosen for each needle, rare ones first, and a kernel looks for all
/// of them at once. The search for pairs in plain Swift serves processors without the kernel, and
/// needles that it cannot find.
struct NeedleSearch: Sendable {
  /// A needle in a text, by its place and its number.
  struct Hit: Equatable {
    var place: Int
    var needle: Int
  }

  /// The needles, in the form that the kernel reads.
  var needles: [dnp_needle] = []
  /// The tables of the kernel, and behind them the bytes of all needles.
  var tables = [UInt8](repeating: 0, count: Int(DNP_TABLE_BYTES))
  /// The search used instead where the kernel cannot be used.
  private(set) var pairs: NeedlePairs?

  /// - Parameter usesKernel: Whether to use the kernel; false searches for pairs on any processor.
  init(_ texts: [[UInt8]], usesKernel: Bool = dnp_has_needle_search()) {
    // Short needles have the least choice, so they choose first and the others try to agree.
    for text in texts.sorted(by: { $0.count < $1.count }) where text.count >= 2 { add(text) }
    if !usesKernel || !chooseWindows() { pairs = NeedlePairs(self) }
  }

  private mutating func add(_ text: [UInt8]) {
    var needle = dnp_needle()
    for (index, byte) in text.prefix(8).enumerated() {
      needle.word |= UInt64(byte) << UInt64(index * 8)
      needle.mask |= 0xFF << UInt64(index * 8)
    }
    needle.start = UInt32(clamping: tables.count)
    needle.count = UInt32(clamping: text.count)
    let isKnown = needles.contains {
      $0.word == needle.word && tables[$0.range].elementsEqual(text)
    }
    if isKnown { return }
    needles.append(needle)
    tables += text
  }

  /// A rough frequency of a byte in logs.
  static func frequency(_ byte: UInt8) -> Int {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "0")...UInt8(ascii: "9"): 80
    case UInt8(ascii: "\""): 15
    case UInt8(ascii: "*"), UInt8(ascii: "X"), UInt8(ascii: "Q"), UInt8(ascii: "Z"): 4
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): 10
    case UInt8(ascii: "q"), UInt8(ascii: "x"), UInt8(ascii: "z"), UInt8(ascii: "j"): 12
    case UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"), UInt8(ascii: "o"),
      UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "s"), UInt8(ascii: "r"):
      60
    case UInt8(ascii: "a")...UInt8(ascii: "z"): 25
    default: 30
    }
  }

  /// Finds a needle in the first line that holds one, from the start of a line on.
  ///
  /// - Parameter newlines: Grows by the newlines before the hit, or by all where there is none.
  func next(in text: Span<UInt8>, from start: Int, newlines: inout Int) -> Hit? {
    guard let pairs else { return nextWindow(in: text, from: start, newlines: &newlines) }
    let hit = pairs.next(in: text, from: start, of: self)
    newlines += text.count(of: 0x0A, in: start..<(hit?.place ?? text.count))
    return hit
  }

  /// Whether a needle stands in a column of the line at an index.
  func holds(
    _ needle: Int, in text: Span<UInt8>, atColumn column: Int, ofLineAt start: Int
  ) -> Bool {
    let place = start + column
    return column >= 0 && stands(needle, in: text, at: place)
      && text.firstIndex(of: 0x0A, in: start..<place) == nil
  }

  /// Whether a needle begins at a place.
  func stands(_ index: Int, in text: Span<UInt8>, at place: Int) -> Bool {
    let needle = needles[index]
    guard text.word(at: place) & needle.mask == needle.word else { return false }
    // The word decided all of a short needle.
    if needle.count <= 8 { return text.count - place >= needle.range.count }
    return text.matches(tables.span.extracting(needle.range), at: place)
  }
}

extension dnp_needle {
  /// The place of its bytes in the tables.
  var range: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}

extension Span where Element == UInt8 {
  /// Eight bytes from an index on as one little-endian word; bytes outside read as zero.
  func word(at index: Int) -> UInt64 { load(at: index) }

  /// The first occurrence of a text in a range.
  package func firstRange(of needle: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
    guard needle.count > 0 else { return nil }
    var search = range.lowerBound
    while range.upperBound - search >= needle.count,
      let place = firstIndex(
        of: needle[0], in: search..<(range.upperBound - needle.count + 1))
    {
      if matches(needle, at: place) { return place..<(place + needle.count) }
      search = place + 1
    }
    return nil
  }

  /// The first occurrence of a constant text in a range.
  func firstRange(of text: StaticString, in range: Range<Int>) -> Range<Int>? {
    // Unsafe for the pointer to the text's bytes, which live as long as the program.
    let bytes = unsafe Span(_unsafeStart: text.utf8Start, count: text.utf8CodeUnitCount)
    return firstRange(of: bytes, in: range)
  }

  /// Whether a range holds exactly the bytes of a text.
  package func equals(_ text: Span<UInt8>, in range: Range<Int>) -> Bool {
    range.count == text.count && matches(text, at: range.lowerBound)
  }

  /// A range without the blanks at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, self[low] == UInt8(ascii: " ") || self[low] == UInt8(ascii: "\t") { low += 1 }
    while high > low, self[high - 1] == UInt8(ascii: " ") || self[high - 1] == UInt8(ascii: "\t") {
      high -= 1
    }
    return low..<high
  }
}
