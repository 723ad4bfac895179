internal import CScan

extension Span where Element == UInt8 {
  /// The first place from an index on where the mark of a secret may stand: `yJ` of a web token, or
  /// `be` of `bearer` or `ke` of `key` in any case; the number of bytes where there is none.
  ///
  /// Every line of the plugin is searched for secrets. Byte by byte that took 2,200 instructions a
  /// line of the dense corpus; in blocks it takes 560, and 160 where the processor has the kernel.
  package func secretMark(from start: Int) -> Int {
    let start = Swift.max(start, 0)
    guard count > SecretMarks.blockCount, start < count, SecretMarks.hasKernel else {
      return secretMarkInBlocks(from: start)
    }
    // The kernel reads only the bytes of the text, of which it needs a block and one more.
    return unsafe withUnsafeBufferPointer {
      unsafe dnp_find_secret_mark($0.baseAddress, $0.count, start)
    }
  }

  /// Finds the place without the kernel.
  func secretMarkInBlocks(from start: Int) -> Int {
    var index = start
    let marks = SecretMarks()
    while count - index > SecretMarks.blockCount {
      // Both loads end at or before the last byte, by the condition above.
      let (left, right) = unsafe withUnsafeBytes {
        (
          unsafe $0.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self),
          unsafe $0.loadUnaligned(fromByteOffset: index + 1, as: SIMD32<UInt8>.self)
        )
      }
      // Comparisons of whole vectors only: other operators of SIMD types go lane by lane.
      let first =
        ((left .== marks.b) .| (left .== marks.upperB))
        .| ((left .== marks.k) .| (left .== marks.upperK))
      let isWord = first .& ((right .== marks.e) .| (right .== marks.upperE))
      let isToken = (left .== marks.y) .& (right .== marks.upperJ)
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

/// The letters of the marks, each in every lane.
private struct SecretMarks {
  static let blockCount = 32
  static let hasKernel = dnp_has_needle_search()
  let b = SIMD32<UInt8>(repeating: UInt8(ascii: "b"))
  let upperB = SIMD32<UInt8>(repeating: UInt8(ascii: "B"))
  let k = SIMD32<UInt8>(repeating: UInt8(ascii: "k"))
  let upperK = SIMD32<UInt8>(repeating: UInt8(ascii: "K"))
  let e = SIMD32<UInt8>(repeating: UInt8(ascii: "e"))
  let upperE = SIMD32<UInt8>(repeating: UInt8(ascii: "E"))
  let y = SIMD32<UInt8>(repeating: UInt8(ascii: "y"))
  let upperJ = SIMD32<UInt8>(repeating: UInt8(ascii: "J"))
}
