extension Span where Element == UInt8 {
  /// Whether a line is text that a program printed, and not binary bytes that hold such text: a
  /// piece of a binary file, or the output of a decoder for broken codes.
  ///
  /// Some bytes prove nothing: an emoji may be cut by a length limit, a name may be in another
  /// encoding than UTF-8, and bytes that a disk did not write before the line are NUL. Bytes that
  /// are no text outweigh the line where they are more than a quarter of it.
  func isText(in line: Range<Int>) -> Bool {
    // Nearly every line is plain.
    if isPlain(in: line) { return true }
    var index = line.lowerBound
    while index < line.upperBound, self[index] == 0 { index += 1 }
    let count = line.upperBound - index
    var others = 0
    while index < line.upperBound {
      let byte = self[index]
      if byte < 0x80 {
        if byte.isUnprinted { others += 1 }
        index += 1
      } else {
        let length = lengthOfCharacter(at: index, before: line.upperBound)
        if length == 0 { others += 1 }
        index += max(1, length)
      }
    }
    return others * 4 <= count
  }

  /// Whether all bytes are printable ASCII, as far as a quick look tells.
  private func isPlain(in range: Range<Int>) -> Bool {
    let range = range.clamped(to: indices)
    var index = range.lowerBound
    let (first, span) = (SIMD16<UInt8>(repeating: 0x20), SIMD16<UInt8>(repeating: 0x7F - 0x20))
    while range.upperBound - index >= 16 {
      // SAFETY: the range was cut to the bytes, and holds 16 of them from the index on.
      let block = unsafe withUnsafeBytes {
        unsafe $0.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      }
      if any((block &- first) .>= span) { return false }
      index += 16
    }
    while index < range.upperBound {
      if self[index] &- 0x20 >= 0x7F - 0x20 { return false }
      index += 1
    }
    return true
  }

  /// The length in bytes of a UTF-8 character beyond ASCII; 0 where there is none.
  private func lengthOfCharacter(at index: Int, before end: Int) -> Int {
    let length =
      switch self[index] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, index + length <= end else { return 0 }
    for place in (index + 1)..<(index + length) where self[place] & 0xC0 != 0x80 { return 0 }
    return length
  }
}

extension UInt8 {
  /// Whether no program prints it: control bytes except those from BEL to CR, ESC, and the
  /// separator of records in JSON.
  var isUnprinted: Bool {
    switch self {
    case 0x07...0x0D, TerminalEscapes.escape, 0x1E: false
    default: self < 0x20 || self == 0x7F
    }
  }
}
