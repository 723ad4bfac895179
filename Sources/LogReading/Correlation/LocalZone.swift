#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Synchronization
internal import TextWriting

/// The zone of wall-clock times: `UTC`, an offset such as `+08:00`, or a name such as `Asia/Manila`.
package struct LocalZone: Sendable, Equatable {
  private enum Kind: Sendable, Equatable {
    case fixed(Int64)
    /// That of a place, which the C library knows.
    case named
  }

  package let name: String
  private let kind: Kind
  /// The zone of a place, which tells when its clocks are set back.
  var isOfPlace: Bool { kind == .named }

  /// Nil if the text names no zone.
  package init?(_ text: String) {
    name = text
    if text == "UTC" || text == "Z" || text == "GMT" {
      kind = .fixed(0)
    } else if let offset = Self.offset(text) {
      kind = .fixed(offset)
    } else {
      guard Self.isSafeName(text), Self.exists(text) else { return nil }
      kind = .named
    }
  }

  /// How far a zone is ahead of UTC at a wall-clock time, in microseconds.
  package struct Offsets: Sendable, Equatable {
    /// Where the time comes twice, when it comes first.
    package var first: Int64
    /// When it comes again, since the clocks were set back; nil where it comes once.
    package var second: Int64?
  }

  /// How far the zone is ahead of UTC at a wall-clock time.
  package func offsets(atLocal time: Int64) -> Offsets {
    switch kind {
    case .fixed(let offset): return Offsets(first: offset)
    case .named:
      // Clocks are not set twice within two days.
      let before = systemOffset(at: time &- Self.day)
      let after = systemOffset(at: time &+ Self.day)
      if before == after { return Offsets(first: before) }
      let isBefore = systemOffset(at: time &- before) == before
      let isAfter = systemOffset(at: time &- after) == after
      if isBefore, isAfter { return Offsets(first: before, second: after) }
      // A time that was skipped is read as if the clocks had not been set yet.
      return Offsets(first: isAfter ? after : before)
    }
  }

  /// Whether the zone is so far ahead of UTC at a wall-clock time.
  func has(_ offset: Int64, atLocal time: Int64) -> Bool {
    let offsets = offsets(atLocal: time)
    return offsets.first == offset || offsets.second == offset
  }

  private static let day = CivilDate.microsPerDay

  /// The zone that the C library is set to. It has the only table of zones that every system has, and
  /// keeps one zone for the whole process: who asks sets it, and has it alone meanwhile.
  private static let systemZone = Mutex("")

  private func systemOffset(at instant: Int64) -> Int64 {
    Self.systemZone.withLock { zone in
      if zone != name {
        // setenv(3) and tzset(3) read the text during the call; no other thread asks for a variable.
        unsafe setenv("TZ", name, 1)
        tzset()
        zone = name
      }
      var seconds = time_t(instant / 1_000_000)
      var parts = unsafe tm()
      // localtime_r(3) fills the struct on the stack.
      guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
      return Int64(unsafe parts.tm_gmtoff) * 1_000_000
    }
  }

  /// `+08:00`, `-0330` or `+8` as microseconds.
  private static func offset(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    let digits = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard (1...4).contains(digits.count), digits.allSatisfy({ $0.isDigit }) else { return nil }
    let number = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
    guard hours <= 14, minutes < 60 else { return nil }
    let value = (hours * 60 + minutes) * 60_000_000
    return sign == UInt8(ascii: "-") ? -value : value
  }

  private static func isSafeName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("/") && !text.contains("..")
      && text.utf8.allSatisfy { byte in
        byte.isDigit || (byte | 0x20) &- 0x61 < 26 || "/_+-".utf8.contains(byte)
      }
  }

  private static func exists(_ name: String) -> Bool {
    // access(2) reads the path during the call.
    unsafe access("/usr/share/zoneinfo/" + name, R_OK) == 0
  }
}

// By its name, which is checked as it is read.
extension LocalZone: Codable {
  package init(from decoder: any Decoder) throws {
    guard let zone = LocalZone(try String(from: decoder)) else { throw StateDamage() }
    self = zone
  }

  package func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
