#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How much longer than usual tests wait before they call something hung: `DNPLOG_PATIENCE`, which the
/// builds with a sanitizer need.
package enum Patience {
  package static let factor: Int = {
    guard let text = unsafe getenv("DNPLOG_PATIENCE") else { return 1 }
    return max(1, unsafe Int(String(cString: text)) ?? 1)
  }()
  /// The minutes after which a test has hung. The time in which it waits for its turn among all other
  /// tests counts, so that few minutes would tell of the machine and not of the test.
  package static let minutes = 10 * factor
}
