internal import CDigest

/// A SHA-256 that bytes are added to as they come.
package struct ContentDigest: Sendable {
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

  /// Returns the digest of bytes.
  package static func of(_ bytes: Span<UInt8>) -> [UInt8] {
    var digest = ContentDigest()
    digest.add(bytes)
    return digest.value
  }
}
