/// Finds the lines worth reading: those that hold one of a few fixed texts.
///
/// A pair of neighbouring bytes is chosen for each needle, rare ones first, and whole blocks are
/// tested for all pairs at once; only a block with a pair is looked at closer.
struct NeedleSearch: Sendable {
  private struct Needle {
    var bytes: [UInt8]
    /// Where the pair stands in the needle, and its two bytes.
    var pairOffset: Int
    var first: UInt8
    var second: UInt8
  }

  /// A pair in every lane of a block.
  private struct Group {
    var first: SIMD64<UInt8>
    var second: SIMD64<UInt8>
  }

  private var needles: [Needle] = []
  private var groups: [Group] = []
  private var pairs: [(first: UInt8, second: UInt8)] = []

  init(_ texts: [[UInt8]]) {
    // How many times each pair stands in the needles: asked for by every scanner that is made.
    var shares = [UInt8](repeating: 0, count: 1 << 16)
    for text in texts {
      for offset in 0..<max(text.count - 1, 0) {
        let place = Self.place(of: text[offset], text[offset + 1])
        shares[place] = shares[place] &+ (shares[place] < .max ? 1 : 0)
      }
    }
    // Short needles have the least choice, so they choose first and the others try to agree.
    for text in texts.sorted(by: { $0.count < $1.count }) where text.count >= 2 {
      if needles.contains(where: { $0.bytes == text }) { continue }
      let offset = choosePair(for: text, shares)
      let pair = (first: text[offset], second: text[offset + 1])
      needles.append(
        Needle(bytes: text, pairOffset: offset, first: pair.first, second: pair.second))
      if !pairs.contains(where: { $0 == pair }) { pairs.append(pair) }
    }
    pairs.sort { $0 < $1 }
    groups = pairs.map {
      Group(first: SIMD64(repeating: $0.first), second: SIMD64(repeating: $0.second))
    }
  }

  /// The index of a pair that a needle before has, or else of the rarest pair; of several that are
  /// as rare, the one that most needles have, since each further pair costs time on every byte.
  private func choosePair(for text: [UInt8], _ shares: [UInt8]) -> Int {
    var best = 0
    var bestScore = Int.max
    var bestShare: UInt8 = 0
    for offset in 0..<(text.count - 1) {
      let pair = (first: text[offset], second: text[offset + 1])
      if pairs.contains(where: { $0 == pair }) { return offset }
      let score = Self.frequency(pair.first) * Self.frequency(pair.second)
      guard score <= bestScore else { continue }
      let share = shares[Self.place(of: pair.first, pair.second)]
      if score < bestScore || share > bestShare {
        best = offset
        bestScore = score
        bestShare = share
      }
    }
    return best
  }

  private static func place(of first: UInt8, _ second: UInt8) -> Int {
    Int(first) << 8 | Int(second)
  }

  /// How common a byte is in logs, roughly.
  private static func frequency(_ byte: UInt8) -> Int {
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

  /// A place inside the first line, from the start of a line on, that holds a needle.
  ///
  /// The blocks are loaded through the buffer, since a span has no vector loads; each load ends
  /// before the span's end.
  func next(in text: Span<UInt8>, from start: Int) -> Int? {
    let count = text.count
    var index = max(start, 0)
    while count - index > 64 {
      let found = unsafe text.withUnsafeBytes { bytes in
        unsafe groups.withUnsafeBufferPointer { groups in
          unsafe Self.firstBlock(bytes, from: &index, groups)
        }
      }
      guard let found else { break }
      for word in 0..<8 {
        var bits = found[word]
        while bits != 0 {
          let place = index + word * 8 + bits.trailingZeroBitCount >> 3
          if holdsNeedle(text, pairAt: place, from: start) { return place }
          bits &= ~(0xFF << UInt64(bits.trailingZeroBitCount & 56))
        }
      }
      index += 64
    }
    while index + 1 < count {
      if holdsNeedle(text, pairAt: index, from: start) { return index }
      index += 1
    }
    return nil
  }

  /// The mask of the first block with a pair, its index left in `index`.
  @inline(__always)
  private static func firstBlock(
    _ bytes: UnsafeRawBufferPointer, from index: inout Int, _ groups: UnsafeBufferPointer<Group>
  ) -> SIMD8<UInt64>? {
    let last = bytes.count - 65
    var place = index
    while place <= last {
      let left = unsafe bytes.loadUnaligned(fromByteOffset: place, as: SIMD64<UInt8>.self)
      let right = unsafe bytes.loadUnaligned(fromByteOffset: place + 1, as: SIMD64<UInt8>.self)
      var mask = SIMDMask<SIMD64<Int8>>(repeating: false)
      for index in 0..<groups.count {
        let group = unsafe groups[index]
        mask .|= (left .== group.first) .& (right .== group.second)
      }
      let words = unsafe unsafeBitCast(mask, to: SIMD8<UInt64>.self)
      let four = words.lowHalf | words.highHalf
      let two = four.lowHalf | four.highHalf
      if two[0] | two[1] != 0 {
        index = place
        return words
      }
      place += 64
    }
    index = place
    return nil
  }

  /// The place in a column of the line at an index, if a needle has its pair there.
  func holdsNeedle(_ text: Span<UInt8>, atColumn column: Int, ofLineAt start: Int) -> Int? {
    let place = start + column
    guard column >= 0, place + 1 < text.count, holdsNeedle(text, pairAt: place, from: start),
      text.firstIndex(of: 0x0A, in: start..<place) == nil
    else { return nil }
    return place
  }

  private func holdsNeedle(_ text: Span<UInt8>, pairAt place: Int, from start: Int) -> Bool {
    let first = text[place]
    let second = text[place + 1]
    for needle in needles where needle.first == first && needle.second == second {
      let begin = place - needle.pairOffset
      let bytes = needle.bytes
      if begin >= start, text.matches(bytes.span, at: begin) { return true }
    }
    return false
  }
}

extension Span where Element == UInt8 {
  /// Eight bytes from an index on as one little-endian word; bytes outside read as zero.
  func word(at index: Int) -> UInt64 {
    if index >= 0, count - index >= 8 {
      // The guard above keeps the load inside the span.
      return unsafe withUnsafeBytes {
        unsafe UInt64(
          littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      }
    }
    var word: UInt64 = 0
    for place in 0..<8 { word |= UInt64(peek(index + place)) << UInt64(place * 8) }
    return word
  }

  /// The first place of a text in a range.
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
