extension [UInt8] {
  /// Appends a text as UTF-8.
  package mutating func append(utf8 text: String) { append(contentsOf: text.utf8) }

  /// Moves them behind others; where there are none, without another copy.
  package consuming func move(behind others: inout [UInt8]) {
    if others.isEmpty { others = self } else { others += self }
  }

  /// Appends a byte several times.
  package mutating func append(_ byte: UInt8, count: Int) {
    for _ in 0..<Swift.max(0, count) { append(byte) }
  }

  /// Appends a number in decimal digits, with leading zeros up to a width.
  ///
  /// Digit by digit, without a text between: reports and JSON are full of numbers.
  package mutating func append(number value: Int64, width: Int = 0) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var scale: UInt64 = 1
    var digits = 1
    while value.magnitude / scale > 9 {
      scale *= 10
      digits += 1
    }
    append(UInt8(ascii: "0"), count: width - digits)
    var rest = value.magnitude
    while scale > 0 {
      append(UInt8(ascii: "0") + UInt8(rest / scale))
      rest %= scale
      scale /= 10
    }
  }

  /// Appends a number with at most the given decimals and no trailing zeros.
  ///
  /// Beyond 9e12, which no time in a log can give, it takes the shortest form of Swift, which may
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
  /// A number with at most the given decimals and no trailing zeros; one beyond 9e12 may have an
  /// exponent.
  package static func decimal(_ value: Double, places: Int = 6) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: value, places: places)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A number with leading zeros.
  package static func padded(_ value: Int64, to width: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(number: value, width: width)
    return String(decoding: bytes, as: UTF8.self)
  }
}
