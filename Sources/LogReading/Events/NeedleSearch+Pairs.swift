internal import CScan

/// A search for needles by a pair of neighbouring bytes of each, in plain Swift.
///
/// Whole blocks are tested for all pairs at once; only a block with a pair is compared further.
struct NeedlePairs: Sendable {
  private struct Pair: Sendable, Comparable {
    var first: UInt8
    var second: UInt8

    static func < (left: Pair, right: Pair) -> Bool {
      (left.first, left.second) < (right.first, right.second)
    }
  }

  /// A pair in every lane of a block.
  private struct Group: Sendable {
    var first: SIMD64<UInt8>
    var second: SIMD64<UInt8>
  }

  /// The pair of each needle, and its offset there.
  private var places: [(pair: Pair, offset: Int)] = []
  private var groups: [Group] = []

  init(_ search: borrowing NeedleSearch) {
    let texts = search.needles.map { search.tables[$0.range] }
    // The number of times each pair occurs in the needles; each new scanner computes it.
    var shares = [UInt8](repeating: 0, count: 1 << 16)
    for text in texts {
      for index in text.indices.dropLast() {
        let place = Self.place(of: Pair(first: text[index], second: text[index + 1]))
        shares[place] = shares[place] &+ (shares[place] < .max ? 1 : 0)
      }
    }
    var pairs: [Pair] = []
    for text in texts {
      let place = Self.choosePair(for: text, of: pairs, shares)
      places.append(place)
      if !pairs.contains(place.pair) { pairs.append(place.pair) }
    }
    groups = pairs.sorted().map {
      Group(first: SIMD64(repeating: $0.first), second: SIMD64(repeating: $0.second))
    }
  }

  /// The pair of an earlier needle, or else the rarest; of equally rare ones, the one that most
  /// needles have, since each further pair costs time on every byte.
  private static func choosePair(
    for text: ArraySlice<UInt8>, of pairs: [Pair], _ shares: [UInt8]
  ) -> (pair: Pair, offset: Int) {
    var best = (pair: Pair(first: 0, second: 0), offset: 0)
    var bestScore = Int.max
    var bestShare: UInt8 = 0
    for index in text.indices.dropLast() {
      let pair = Pair(first: text[index], second: text[index + 1])
      if pairs.contains(pair) { return (pair, index - text.startIndex) }
      let score = NeedleSearch.frequency(pair.first) * NeedleSearch.frequency(pair.second)
      guard score <= bestScore else { continue }
      let share = shares[place(of: pair)]
      if score < bestScore || share > bestShare {
        (best, bestScore, bestShare) = ((pair, index - text.startIndex), score, share)
      }
    }
    return best
  }

  private static func place(of pair: Pair) -> Int {
    Int(pair.first) << 8 | Int(pair.second)
  }

  /// Finds the needle with the first pair.
  ///
  /// The blocks are loaded through the buffer, since a span has no vector loads; each load ends
  /// before the span's end.
  func next(
    in text: Span<UInt8>, from start: Int, of search: borrowing NeedleSearch
  ) -> NeedleSearch.Hit? {
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
          if let hit = hit(text, pairAt: place, from: start, of: search) { return hit }
          bits &= ~(0xFF << UInt64(bits.trailingZeroBitCount & 56))
        }
      }
      index += 64
    }
    while index + 1 < count {
      if let hit = hit(text, pairAt: index, from: start, of: search) { return hit }
      index += 1
    }
    return nil
  }

  /// The mask of the first block with a pair, whose index is left in `index`.
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

  private func hit(
    _ text: Span<UInt8>, pairAt place: Int, from start: Int, of search: borrowing NeedleSearch
  ) -> NeedleSearch.Hit? {
    let pair = Pair(first: text[place], second: text[place + 1])
    for (needle, own) in places.enumerated() where own.pair == pair {
      let begin = place - own.offset
      if begin >= start, search.stands(needle, in: text, at: begin) {
        return NeedleSearch.Hit(place: begin, needle: needle)
      }
    }
    return nil
  }
}
