internal import LogReading
internal import RuleLanguage

/// The kinds of private values, which decide how much a pseudonym replaces.
enum PrivateKind {
  /// An id of a thing or a person: replaced part by part.
  case id
  /// A text that somebody wrote.
  case text
  /// A credential, or an e-mail address.
  case secret
  /// The value of `Authorization`, of which a part may be a secret.
  case credentials
}

/// The names of private values: those in the catalogue, and names of secrets.
struct PrivateKeys {
  private var kinds: [[UInt8]: PrivateKind] = [:]
  /// All names that the catalogue knows: one of them ends the value before it.
  private var names: Set<[UInt8]> = []

  init(_ catalogue: Catalogue) {
    for name in catalogue.fieldNames { names.insert(Self.plain(Array(name.utf8)[...])) }
    for field in catalogue.privateFields {
      kinds[Self.plain(Array(catalogue.name(of: field.name).utf8)[...])] = Self.kind(field.privacy)
    }
    for event in catalogue.events {
      for alias in event.aliases {
        let key = Self.plain(Array(alias.key.utf8)[...])
        names.insert(key)
        guard let field = catalogue.privateFields.first(where: { $0.name == alias.field }) else {
          continue
        }
        // A name that means a text somewhere is treated as one everywhere.
        if kinds[key] != .text { kinds[key] = Self.kind(field.privacy) }
      }
    }
    for word in Self.secretNames { kinds[word] = .secret }
    for word in Self.credentialNames { kinds[word] = .credentials }
  }

  private static func kind(_ privacy: FieldPrivacy) -> PrivateKind? {
    switch privacy {
    case .id: .id
    case .text: .text
    case .none: nil
    }
  }

  /// Returns the kind of value that a name announces; nil for a name that is not private.
  func kind(of name: ArraySlice<UInt8>) -> PrivateKind? {
    guard !name.isEmpty else { return nil }
    return kinds[Self.plain(name)] ?? (Self.namesSecret(name) ? .secret : nil)
  }

  func isName(_ name: ArraySlice<UInt8>) -> Bool { names.contains(Self.plain(name)) }

  /// Folds `schedule_id`, `scheduleID` and `schedule-id` into one name.
  private static func plain(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowercased)
  }

  // MARK: Secrets

  private static func words(_ text: String) -> Set<[UInt8]> {
    Set(text.split(separator: " ").map { Array($0.utf8) })
  }

  /// The words at the end of a name that make its value a secret.
  private static let secretWords = words(
    "jwt token password passwd passphrase pwd secret email bearer apikey")
  /// The words that do so together with a `key` behind them.
  private static let keyWords = words("api secret private access auth signing encryption")
  /// Names of secrets whose words are not told apart by capitals or marks.
  private static let secretNames: [[UInt8]] =
    ["auth", "access", "refresh", "id", "bearer", "device", "push", "session"]
    .map { Array(($0 + "token").utf8) }
    + ["clientsecret", "secretkey", "privatekey", "accesskey"].map { Array($0.utf8) }
  private static let credentialNames: [[UInt8]] =
    ["authorization", "proxyauthorization"].map { Array($0.utf8) }

  /// Whether a name ends in a word for a secret: `authToken`, `auth_token` and `Auth-Token`, but not
  /// `tokenCount`.
  private static func namesSecret(_ name: ArraySlice<UInt8>) -> Bool {
    let last = lastWord(of: name)
    let word = last.map(\.lowercased)
    if secretWords.contains(word) { return true }
    let before = lastWord(of: name[..<last.startIndex]).map(\.lowercased)
    if word.elementsEqual("key".utf8) { return keyWords.contains(before) }
    return word.elementsEqual("address".utf8) && before.elementsEqual("email".utf8)
  }

  /// Returns the last word of a name, as capitals and bytes that are no letters tell words apart.
  private static func lastWord(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
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
