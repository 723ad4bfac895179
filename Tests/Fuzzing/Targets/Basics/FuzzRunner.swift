/// Reads an input, and says which promise it broke: nil for none. What traps never returns.
package protocol FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String?
}

/// A reader of bytes that nobody vouches for, by itself: what the fuzzer drives.
package protocol FuzzTarget: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// Returns what runs inputs; it may be used for any number of them, one after another.
  func runner() -> any FuzzRunner
}
