/// The level that the container gave; advisory, since no seed gives any.
public enum LogLevel: UInt8, Sendable, Comparable, Codable {
  case unknown, debug, info, notice, warning, error, fault

  @inlinable
  public static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
