/// The reason why a text is no time or length of time.
package struct TimeTextError: Error, Equatable {
  package var message: String
  package var advice: String
}

/// A reader of lengths of time as CEL and Go write them: `30s`, `250ms`, `1h30m`, `-1.5s`.
package enum DurationText {
  /// The length in microseconds.
  package static func microseconds(of text: ArraySlice<UInt8>) throws(TimeTextError) -> Int64 {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    if rest.isEmpty { throw malformed(text) }
    var total: Int64 = 0
    while !rest.isEmpty {
      let whole = takeDigits(&rest)
      var fraction: [UInt8] = []
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        fraction = takeDigits(&rest)
        if fraction.isEmpty { throw malformed(text) }
      }
      if whole.isEmpty { throw malformed(text) }
      let name = Array(rest.prefix { !$0.isDigit && $0 != UInt8(ascii: ".") })
      guard let unit = unit(named: name) else { throw malformed(text) }
      rest.removeFirst(name.count)
      let part = try amount(whole, fraction, unit: unit)
      let (sum, overflow) = total.addingReportingOverflow(part)
      if overflow { throw tooLong }
      total = sum
    }
    return isNegative ? -total : total
  }

  private static func amount(
    _ whole: [UInt8], _ fraction: [UInt8], unit: Int64
  ) throws(TimeTextError) -> Int64 {
    guard let count = number(whole) else { throw tooLong }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    if overflow { throw tooLong }
    var digits = fraction
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    // Nine digits of the greatest unit still fit into 64 bits.
    guard digits.count <= 9, let parts = number(digits) else { throw tooPrecise }
    let scale = digits.reduce(Int64(1)) { scale, _ in scale * 10 }
    guard (parts * unit) % scale == 0 else { throw tooPrecise }
    let (sum, sumOverflow) = product.addingReportingOverflow(parts * unit / scale)
    if sumOverflow { throw tooLong }
    return sum
  }

  private static func unit(named name: [UInt8]) -> Int64? {
    switch String(decoding: name, as: UTF8.self) {
    case "h": 3_600_000_000
    case "m": 60_000_000
    case "s": 1_000_000
    case "ms": 1_000
    case "us": 1
    default: nil
    }
  }

  private static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    let digits = Array(rest.prefix(while: \.isDigit))
    rest.removeFirst(digits.count)
    return digits
  }

  /// The number, zero for no digits; nil if it does not fit.
  static func number(_ digits: some Sequence<UInt8>) -> Int64? {
    var value: Int64 = 0
    for digit in digits {
      guard digit.isDigit else { return nil }
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      if overflow || sumOverflow { return nil }
      value = sum
    }
    return value
  }

  private static func malformed(_ text: ArraySlice<UInt8>) -> TimeTextError {
    TimeTextError(
      message: "'\(String(decoding: text, as: UTF8.self))' is not a duration",
      advice: "units are h, m, s, ms and us, as in 30s or 1h30m")
  }
  private static var tooLong: TimeTextError {
    TimeTextError(message: "the duration is too long", advice: "it must fit into 64 bits")
  }
  private static var tooPrecise: TimeTextError {
    TimeTextError(message: "the duration is too precise", advice: "microseconds are the limit")
  }
}
