extension Span where Element == UInt8 {
  /// A whole number that fills a range; nil for any other text or a number too large.
  func integer(in range: Range<Int>) -> Int64? {
    var place = range.lowerBound
    guard place < range.upperBound else { return nil }
    let isNegative = self[place] == UInt8(ascii: "-")
    if isNegative || self[place] == UInt8(ascii: "+") { place += 1 }
    guard place < range.upperBound else { return nil }
    var value: Int64 = 0
    while place < range.upperBound {
      let digit = self[place] &- 0x30
      guard digit < 10 else { return nil }
      // Counting down reaches the least number too.
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tens.subtractingReportingOverflow(Int64(digit))
      if overflow || carry { return nil }
      value = sum
      place += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  /// A decimal number with optional fraction and exponent that fills a range.
  func decimal(in range: Range<Int>) -> Double? {
    var place = range.lowerBound
    var mantissa: UInt64 = 0
    var exponent = 0
    var digits = 0
    let isNegative = place < range.upperBound && self[place] == UInt8(ascii: "-")
    if isNegative { place += 1 }
    var inFraction = false
    while place < range.upperBound {
      let byte = self[place]
      if byte == UInt8(ascii: "."), !inFraction {
        inFraction = true
      } else if byte.isDigit {
        digits += 1
        // Digits that a double cannot hold only move the point.
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(byte &- 0x30)
          if inFraction { exponent -= 1 }
        } else if !inFraction {
          exponent += 1
        }
      } else {
        break
      }
      place += 1
    }
    guard digits > 0 else { return nil }
    if place < range.upperBound {
      guard self[place] | 0x20 == UInt8(ascii: "e"),
        let power = integer(in: (place + 1)..<range.upperBound), abs(power) < 10_000
      else { return nil }
      exponent += Int(power)
    }
    var value = Double(mantissa)
    // One division or product of exact powers rounds once for the numbers that logs hold.
    while exponent != 0, value != 0, value.isFinite {
      let step = Swift.min(abs(exponent), 22)
      let power = Self.powerOfTen(step)
      value = exponent < 0 ? value / power : value * power
      exponent += exponent < 0 ? step : -step
    }
    guard value.isFinite else { return nil }
    return isNegative ? -value : value
  }

  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// A whole number, also when it is written as `1.0`.
  func wholeNumber(in range: Range<Int>) -> Int64? {
    if let value = integer(in: range) { return value }
    guard let value = decimal(in: range), value.rounded(.towardZero) == value,
      value.magnitude <= 9_007_199_254_740_992
    else { return nil }
    return Int64(value)
  }

  /// Whether a range holds a word, given in lower case, in any case.
  func isWord(_ word: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    // The buffer belongs to a constant of the program.
    return word.withUTF8Buffer { bytes in
      for place in 0..<range.count {
        if unsafe self[range.lowerBound + place] | 0x20 != bytes[place] { return false }
      }
      return true
    }
  }

  /// Whether a range holds exactly a constant text.
  func isText(_ word: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    // The buffer belongs to a constant of the program.
    return word.withUTF8Buffer { bytes in
      for place in 0..<range.count {
        if unsafe self[range.lowerBound + place] != bytes[place] { return false }
      }
      return true
    }
  }
}
