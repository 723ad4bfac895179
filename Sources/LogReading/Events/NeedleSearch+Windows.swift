internal import CScan

// The kernel's search: 2.0 instructions a byte of the noise corpus with its newlines counted, where
// the search for pairs takes 9.6.
extension NeedleSearch {
  /// Chooses a window of each needle, by which the kernel finds it; false if some needle cannot be
  /// found so.
  mutating func chooseWindows() -> Bool {
    let bytes = tables[Int(DNP_TABLE_BYTES)...]
    guard needles.allSatisfy({ $0.count >= 3 }), bytes.allSatisfy({ 0x10..<0x80 ~= $0 }),
      needles.count <= Int(UInt8.max)
    else { return false }
    var windows: [NeedleWindow] = []
    for index in needles.indices {
      let offset = chooseWindow(of: needles[index].range, windows)
      needles[index].window = UInt32(offset)
      let window = NeedleWindow(tables, at: needles[index].range.lowerBound + offset)
      if !windows.contains(window) { windows.append(window) }
    }
    // The commonest get buckets of their own; rare ones go where the fewest other bytes then pass.
    windows.sort { ($1.frequency, $0.bytes) < ($0.frequency, $1.bytes) }
    var buckets = [NeedleBucket](repeating: NeedleBucket(), count: Int(DNP_BUCKETS))
    for window in windows {
      var (owner, grown, least) = (0, NeedleBucket(), Int.max)
      for (index, bucket) in buckets.enumerated() {
        let next = bucket.adding(window)
        if next.frequency - bucket.frequency < least {
          (owner, grown, least) = (index, next, next.frequency - bucket.frequency)
        }
      }
      buckets[owner] = grown
    }
    for (index, bucket) in buckets.enumerated() { bucket.write(as: 1 << UInt8(index), to: &tables) }
    for index in needles.indices.reversed() {
      let window = NeedleWindow(
        tables, at: needles[index].range.lowerBound + Int(needles[index].window))
      let slot = Int(DNP_ROW_BYTES) + Int(dnp_window_slot(window.bytes))
      needles[index].next = UInt32(tables[slot])
      tables[slot] = UInt8(clamping: index + 1)
    }
    return true
  }

  /// The index of a window of an earlier needle, or else of the rarest window.
  private func chooseWindow(of needle: Range<Int>, _ chosen: [NeedleWindow]) -> Int {
    var (best, least) = (0, Int.max)
    for offset in 0...(needle.count - NeedleWindow.length) {
      let window = NeedleWindow(tables, at: needle.lowerBound + offset)
      if chosen.contains(window) { return offset }
      if window.frequency < least { (best, least) = (offset, window.frequency) }
    }
    return best
  }

  /// Finds the needle with the first window by the kernel.
  func nextWindow(in text: Span<UInt8>, from start: Int, newlines: inout Int) -> Hit? {
    let start = min(max(start, 0), text.count)
    // The kernel reads only these bytes of the text, and the tables made above.
    let hit = unsafe text.withUnsafeBufferPointer { text in
      unsafe needles.withUnsafeBufferPointer { needles in
        unsafe tables.withUnsafeBufferPointer { tables in
          unsafe dnp_find_needle(
            text.baseAddress, text.count, start, needles.baseAddress, tables.baseAddress)
        }
      }
    }
    newlines += hit.newlines
    return hit.needle < 0 ? nil : Hit(place: hit.place, needle: Int(hit.needle))
  }
}

/// Three neighbouring bytes of a needle.
private struct NeedleWindow: Equatable {
  static let length = 3
  /// The bytes, the first one lowest.
  var bytes: UInt32

  init(_ text: [UInt8], at index: Int) {
    bytes = UInt32(text[index]) | UInt32(text[index + 1]) << 8 | UInt32(text[index + 2]) << 16
  }

  subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bytes >> UInt32(place * 8)) }

  var frequency: Int {
    NeedleSearch.frequency(self[0]) * NeedleSearch.frequency(self[1])
      * NeedleSearch.frequency(self[2])
  }
}

/// Windows that share a bit of the rows: any mixture of the halves of their bytes passes too.
private struct NeedleBucket {
  private var lower = InlineArray<3, UInt16>(repeating: 0)
  private var upper = InlineArray<3, UInt16>(repeating: 0)
  /// An estimate of how often bytes of a log pass.
  var frequency = 0

  func adding(_ window: NeedleWindow) -> NeedleBucket {
    var bucket = self
    bucket.frequency = 1
    for place in 0..<NeedleWindow.length {
      bucket.lower[place] |= 1 << UInt16(window[place] & 0x0F)
      bucket.upper[place] |= 1 << UInt16(window[place] >> 4)
      var sum = 0
      for upper in Self.values(bucket.upper[place]) {
        for lower in Self.values(bucket.lower[place]) {
          sum += NeedleSearch.frequency(upper << 4 | lower)
        }
      }
      bucket.frequency *= sum
    }
    return bucket
  }

  func write(as bit: UInt8, to rows: inout [UInt8]) {
    for place in 0..<NeedleWindow.length {
      for half in Self.values(lower[place]) { rows[place * 32 + Int(half)] |= bit }
      for half in Self.values(upper[place]) { rows[place * 32 + 16 + Int(half)] |= bit }
    }
  }

  /// The places of the set bits.
  private static func values(_ bits: UInt16) -> some Sequence<UInt8> {
    sequence(state: bits) { bits in
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return UInt8(bits.trailingZeroBitCount)
    }
  }
}
