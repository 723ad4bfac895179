// Access to parts of bytes that cannot end the program, whatever a line holds.
//
// The line itself gives the places in it, and a line may hold anything. So nothing here can fail: a
// byte outside reads as NUL, which no form of a line looks for; a part that passes an end is cut
// there; a range whose bounds are crossed is empty. In this module, and in each file of another one
// that imports it, `bytes[index]`, `bytes[range]`, `extracting` and `..<` mean these: they come
// before those of the standard library, which stop the program instead. They cost the same, one
// comparison, and that comparison checks their unsafe access.

extension Span where Element == UInt8 {
  /// The byte at an index, or NUL outside.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? unsafe self[unchecked: index] : 0
  }

  /// The bytes of a range that lie inside.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  package func extracting(_ range: Range<Int>) -> Span<UInt8> {
    if range.lowerBound >= 0, range.upperBound <= count {
      return unsafe extracting(unchecked: range)
    }
    return unsafe extracting(unchecked: range.clamped(to: 0..<count))
  }

  /// The first bytes; all where there are no more.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  package func extracting(first length: Int) -> Span<UInt8> { extracting(0..<length) }

  /// The bytes behind the first ones.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  package func extracting(droppingFirst length: Int) -> Span<UInt8> { extracting(length..<count) }

  /// Eight bytes from an index on as one little-endian word; bytes outside are NUL.
  @inlinable @inline(__always)
  package func load(at index: Int) -> UInt64 {
    guard index >= 0, count &- index >= 8 else { return loadAtEnd(index) }
    return unsafe UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  @usableFromInline @inline(never)
  package func loadAtEnd(_ index: Int) -> UInt64 {
    var word: UInt64 = 0
    for place in 0..<8 { word |= UInt64(self[index &+ place]) << UInt64(place * 8) }
    return word
  }
}

extension [UInt8] {
  /// The bytes of a range that lie inside.
  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: indices)
    return dropFirst(range.lowerBound).prefix(range.count)
  }

  /// The bytes from an index on.
  @inlinable @inline(__always)
  package subscript(range: PartialRangeFrom<Int>) -> ArraySlice<UInt8> {
    self[range.lowerBound..<count]
  }

  /// The bytes before an index.
  @inlinable @inline(__always)
  package subscript(range: PartialRangeUpTo<Int>) -> ArraySlice<UInt8> {
    self[0..<range.upperBound]
  }
}

extension ArraySlice<UInt8> {
  /// The byte at an index, or NUL outside.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt8 { span[index &- startIndex] }

  /// The bytes of a range that lie inside.
  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    let range = range.clamped(to: indices)
    return dropFirst(range.lowerBound - startIndex).prefix(range.count)
  }

  /// The bytes from an index on.
  @inlinable @inline(__always)
  package subscript(range: PartialRangeFrom<Int>) -> ArraySlice<UInt8> {
    self[range.lowerBound..<endIndex]
  }

  /// The bytes before an index.
  @inlinable @inline(__always)
  package subscript(range: PartialRangeUpTo<Int>) -> ArraySlice<UInt8> {
    self[startIndex..<range.upperBound]
  }
}

/// The numbers from one up to another, the latter excluded; none where it is not above the first.
@inlinable @inline(__always)
package func ..< (lower: Int, upper: Int) -> Range<Int> {
  unsafe Range(uncheckedBounds: (lower, Swift.max(lower, upper)))
}
