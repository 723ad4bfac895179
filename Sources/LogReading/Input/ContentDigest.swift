internal import CDigest

/// A SHA-256 that bytes are added to as they come.
package struct ContentDigest: Sendable {
  /// How many bytes a digest has.
  package static let length = 32

  private var context = SHA2_CTX()

  package init() {
    // The call fills the context, which is this value's own.
    unsafe SHA256Init(&context)
  }

  /// Adds bytes.
  package mutating func add(_ bytes: Span<UInt8>) {
    // The call reads the bytes while they are lent.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe SHA256Update(&context, buffer.baseAddress, buffer.count)
    }
  }

  /// The digest of all bytes so far, 32 of them; more may be added behind.
  package var value: [UInt8] {
    var context = context
    var digest = [UInt8](repeating: 0, count: 32)
    // The call fills the thirty-two, and takes a copy of the context to its end.
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe SHA256Final(base, &context) }
    }
    return digest
  }

  /// What it holds, for a later call of the same program.
  package var state: [UInt8] {
    // The context is numbers and bytes without a pointer.
    unsafe withUnsafeBytes(of: context) { unsafe Array($0) }
  }

  /// Goes on from what a call held before; nil where that is none.
  package init?(state: [UInt8]) {
    let isWhole = unsafe withUnsafeMutableBytes(of: &context) { bytes in
      guard bytes.count == state.count else { return false }
      // The context is numbers and bytes: any of them are a value.
      unsafe bytes.copyBytes(from: state)
      return true
    }
    if !isWhole { return nil }
  }

  /// Returns the digest of bytes.
  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.value
  }
}
