internal import LogReading

/// The names whose values are secrets.
enum SecretNames {
  enum Kind {
    /// A name of a token or a key.
    case token
    /// A name of a password or another secret.
    case password
    /// A name of many secrets: only a list behind it is one.
    case plural
  }

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }

  /// The words at the end of a name that make its value a secret.
  static let words = words("jwt token password passwd passphrase pwd secret")
  private static let passwords = words("password passwd passphrase pwd secret")
  private static let plurals = words("jwts tokens passwords passphrases secrets")
  /// The words that do so together with a `key` behind them.
  static let keyWords = words("secret private access auth signing encryption")

  /// The kind of secret that a name announces: `authToken`, `auth_token` and `Auth-Token`, but not
  /// `tokenCount`; nil for any other name.
  static func kind(of name: [UInt8]) -> Kind? {
    let last = lastWord(of: name[...])
    let word = last.map(\.lowercased)
    if passwords.contains(word) { return .password }
    if words.contains(word) { return .token }
    if plurals.contains(word) { return .plural }
    // Names whose words are not told apart.
    if word.count > 5, glued.contains(where: { word.suffix($0.count) == $0[...] }) { return .token }
    guard word.elementsEqual("key".utf8) else { return nil }
    return keyWords.contains(lastWord(of: name[..<last.startIndex]).map(\.lowercased))
      ? .token : nil
  }

  private static let glued = [
    "accesstoken", "authtoken", "refreshtoken", "idtoken", "bearertoken", "devicetoken",
    "pushtoken", "sessiontoken", "clientsecret", "secretkey", "privatekey", "accesskey",
  ].map { Array($0.utf8) }

  /// Returns the last word of a name, as capitals and bytes that are no letters tell words apart.
  static func lastWord(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = name.endIndex
    while end > name.startIndex, !name[end - 1].isLetter { end -= 1 }
    guard end > name.startIndex else { return name[..<end] }
    let isCapital = name[end - 1].isCapital
    var start = end - 1
    while start > name.startIndex, name[start - 1].isLetter, name[start - 1].isCapital == isCapital
    {
      start -= 1
    }
    // Small letters may have one capital before them.
    if !isCapital, start > name.startIndex, name[start - 1].isCapital { start -= 1 }
    return name[start..<end]
  }
}
