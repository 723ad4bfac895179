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
}
