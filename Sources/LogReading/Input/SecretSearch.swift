extension Span where Element == UInt8 {
  /// The first place from an index on where the mark of a secret may stand: `yJ` of a web token, or
  /// `be` of `bearer` or `ke` of `key` in any case; the number of bytes where there is none.
  ///
  /// Every line of the plugin is searched for secrets. Byte by byte that took a thousand
  /// instructions a line in the dense corpus; in blocks it takes eighty.
  package func secretMark(from start: Int) -> Int {
    var index = Swift.max(start, 0)
    while count - index > 32 {
      // Both loads end at or before the last byte, by the condition above.
      let (left, right) = unsafe withUnsafeBytes {
        (
          unsafe $0.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self),
          unsafe $0.loadUnaligned(fromByteOffset: index + 1, as: SIMD32<UInt8>.self)
        )
      }
      let lower = left | 0x20
      let isToken = (left .== UInt8(ascii: "y")) .& (right .== UInt8(ascii: "J"))
      let isWord =
        ((lower .== UInt8(ascii: "b")) .| (lower .== UInt8(ascii: "k")))
        .& (right | 0x20 .== UInt8(ascii: "e"))
      let words = unsafe unsafeBitCast(isToken .| isWord, to: SIMD4<UInt64>.self)
      if words[0] | words[1] | words[2] | words[3] != 0 {
        for word in 0..<4 where words[word] != 0 {
          return index + word * 8 + words[word].trailingZeroBitCount >> 3
        }
      }
      index += 32
    }
    while index + 1 < count {
      let pair = (self[index], self[index + 1])
      if pair == (UInt8(ascii: "y"), UInt8(ascii: "J")) { return index }
      let letter = pair.0 | 0x20
      if letter == UInt8(ascii: "b") || letter == UInt8(ascii: "k"),
        pair.1 | 0x20 == UInt8(ascii: "e")
      {
        return index
      }
      index += 1
    }
    return count
  }
}
