internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

// What a condition read, in words: a reader of a report does not have the log at hand.
extension FindingWords {
  /// `: ttl is 1 h, ttl at line 10 is 24 h`; empty where no condition decided.
  func values(_ record: FindingRecord) -> String {
    let rule = book.rules[record.rule]
    // What lacks a value says so by its name.
    if unreadValues(record) != nil { return "" }
    var shown: [(text: String, value: Value)] = []
    var counted: Set<String> = []
    // The lines that prove it show their times, so of several values those are the ones to leave out.
    let needsTimes = record.values.allSatisfy { $0.reference?.isTimeOfEvent ?? true }
    let told = record.values.compactMap { told -> String? in
      if case .roleCount(let role) = told.reference {
        let kinds = kinds(of: role, in: rule)
        guard counted.insert(kinds).inserted else { return nil }
        let count = count(of: kinds, in: record)
        let number = count == 0 ? "no" : count == 1 ? "one" : "\(count)"
        // Of those whose values do not fit there may be more.
        let isPart = rule.patterns.contains { $0.role == role && $0.condition != nil }
        return "\(number) \(kinds) " + (!isPart ? "came" : count > 1 ? "count" : "counts")
      }
      guard let reference = told.reference, needsTimes || !reference.isTimeOfEvent,
        !reference.isConcluded || !told.value.isFlag, !isOfNone(told, in: record),
        let name = name(reference, in: record)
      else { return nil }
      var text = Self.text(of: told.value)
      // Spans that are rounded to the same differ by less; two secrets by nothing but what is masked.
      if case .duration(let span) = told.value,
        record.values.contains(where: { $0.value != told.value && Self.text(of: $0.value) == text })
      {
        text = NumberText.decimal(Double(span) / 1_000_000) + " s"
      }
      let isAnother = shown.contains { $0.text == text && $0.value != told.value }
      shown.append((text, told.value))
      return name + " is " + (isAnother ? "another " : "") + text
    }
    return told.isEmpty ? "" : ": " + told.joined(separator: ", ")
  }

  /// `: ttl of notification_payload at line 1 is missing`: the sentence of a schema stands for all
  /// its fields.
  func missingField(in record: FindingRecord) -> String {
    guard case .schema = book.rules[record.rule].obligation, record.detail.hasPrefix("has("),
      let event = record.events.last
    else { return "" }
    return ": \(record.detail.dropFirst(4).dropLast()) of \(name(event)) is missing"
  }

  /// The values that a condition needs and cannot read: `the time of ping at line 4 is not logged`; nil
  /// where it lacks none.
  func unreadValues(_ record: FindingRecord) -> String? {
    guard record.reason == .missingField || record.reason == .redacted else { return nil }
    let sentences = record.values.compactMap { told -> String? in
      let lack: String
      switch told.value {
      case .missing: lack = " is not logged"
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

  /// How often events of a kind were counted, whichever parts they have in the rule.
  private func count(of kinds: String, in record: FindingRecord) -> Int64 {
    let rule = book.rules[record.rule]
    var counts: [UInt8: Int64] = [:]
    for told in record.values {
      guard case .roleCount(let role) = told.reference, case .int(let count) = told.value,
        self.kinds(of: role, in: rule) == kinds
      else { continue }
      counts[role] = count
    }
    return counts.values.reduce(0, +)
  }

  /// The first events that may take a role: `fetch_success or fetch_failure`.
  private func kinds(of role: UInt8, in rule: Rule) -> String {
    var names: [String] = []
    for pattern in rule.patterns where pattern.role == role {
      let name = book.catalogue[pattern.kind].name
      if !names.contains(name) { names.append(name) }
    }
    let others = names.count > 3 ? " (or \(names.count - 2) others)" : ""
    return names.prefix(others.isEmpty ? 3 : 2).joined(separator: " or ") + others
  }

  /// The event that took a role, by its name and line, or by its name where none took it.
  private func event(of role: UInt8, in record: FindingRecord) -> String {
    if let event = taker(of: role, in: record) { return name(event) }
    let kind = book.rules[record.rule].patterns.first { $0.role == role }?.kind
    return kind.map { book.catalogue[$0].name } ?? "the event"
  }

  /// The event that took a role.
  private func taker(of role: UInt8, in record: FindingRecord) -> EventReference? {
    let rule = book.rules[record.rule]
    let kinds = rule.patterns.filter { $0.role == role }.map(\.kind)
    let fitting = zip(record.events, record.eventSteps).filter { kinds.contains($0.0.kind) }
    func takesPart(in patterns: [UInt16]) -> Bool {
      patterns.contains { rule.patterns[Int($0)].role == role }
    }
    switch rule.obligation {
    case .response(_, let steps, _):
      let step = steps.firstIndex { takesPart(in: $0.patterns) }.map { Int8(clamping: $0) } ?? -1
      return fitting.last { $0.1 == step }?.0
    case .never(let forbidden, _, _):
      return takesPart(in: forbidden) ? fitting.last?.0 : fitting.first?.0
    default: return fitting.last?.0
    }
  }

  /// Whether it is a value of an event that did not come.
  private func isOfNone(_ told: FindingRecord.ToldValue, in record: FindingRecord) -> Bool {
    guard told.value == .missing, case .roleField(let role, _) = told.reference else {
      return false
    }
    return taker(of: role, in: record) == nil
  }

  /// A reference in words; nil for what says nothing by itself.
  private func name(_ reference: Reference, in record: FindingRecord) -> String? {
    let catalogue = book.catalogue
    switch reference {
    case .candidateField(let field): return catalogue.name(of: field)
    case .candidateTime: return "time"
    case .roleField(let role, let field):
      // The line is among those that prove it, and says of which event it is.
      let place = taker(of: role, in: record).map { " at line \($0.line)" }
      return catalogue.name(of: field) + (place ?? " of " + event(of: role, in: record))
    case .roleTime(let role): return "the time of " + event(of: role, in: record)
    case .cycle(let key): return "the cycle's " + Self.words(of: key.name)
    case .derived(let key): return "counted " + Self.words(of: key.name)
    case .parameter(let index): return Self.words(of: book.parameters[Int(index)].name)
    case .environment, .candidateIsUTC, .candidateTimeIsUTC, .roleTaken, .roleCount: return nil
    }
  }

  /// Returns `begin date` for `beginDate`, and `execution window` for `execution_window`.
  private static func words(of name: String) -> String {
    var words = ""
    for letter in name {
      if letter.isUppercase, words.last?.isLowercase == true { words += " " }
      words += letter == "_" ? " " : letter.lowercased()
    }
    return words
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

  static func shortened(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(text.prefix(longestText - 1)) + "…"
  }

  private static func text(ofSpan span: Int64) -> String {
    if span % 1_000_000 == 0 { return TextLayout.span(Double(span) / 1_000_000) }
    return span % 1000 == 0 ? "\(span / 1000) ms" : "\(span) µs"
  }
}

extension Value {
  fileprivate var isFlag: Bool { if case .bool = self { true } else { false } }
}

extension Reference {
  /// Whether it is concluded from the log and stands in no line of it: of such a flag the sentence of the
  /// rule says what it means.
  fileprivate var isConcluded: Bool {
    switch self {
    case .cycle, .derived: true
    default: false
    }
  }

  /// Whether it is the moment at which an event was logged.
  fileprivate var isTimeOfEvent: Bool {
    if case .roleTime = self { return true }
    return self == .candidateTime
  }
}
