internal import RuleEngine
internal import RuleLanguage
internal import TextWriting

// What a condition read, in words: a reader of a report does not have the log at hand.
extension FindingWords {
  /// `, where ttl is 3600 s, success.ttl is 86400 s`; empty where no condition decided.
  func values(_ record: FindingRecord) -> String {
    let rule = book.rules[record.rule]
    // What lacks a value says so by its name.
    if unreadValues(record) != nil { return "" }
    var shown: [(text: String, value: Value)] = []
    let told = record.values.compactMap { told -> String? in
      guard let reference = told.reference, let name = name(reference, of: rule) else { return nil }
      let text = Self.text(of: told.value)
      // Two secrets may differ in nothing but what is masked.
      let isAnother = shown.contains { $0.text == text && $0.value != told.value }
      shown.append((text, told.value))
      return name + " is " + (isAnother ? "another " : "") + text
    }
    return told.isEmpty ? "" : ", where " + told.joined(separator: ", ")
  }

  /// The values that a condition needs and cannot read: `the time of ping at line 4 is not told`; nil
  /// where it lacks none.
  func unreadValues(_ record: FindingRecord) -> String? {
    guard record.reason == .missingField || record.reason == .redacted else { return nil }
    let sentences = record.values.compactMap { told -> String? in
      let lack: String
      switch told.value {
      case .missing: lack = " is not told"
      case .redacted: lack = " is hidden"
      case .malformed, .zoneless: lack = " cannot be read"
      default: return nil
      }
      switch told.reference {
      case .roleField(let role, let field):
        return book.catalogue.name(of: field) + " of " + event(of: role, in: record) + lack
      case .roleTime(let role): return "the time of " + event(of: role, in: record) + lack
      default: return nil
      }
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " and ")
  }

  /// The event that took a role.
  private func event(of role: UInt8, in record: FindingRecord) -> String {
    let kinds = book.rules[record.rule].patterns.filter { $0.role == role }.map(\.kind)
    if let event = record.events.last(where: { kinds.contains($0.kind) }) { return name(event) }
    return kinds.first.map { book.catalogue[$0].name } ?? "the event"
  }

  /// A reference as the rule writes it; nil for what says nothing by itself.
  private func name(_ reference: Reference, of rule: Rule) -> String? {
    let catalogue = book.catalogue
    switch reference {
    case .candidateField(let field): return catalogue.name(of: field)
    case .candidateTime: return "time"
    case .roleField(let role, let field):
      return rule.roles[Int(role)].name + "." + catalogue.name(of: field)
    case .roleTime(let role): return rule.roles[Int(role)].name + ".time"
    case .cycle(let key): return "cycle." + key.name
    case .derived(let key): return "counted " + key.name
    case .parameter(let index): return book.parameters[Int(index)].name
    case .roleCount(let role): return "count(\(rule.roles[Int(role)].name))"
    case .environment, .candidateIsUTC, .candidateTimeIsUTC, .roleTaken: return nil
    }
  }

  /// The most bytes of a text that are shown.
  private static let longestText = 60

  static func text(of value: Value) -> String {
    switch value {
    case .missing: "missing"
    case .redacted: "hidden"
    case .malformed, .zoneless: "unreadable"
    case .bool(let truth): truth ? "true" : "false"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text):
      // Masked before it is cut: of half a secret nobody could tell.
      "'" + shortened(String(masking: text)) + "'"
    case .instant(let time): InstantText.iso(time)
    case .duration(let span): text(ofSpan: span)
    case .list(let values): "[" + values.map { text(of: $0) }.joined(separator: ", ") + "]"
    }
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(text.prefix(longestText - 1)) + "…"
  }

  private static func text(ofSpan span: Int64) -> String {
    if span % 1_000_000 == 0 { return "\(span / 1_000_000) s" }
    return span % 1000 == 0 ? "\(span / 1000) ms" : "\(span) µs"
  }
}
