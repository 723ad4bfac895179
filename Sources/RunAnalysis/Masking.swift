internal import Redaction

extension String {
  /// Makes a text of the log, without its secrets.
  init(masking text: [UInt8]) {
    var bytes: [UInt8] = []
    _ = SecretMasking.mask(text.span, into: &bytes)
    self = String(decoding: bytes, as: UTF8.self)
  }

  init(masking text: String) { self.init(masking: Array(text.utf8)) }
}
