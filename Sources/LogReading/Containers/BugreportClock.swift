/// The device's clock as an Android bug report gives it, in lines that belong to no log.
package enum BugreportClock {
  static let zoneNeedle = Array("persist.sys.timezone".utf8)

  /// The local time of `== dumpstate: 2025-11-14 05:48:00`, as if it were UTC; it stands near the
  /// beginning.
  package static func date(in chunk: Span<UInt8>) -> Int64? {
    let start = chunk.extracting(0..<Swift.min(chunk.count, 4096))
    guard let place = start.firstRange(of: "== dumpstate: ", in: start.indices) else { return nil }
    return start.isoTime(at: place.upperBound)?.micros
  }

  /// The zone of `[persist.sys.timezone]: [Europe/Stockholm]`.
  static func zoneName(of line: Span<UInt8>) -> String? {
    guard
      let place = line.firstRange(of: "[persist.sys.timezone]: [", in: line.indices),
      let end = line.firstIndex(of: UInt8(ascii: "]"), in: place.upperBound..<line.count),
      end - place.upperBound <= 48
    else { return nil }
    return String(decoding: (place.upperBound..<end).map { line[$0] }, as: UTF8.self)
  }
}
