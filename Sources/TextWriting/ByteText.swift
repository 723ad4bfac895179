extension [UInt8] {
  /// Appends a text as UTF-8.
  package mutating func append(utf8 text: String) { append(contentsOf: text.utf8) }

  /// Moves the bytes behind others; where there are no others, without another copy.
  package consuming func move(behind others: inout [UInt8]) {
    if others.isEmpty { others = self } else { others += self }
  }

  /// Appends a byte several times.
  package mutating func append(_ byte: UInt8, count: Int) {
    for _ in 0..<Swift.max(0, count) { append(byte) }
  }

  /// Appends a number in decimal digits, filled up on its left to a width.
  ///
  /// No string is made between: reports, JSON and simulated logs are full of numbers.
  package mutating func append(
    number value: Int64, width: Int = 0, pad: UInt8 = UInt8(ascii: "0")
  ) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var digits = InlineArray<20, UInt8>(repeating: 0)
    var count = 0
    var rest = value.magnitude
    repeat {
      digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      count += 1
    } while rest > 0
    append(pad, count: width - count)
    while count > 0 {
      count -= 1
      append(digits[count])
    }
  }

  /// Appends a number in base 16, with leading zeros up to a width.
  package mutating func append(hex value: UInt64, width: Int = 1, upper: Bool = false) {
    let letter = UInt8(ascii: upper ? "A" : "a") - 10
    let digits = (UInt64.bitWidth - value.leadingZeroBitCount + 3) / 4
    append(UInt8(ascii: "0"), count: width - digits)
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> (UInt64(place) * 4)) & 0xF
      append(digit < 10 ? UInt8(ascii: "0") + digit : letter + digit)
    }
  }

  /// Appends microseconds as seconds, with no trailing zeros, and none of them lost.
  package mutating func append(microseconds value: Int128) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(utf8: "\(value.magnitude / 1_000_000)")
    var fraction = Int64(value.magnitude % 1_000_000)
    if fraction == 0 { return }
    var places = 6
    while fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    append(UInt8(ascii: "."))
    append(number: fraction, width: places)
  }

  /// Appends a number with at most the given decimals and no trailing zeros.
  ///
  /// Beyond 9e12, which no time in a log reaches, it takes the shortest form of Swift, which may
  /// have an exponent.
  package mutating func append(decimal value: Double, places: Int = 6) {
    var scale: Int64 = 1
    var places = Swift.max(0, Swift.min(places, 6))
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard abs(scaled) < 9e18 else { return append(utf8: "\(value)") }
    let units = Int64(scaled)
    if units < 0 { append(UInt8(ascii: "-")) }
    append(number: Int64(units.magnitude) / scale)
    var fraction = Int64(units.magnitude) % scale
    if fraction == 0 { return }
    while fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    append(UInt8(ascii: "."))
    append(number: fraction, width: places)
  }
}

/// Numbers as decimal text, without locale and without Foundation.
package enum NumberText {
  /// Writes a number with at most the given decimals and no trailing zeros; one beyond 9e12 may
  /// have an exponent.
  package static func decimal(_ value: Double, places: Int = 6) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: value, places: places)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a number with leading zeros.
  package static func padded(_ value: Int64, to width: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(number: value, width: width)
    return String(decoding: bytes, as: UTF8.self)
  }
}
