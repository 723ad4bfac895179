internal import TextWriting

/// Readers of values of an expected kind; any other value is a mistake that names it.
extension YAMLNode {
  /// The text of a scalar, quoted or not.
  package func string() throws(SourceError) -> String {
    guard case .scalar(let text, let isQuoted) = content, isQuoted || !text.isEmpty else {
      throw unexpected("text")
    }
    return text
  }

  /// A whole number, not quoted.
  package func int() throws(SourceError) -> Int {
    guard case .scalar(let text, isQuoted: false) = content, let number = Int(text) else {
      throw unexpected("a whole number")
    }
    return number
  }

  /// A number, not quoted.
  package func double() throws(SourceError) -> Double {
    guard case .scalar(let text, isQuoted: false) = content, let number = Double(text),
      number.isFinite
    else { throw unexpected("a number") }
    return number
  }

  /// Either `true` or `false`, not quoted.
  package func bool() throws(SourceError) -> Bool {
    switch content {
    case .scalar("true", isQuoted: false): return true
    case .scalar("false", isQuoted: false): return false
    default: throw unexpected("true or false")
    }
  }

  /// The values of a list.
  package func list() throws(SourceError) -> [YAMLNode] {
    guard case .sequence(let nodes) = content else { throw unexpected("a list") }
    return nodes
  }

  /// The texts of a list.
  package func strings() throws(SourceError) -> [String] {
    var strings: [String] = []
    for node in try list() { strings.append(try node.string()) }
    return strings
  }

  /// The entries of a mapping with any keys.
  package func mapping() throws(SourceError) -> [Entry] {
    guard case .mapping(let entries) = content else { throw unexpected("a mapping") }
    return entries
  }

  /// The entries of a mapping that has no other keys than these.
  package func mapping(allowed keys: [String]) throws(SourceError) -> [Entry] {
    let entries = try mapping()
    for entry in entries where !keys.contains(entry.key) {
      throw entry.keyError(
        "unknown key '\(entry.key)'", advice: Spelling.suggestion(for: entry.key, among: keys))
    }
    return entries
  }

  /// The value of a key that a mapping must have.
  package func required(_ key: String, advice: String = "") throws(SourceError) -> YAMLNode {
    _ = try mapping()
    guard let value = self[key] else { throw error("key '\(key)' is missing", advice: advice) }
    return value
  }

  /// One word of a fixed set.
  package func word(of words: [String]) throws(SourceError) -> String {
    let text = try string()
    guard words.contains(text) else {
      throw error("unknown value '\(text)'", advice: Spelling.suggestion(for: text, among: words))
    }
    return text
  }

  /// A mistake that names the expected and the actual value.
  package func unexpected(_ wanted: String) -> SourceError {
    let found =
      switch content {
      case .scalar("", isQuoted: false): "nothing"
      case .scalar(let text, isQuoted: true): "the quoted text \"\(text)\""
      case .scalar(let text, isQuoted: false): "'\(text)'"
      case .sequence: "a list"
      case .mapping: "a mapping"
      }
    return error("expected \(wanted), found \(found)")
  }
}
