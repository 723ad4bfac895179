internal import TextWriting

/// A reader of instants as RFC 3339 writes them: `2025-11-14T05:48:00Z`, or with an offset.
package struct TimestampText {
  private var rest: ArraySlice<UInt8>

  static let form = "write it as 2025-11-14T05:48:00Z"

  /// Microseconds since 1970.
  package static func microseconds(of text: String) throws(TimeTextError) -> Int64 {
    var reader = TimestampText(rest: ArraySlice(text.utf8))
    return try reader.read()
  }

  private mutating func read() throws(TimeTextError) -> Int64 {
    let year = try number(digits: 4)
    try take("-")
    let month = try number(digits: 2)
    try take("-")
    let day = try number(digits: 2)
    try take("T")
    let hour = try number(digits: 2)
    try take(":")
    let minute = try number(digits: 2)
    try take(":")
    let second = try number(digits: 2)
    let fraction = try fraction()
    let offset = try zone()
    guard rest.isEmpty else { throw malformed }
    guard let days = CivilDate.days(year: Int(year), month: Int(month), day: Int(day)),
      hour < 24, minute < 60, second < 60
    else { throw TimeTextError(message: "there is no such time", advice: Self.form) }
    // A year of four digits stays far from the limits of 64 bits.
    let seconds = Int64(days) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return seconds * 1_000_000 + fraction
  }

  private mutating func fraction() throws(TimeTextError) -> Int64 {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    rest.removeFirst()
    let digits = rest.prefix(while: \.isDigit)
    rest.removeFirst(digits.count)
    if digits.isEmpty { throw malformed }
    guard digits.dropFirst(6).allSatisfy({ $0 == UInt8(ascii: "0") }) else {
      throw TimeTextError(
        message: "the timestamp is too precise", advice: "microseconds are the limit")
    }
    var value: Int64 = 0
    for place in 0..<6 {
      let digit = place < digits.count ? digits[digits.startIndex + place] : UInt8(ascii: "0")
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Reads the zone, in seconds east of Greenwich.
  private mutating func zone() throws(TimeTextError) -> Int64 {
    switch rest.first {
    case nil:
      throw TimeTextError(message: "the timestamp has no zone", advice: "end it with Z for UTC")
    case UInt8(ascii: "Z"):
      rest.removeFirst()
      return 0
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let sign: Int64 = rest.removeFirst() == UInt8(ascii: "-") ? -1 : 1
      let hours = try number(digits: 2)
      try take(":")
      let minutes = try number(digits: 2)
      guard hours < 24, minutes < 60 else { throw malformed }
      return sign * (hours * 3_600 + minutes * 60)
    default: throw malformed
    }
  }

  private mutating func number(digits: Int) throws(TimeTextError) -> Int64 {
    let text = rest.prefix(digits)
    guard text.count == digits, let value = DurationText.number(text) else { throw malformed }
    rest.removeFirst(digits)
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) throws(TimeTextError) {
    guard rest.first == UInt8(ascii: character) else { throw malformed }
    rest.removeFirst()
  }

  private var malformed: TimeTextError {
    TimeTextError(message: "this is not a timestamp", advice: Self.form)
  }
}
