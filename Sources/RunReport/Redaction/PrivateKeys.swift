internal import RuleLanguage

/// The names before values that tell of people: what the catalogue says, and names of secrets.
struct PrivateKeys {
  private var kinds: [[UInt8]: FieldPrivacy] = [:]
  /// All names that the catalogue knows: one of them ends the value before it.
  private var names: Set<[UInt8]> = []

  init(_ catalogue: Catalogue) {
    for name in catalogue.fieldNames { names.insert(Self.plain(Array(name.utf8)[...])) }
    for field in catalogue.privateFields {
      kinds[Self.plain(Array(catalogue.name(of: field.name).utf8)[...])] = field.privacy
    }
    for event in catalogue.events {
      for alias in event.aliases {
        let key = Self.plain(Array(alias.key.utf8)[...])
        names.insert(key)
        guard let field = catalogue.privateFields.first(where: { $0.name == alias.field }) else {
          continue
        }
        // A name that means a text somewhere is treated as one everywhere.
        if kinds[key] != .text { kinds[key] = field.privacy }
      }
    }
    for word in Self.secrets { kinds[Array(word.utf8)] = .id }
  }

  private static let secrets = [
    "jwt", "token", "accesstoken", "refreshtoken", "password", "secret", "privatekey", "email",
  ]

  /// What a name says of its value; nil for a name that is not private.
  func kind(of name: ArraySlice<UInt8>) -> FieldPrivacy? {
    name.isEmpty ? nil : kinds[Self.plain(name)]
  }

  func isName(_ name: ArraySlice<UInt8>) -> Bool { names.contains(Self.plain(name)) }

  /// `schedule_id`, `scheduleID` and `schedule-id` are one name.
  private static func plain(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowercased)
  }
}
