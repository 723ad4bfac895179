import TextWriting

extension ArraySlice<UInt8> {
  /// The number that the whole text is, with or without a sign.
  var integer: Int64? {
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative || first == UInt8(ascii: "+") ? dropFirst() : self
    guard !digits.isEmpty, let value = digits.leadingInteger, digits.allSatisfy(\.isDigit)
    else { return nil }
    return isNegative ? -value : value
  }

  /// The number of the digits at the beginning.
  var leadingInteger: Int64? {
    var value: Int64 = 0
    let digits = prefix(while: \.isDigit)
    for digit in digits {
      let (tens, isOver) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver2) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      if isOver || isOver2 { return nil }
      value = sum
    }
    return digits.isEmpty ? nil : value
  }

  /// The milliseconds of a span in Android's form, such as `+6d21h30m46s438ms` or `-2h3m`.
  ///
  /// `0` is a span too; `--` stands for none.
  var milliseconds: Int64? {
    if equals("0") { return 0 }
    guard let sign = first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
    else { return nil }
    var rest = dropFirst()
    var sum: Int64 = 0
    repeat {
      guard let number = rest.leadingInteger else { return nil }
      rest = rest.drop(while: \.isDigit)
      guard let unit = rest.takeUnit() else { return nil }
      let (part, isOver) = number.multipliedReportingOverflow(by: unit)
      let (next, isOver2) = sum.addingReportingOverflow(part)
      if isOver || isOver2 { return nil }
      sum = next
    } while !rest.isEmpty
    return sign == UInt8(ascii: "-") ? -sum : sum
  }

  private mutating func takeUnit() -> Int64? {
    let units: [(String, Int64)] = [
      ("ms", 1), ("d", 86_400_000), ("h", 3_600_000), ("m", 60000), ("s", 1000),
    ]
    for (name, length) in units {
      if let rest = dropping(name) {
        self = rest
        return length
      }
    }
    return nil
  }

  /// The microseconds since 1970 of `2026-02-24 16:28:44`, read as if it were UTC.
  var dateAsUTC: Int64? {
    let bytes = Array(prefix(19))
    let form = Array("dddd-dd-dd dd:dd:dd".utf8)
    guard bytes.count == form.count else { return nil }
    var numbers = [0]
    for (byte, kind) in zip(bytes, form) {
      if kind == UInt8(ascii: "d") {
        guard byte.isDigit else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
      } else {
        guard byte == kind else { return nil }
        numbers.append(0)
      }
    }
    guard let days = CivilDate.days(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    return Int64(days) * CivilDate.microsPerDay + Int64(seconds) * CivilDate.microsPerSecond
  }
}

/// Instants of dumps, which count milliseconds, in the microseconds of a state.
enum DumpInstant {
  /// Returns the instant of milliseconds since 1970; nil for one that is no date.
  static func micros(ofMilliseconds value: Int64) -> Int64? {
    guard value > 0, value < CivilDate.endOfDates / 1000 else { return nil }
    return value * 1000
  }

  /// Returns the instant that lies some milliseconds after another one.
  static func micros(_ instant: Int64, plusMilliseconds span: Int64) -> Int64? {
    let (sum, isOver) = (instant / 1000).addingReportingOverflow(span)
    guard !isOver, let micros = micros(ofMilliseconds: sum) else { return nil }
    return micros + instant % 1000
  }
}
