#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

// Searches in lent bytes. Unsafe only in handing a checked range to the C library, which is several
// times faster than a loop over a span; every range is cut at the ends before the pointer is made.
extension Span where Element == UInt8 {
  /// The first place of a byte in a range.
  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: indices)
    if range.isEmpty { return nil }
    return unsafe withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let found = unsafe memchr(base + range.lowerBound, Int32(byte), range.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
  }

  /// The last place of a byte in a range.
  package func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    let range = range.clamped(to: indices)
    let wanted = SIMD16<UInt8>(repeating: byte)
    var index = range.upperBound
    while index - range.lowerBound >= 16 {
      index -= 16
      // The range holds the 16 bytes from the index on.
      let block = unsafe withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      }
      let words = unsafe unsafeBitCast(block .== wanted, to: SIMD2<UInt64>.self)
      if words[1] != 0 { return index + 15 - words[1].leadingZeroBitCount >> 3 }
      if words[0] != 0 { return index + 7 - words[0].leadingZeroBitCount >> 3 }
    }
    while index > range.lowerBound {
      index -= 1
      if self[index] == byte { return index }
    }
    return nil
  }

  /// Counts the occurrences of a byte in a range.
  package func count(of byte: UInt8, in range: Range<Int>) -> Int {
    let range = range.clamped(to: indices)
    return unsafe withUnsafeBytes { buffer in
      var total = 0
      var index = range.lowerBound
      let wanted = SIMD64<UInt8>(repeating: byte)
      // 255 blocks fit an 8-bit lane before it is added up.
      while range.upperBound - index >= 64 {
        var lanes = SIMD64<UInt8>()
        let blocks = Swift.min(255, (range.upperBound - index) / 64)
        for _ in 0..<blocks {
          let block = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD64<UInt8>.self)
          lanes &-= unsafe unsafeBitCast(block .== wanted, to: SIMD64<UInt8>.self)
          index += 64
        }
        total += Int(SIMD64<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
      }
      // The text between two events is mostly shorter than a block.
      let few = SIMD16<UInt8>(repeating: byte)
      while range.upperBound - index >= 16 {
        let block = unsafe buffer.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        let lanes = unsafe unsafeBitCast(block .== few, to: SIMD16<UInt8>.self) & 1
        total += Int(lanes.wrappedSum())
        index += 16
      }
      while index < range.upperBound {
        if unsafe buffer[index] == byte { total += 1 }
        index += 1
      }
      return total
    }
  }

  /// Whether the bytes at an index are those of a text.
  package func matches(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index >= 0, count - index >= text.count else { return false }
    return unsafe withUnsafeBytes { mine in
      unsafe text.withUnsafeBytes { other in
        guard let left = mine.baseAddress, let right = other.baseAddress else { return true }
        return unsafe memcmp(left + index, right, other.count) == 0
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends lent bytes.
  package mutating func append(_ bytes: Span<UInt8>) {
    // Unsafe for a plain memory copy: the array takes as many bytes as the span lends.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
