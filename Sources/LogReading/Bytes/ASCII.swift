// Kinds of bytes, of ASCII and of text beyond it; inlined wherever bytes are read.
extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isCapital: Bool { self &- 0x41 < 26 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isAlphanumeric: Bool { isDigit || isLetter }
  /// A letter or a digit, or a byte of a letter beyond ASCII.
  @inlinable package var isWordByte: Bool { isAlphanumeric || self >= 0x80 }
  @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  @inlinable package var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
