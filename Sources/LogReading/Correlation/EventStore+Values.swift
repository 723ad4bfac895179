internal import RuleLanguage

// Values of fields, where a line gives them.
extension EventStore {
  func instant(_ name: FieldName, _ event: ScopedEvent) -> Int64? {
    field(name, of: event)?.instant
  }

  func integer(_ name: FieldName, _ event: ScopedEvent) -> Int64? {
    guard let field = field(name, of: event), field.state == .value else { return nil }
    return field.value
  }

  func flag(_ name: FieldName, _ event: ScopedEvent) -> Bool? {
    integer(name, event).map { $0 != 0 }
  }

  func string(_ name: FieldName, _ event: ScopedEvent) -> String? {
    guard let field = field(name, of: event), field.state == .value, field.length > 0
    else { return nil }
    return text(of: field, in: event)
  }

  func isWord(_ word: StaticString, _ name: FieldName, _ event: ScopedEvent) -> Bool {
    guard let field = field(name, of: event), field.state == .value else { return false }
    return text(of: field, in: event, equals: word)
  }
}
