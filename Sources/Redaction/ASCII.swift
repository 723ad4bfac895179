// Kinds of bytes, of ASCII and of text beyond it.
extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  var isCapital: Bool { self &- 0x41 < 26 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isAlphanumeric: Bool { isDigit || isLetter }
  /// A letter or a digit, or a byte of a letter beyond ASCII.
  var isWordByte: Bool { isAlphanumeric || self >= 0x80 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}
