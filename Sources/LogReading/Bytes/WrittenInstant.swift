/// Instants that a user writes.
package enum WrittenInstant {
  /// The microseconds since 1970 of `2025-11-15T07:00:00Z`, of a time with an offset, or of seconds or
  /// milliseconds since 1970; nil for anything else.
  package static func read(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    let span = bytes.span
    if bytes.count == 10 || bytes.count == 13, let epoch = span.integer(in: bytes.indices),
      epoch >= 0
    {
      return epoch * (bytes.count == 10 ? 1_000_000 : 1000)
    }
    guard let reading = span.isoTime(at: 0), reading.end == bytes.count,
      !reading.gaps.contains(.zone)
    else { return nil }
    return reading.micros
  }
}
