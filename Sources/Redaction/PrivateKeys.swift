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
  /// A list of credentials; a number in its place is a count.
  case secrets
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
    let last = SecretNames.lastWord(of: name)
    let word = last.map(\.lowercased)
    if SecretNames.words.contains(word) || otherWords.contains(word) { return true }
    let before = SecretNames.lastWord(of: name[..<last.startIndex]).map(\.lowercased)
    if word.elementsEqual("key".utf8) {
      return SecretNames.keyWords.contains(before) || before.elementsEqual("api".utf8)
    }
    return word.elementsEqual("address".utf8) && before.elementsEqual("email".utf8)
  }

  /// The words that make a value private beside those that make it a secret to be masked.
  private static let otherWords = Set(["email", "bearer", "apikey"].map { Array($0.utf8) })
}
