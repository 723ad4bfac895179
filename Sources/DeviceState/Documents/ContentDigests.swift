internal import CDigest
internal import TextWriting

/// The digests that a plugin may have logged of stored content.
///
/// The documents name MD5, and not the bytes that it is made of: an export may end in a line break that
/// was not stored, and a store may have written the same members anew.
enum ContentDigests {
  static func md5(_ bytes: [UInt8]) -> String {
    var context = MD5_CTX()
    var digest = [UInt8](repeating: 0, count: 16)
    // The C calls read the bytes and fill the sixteen within each call.
    unsafe MD5Init(&context)
    unsafe MD5Update(&context, bytes, bytes.count)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe MD5Final(base, &context) }
    }
    return hex(digest)
  }

  static func sha1(_ bytes: [UInt8]) -> String {
    var context = SHA1_CTX()
    var digest = [UInt8](repeating: 0, count: 20)
    // The C calls read the bytes and fill the twenty within each call.
    unsafe SHA1Init(&context)
    unsafe SHA1Update(&context, bytes, bytes.count)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe SHA1Final(base, &context) }
    }
    return hex(digest)
  }

  static func sha256(_ bytes: [UInt8]) -> String {
    var context = SHA2_CTX()
    var digest = [UInt8](repeating: 0, count: 32)
    // The C calls read the bytes and fill the thirty-two within each call.
    unsafe SHA256Init(&context)
    unsafe SHA256Update(&context, bytes, bytes.count)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe SHA256Final(base, &context) }
    }
    return hex(digest)
  }

  /// Returns the digests of each form of a content, without doubles.
  static func all(of forms: [[UInt8]]) -> [String] {
    var digests: [String] = []
    for form in forms {
      for digest in [md5(form), sha1(form), sha256(form)] where !digests.contains(digest) {
        digests.append(digest)
      }
    }
    return digests
  }

  private static func hex(_ digest: [UInt8]) -> String {
    var hex: [UInt8] = []
    for byte in digest { hex.append(hex: UInt64(byte), width: 2) }
    return String(decoding: hex, as: UTF8.self)
  }
}
