internal import LogReading
internal import TextWriting

/// The masking of secrets and identities in log text before it is kept.
///
/// Masking twice changes nothing, so text may be masked again where it is unsure.
package enum SecretMasking {
  /// Appends the text with all that `SecretForms` knows masked.
  ///
  /// So is what may be the beginning of a JWT at the end of the text, which may have been cut there.
  ///
  /// Returns whether a secret was seen that is a finding: a JWT, a bearer token or an API key.
  package static func mask(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Bool {
    var forms = SecretForms()
    var sawSecret = false
    var copied = 0
    var index = 0
    bytes.reserveCapacity(bytes.count + text.count)
    while index < text.count {
      guard let found = forms.find(in: text, at: index) else {
        index += 1
        continue
      }
      bytes.append(text.extracting(copied..<found.value.lowerBound))
      bytes.append(utf8: "***")
      if found.kind == .finding { sawSecret = true }
      copied = found.value.upperBound
      index = max(copied, index + 1)
    }
    let end = max(copied, forms.openToken ?? text.count)
    bytes.append(text.extracting(copied..<end))
    if end < text.count { bytes.append(utf8: "***") }
    return sawSecret
  }

  /// Returns the text masked, and whether a secret was seen that is a finding.
  package static func mask(_ text: String) -> (text: String, sawSecret: Bool) {
    var bytes: [UInt8] = []
    let sawSecret = mask(text.utf8.span, into: &bytes)
    return (String(decoding: bytes, as: UTF8.self), sawSecret)
  }

  /// Whether the text holds a secret that is a finding, if it is printed.
  ///
  /// Asked of every line of the plugin, so whole blocks are searched for a pair of letters that each
  /// kind has.
  package static func holdsSecret(_ text: Span<UInt8>) -> Bool {
    var forms = SecretForms()
    var next = 0
    while true {
      let index = text.secretMark(from: next)
      guard index < text.count else { return false }
      next = index + 1
      switch text[index] {
      case UInt8(ascii: "y"):
        if index >= 1, forms.webToken(in: text, at: index - 1) != nil { return true }
      case UInt8(ascii: "b"), UInt8(ascii: "B"):
        if SecretForms.bearer(in: text, at: index) != nil { return true }
      case UInt8(ascii: "k"), UInt8(ascii: "K"):
        if index >= 3, SecretForms.apiKey(in: text, at: index - 3) != nil { return true }
        if index >= 4, SecretForms.apiKey(in: text, at: index - 4) != nil { return true }
      default: break
      }
    }
  }

  /// Something that is masked.
  struct Found {
    enum Kind {
      /// A secret that says what it is, and must not be logged: a JWT, a bearer token, an API key.
      case finding
      /// What has the look of a secret, or is a part of one.
      case recognised
      /// The value, or the list, behind the name of a secret.
      case named, list
      /// A DID, which is no secret.
      case identity
    }

    /// The bytes that the mask replaces.
    var value: Range<Int>
    var kind = Kind.finding
    var isSecret: Bool { kind != .identity }
  }

  /// Returns all that would be masked in a text, in order.
  static func findings(in text: Span<UInt8>) -> [Found] {
    var forms = SecretForms()
    var findings: [Found] = []
    var index = 0
    while index < text.count {
      guard let found = forms.find(in: text, at: index) else {
        index += 1
        continue
      }
      findings.append(found)
      index = max(found.value.upperBound, index + 1)
    }
    return findings
  }
}
