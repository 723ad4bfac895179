internal import CDigest
internal import TextWriting

/// Digests as the plugin prints them.
enum Digest {
  /// Returns the MD5 of a text in lower-case hexadecimal.
  static func md5(_ text: String) -> String {
    var context = MD5_CTX()
    var digest = [UInt8](repeating: 0, count: 16)
    // The C calls read the text and fill the sixteen bytes within each call.
    unsafe MD5Init(&context)
    unsafe MD5Update(&context, Array(text.utf8), text.utf8.count)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe MD5Final(base, &context) }
    }
    var hex: [UInt8] = []
    for byte in digest { hex.append(hex: UInt64(byte), width: 2) }
    return String(decoding: hex, as: UTF8.self)
  }
}
