#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The variables that the program was started with.
enum ProcessVariables {
  static func value(_ name: String) -> String {
    // getenv(3) lends a string that is copied at once; nothing here sets variables.
    guard let value = unsafe getenv(name) else { return "" }
    return unsafe String(cString: value)
  }
}
