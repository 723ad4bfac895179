internal import CommandSyntax
internal import LogReading
internal import RuleLanguage
internal import Simulator

/// Readers of the values that only `simulate` takes.
enum SimulationValues {
  /// Reads a day, whose notification is that of the guide, or an instant.
  static func start(_ text: String) throws(UsageError) -> Int64 {
    let full = text.utf8.count == 10 ? text + "T05:53:00Z" : text
    guard let instant = try? TimestampText.microseconds(of: full) else {
      throw UsageError(
        "'\(text)' is neither a day nor an instant",
        advice: "write 2025-11-14 or 2025-11-14T05:53:00Z")
    }
    guard instant >= 365 * .day else {
      throw UsageError("'\(text)' is too early", advice: "begin in 1971 or later")
    }
    return instant
  }

  /// The leads allowed: the prefetch needs some time, and a day has a notification.
  static let leads = 3 * Int64.minute...12 * Int64.hour

  /// Reads the time from the prefetch to its notification.
  static func lead(_ text: String) throws(UsageError) -> Int64 {
    let lead: Int64
    do throws(TimeTextError) {
      lead = try DurationText.microseconds(of: ArraySlice(text.utf8))
    } catch {
      throw UsageError(error.message, advice: error.advice)
    }
    guard leads.contains(lead), lead % .second == 0 else {
      throw UsageError(
        "'\(text)' is out of range", advice: "give 3m to 12h, in whole seconds")
    }
    return lead
  }

  /// Reads the share of noise among the lines.
  static func noise(_ text: String) throws(UsageError) -> Double {
    let digits = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    guard digits, let share = Double(text), share <= 0.999 else {
      throw UsageError("'\(text)' is no share of the lines", advice: "give 0 to 0.999")
    }
    return share
  }

  /// Reads `UTC`, `Z` or an offset such as `+02:00`.
  static func zone(_ text: String) throws(UsageError) -> DeviceZone {
    if text == "UTC" || text == "Z" { return .utc }
    let digits = Array(text.utf8.dropFirst())
    guard let sign = text.first, sign == "+" || sign == "-",
      digits.count == 5, digits[2] == UInt8(ascii: ":"),
      let hours = number(digits[..<2]), let minutes = number(digits[3...]),
      minutes < 60, hours * 60 + minutes <= 14 * 60
    else {
      throw UsageError(
        "'\(text)' is no offset from UTC", advice: "give -14:00 to +14:00, e.g. +02:00")
    }
    let all = hours * 60 + minutes
    return all == 0 ? .utc : DeviceZone(minutes: sign == "-" ? -all : all)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
