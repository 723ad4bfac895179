internal import CDigest

/// The policy that the page gives the browser: its own style and script, and nothing else from anywhere.
enum ContentPolicy {
  static func words(style: String, script: String? = nil) -> String {
    let script = script.map { "script-src '\(source(of: $0))'; " } ?? ""
    return "default-src 'none'; style-src '\(source(of: style))'; \(script)"
      + "img-src data:; base-uri 'none'; form-action 'none'"
  }

  /// `sha256-` and the digest of an inline text, as a policy names it.
  private static func source(of text: String) -> String {
    var context = SHA2_CTX()
    var digest = [UInt8](repeating: 0, count: 32)
    let bytes = Array(text.utf8)
    // The C calls read the bytes and fill the thirty-two within each call.
    unsafe SHA256Init(&context)
    unsafe SHA256Update(&context, bytes, bytes.count)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { unsafe SHA256Final(base, &context) }
    }
    return "sha256-" + base64(digest)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      var quartet = [UInt8](repeating: UInt8(ascii: "="), count: 4)
      for place in (0..<4).reversed() {
        if place <= group.count { quartet[place] = digits[bits & 63] }
        bits >>= 6
      }
      text += quartet
    }
    return String(decoding: text, as: UTF8.self)
  }
}
