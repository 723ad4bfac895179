/// The offset of a device's wall clock from UTC, with its changes.
///
/// Written out and not looked up, so that a log is the same on every machine.
package struct DeviceZone: Sendable, Equatable {
  /// The value for `validate --tz`: `UTC`, an offset, or a name.
  package let name: String
  /// Microseconds ahead of UTC, from an instant on; the first holds for all time before too.
  let offsets: [Offset]

  package struct Offset: Sendable, Equatable {
    package let from: Int64
    package let micros: Int64
    package init(from: Int64, micros: Int64) {
      self.from = from
      self.micros = micros
    }
  }

  package static let utc = DeviceZone(name: "UTC", offsets: [])

  package init(name: String, offsets: [Offset]) {
    self.name = name
    self.offsets = offsets
  }

  /// Makes a zone without changes: minutes ahead of UTC.
  package init(minutes: Int64) {
    let offset = minutes * .minute
    var text: [UInt8] = []
    text.appendZone(offset, colon: true)
    name = String(decoding: text, as: UTF8.self)
    offsets = [Offset(from: .min, micros: offset)]
  }

  /// How far the wall clock is ahead of UTC at an instant, in microseconds.
  package func offset(at instant: Int64) -> Int64 {
    (offsets.last { $0.from <= instant } ?? offsets.first)?.micros ?? 0
  }
}

extension DeviceZone {
  /// Returns the zone of a scenario.
  package static func named(_ name: String) -> DeviceZone? {
    [.utc, .newYork].first { $0.name == name }
  }

  /// New York: five hours behind UTC, four in summer.
  static let newYork = DeviceZone(
    name: "America/New_York",
    offsets: [
      Offset(from: .min, micros: -5 * .hour),
      // 2025-03-09T07:00:00Z, and the other changes of two years.
      Offset(from: 1_741_503_600 * .second, micros: -4 * .hour),
      Offset(from: 1_762_063_200 * .second, micros: -5 * .hour),
      Offset(from: .lostHour, micros: -4 * .hour),
      Offset(from: .repeatedHour, micros: -5 * .hour),
    ])
}

extension Int64 {
  /// 2026-03-08T07:00:00Z: in New York two o'clock, the moment at which it becomes three.
  static var lostHour: Int64 { 1_772_953_200 * second }
  /// 2026-11-01T06:00:00Z: in New York two o'clock, the moment at which it becomes one again.
  static var repeatedHour: Int64 { 1_793_512_800 * second }
}
