internal import CommandSyntax
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// Rules as text, for `rules list` and `rules show`.
struct RuleText {
  let book: RuleBook

  /// Returns a table of the rules that the filter takes, by pack.
  func list(_ filter: RuleFilter = RuleFilter()) -> String {
    let taken = book.rules.filter { filter.takes($0, in: book) }
    let width = taken.map(\.id.count).max() ?? 0
    var text = ""
    for (index, pack) in book.packs.enumerated() {
      let rules = taken.filter { Int($0.pack) == index }
      guard !rules.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + "\(pack.name): \(Self.oneLine(pack.title))\n"
      for rule in rules {
        let columns = [
          TextLayout.padded(rule.id, to: width), TextLayout.padded(rule.severity.name, to: 7),
          rule.bucket.name,
        ]
        text += "  \(columns.joined(separator: "  "))  \(Self.oneLine(rule.title))\n"
      }
    }
    let total = filter == RuleFilter() ? counts : "\(taken.count) of \(book.rules.count) rules\n"
    return text + (text.isEmpty ? "" : "\n") + total
  }

  /// Refuses a name that no pack has.
  func checkPack(_ name: String) throws(Failure) {
    let names = book.packs.map(\.name)
    if names.contains(name) { return }
    throw Failure(
      Problem(
        "there is no pack '\(name)'", at: "option '--pack'",
        advice: Spelling.question(for: name, among: names) ?? "'dnplog rules list' shows them"))
  }

  /// Refuses an area of which no rule covers a requirement.
  func checkArea(_ name: String) throws(Failure) {
    let names = Set(book.rules.flatMap { $0.covers.map { String($0.prefix { $0 != "-" }) } })
    if names.contains(name) { return }
    throw Failure(
      Problem(
        "no rule covers an area '\(name)'", at: "option '--area'",
        advice: Spelling.advice(for: name, among: names.sorted())))
  }

  /// The counts of what the book holds.
  var counts: String {
    "\(book.rules.count) rules in \(book.packs.count) packs, \(book.profiles.count) profiles,"
      + " \(book.catalogue.events.count) events\n"
  }

  /// Returns all members of a rule, for `rules show`.
  func show(_ rule: Rule) -> String {
    var rows = [
      ("severity", rule.severity.name), ("bucket", rule.bucket.name), ("class", rule.fault.name),
      ("scope", scope(rule.scope)), ("covers", rule.covers.joined(separator: ", ")),
    ]
    rows += obligation(rule)
    rows += rule.cancel.isEmpty ? [] : [("cancelled by", patterns(rule.cancel, of: rule))]
    rows += rule.excuses.compactMap { index in
      guard book.excuses.indices.contains(Int(index)) else { return nil }
      let excuse = book.excuses[Int(index)]
      return ("excuse", "\(excuse.name) (\(excuse.fault.name)): \(excuse.note)")
    }
    rows += parameters(of: rule)
    rows += rule.hints.map { ("hint", $0) }
    let width = rows.map(\.0.count).max() ?? 0
    return "\(book.packName(rule.pack))/\(rule.id)\n\(Self.oneLine(rule.title))\n\n"
      + rows.filter { !$0.1.isEmpty }.map {
        "  \(TextLayout.padded($0.0, to: width))  \(Self.oneLine($0.1))\n"
      }.joined()
  }

  /// Returns a text of a rule file as one line, without the line's end of a YAML block.
  static func oneLine(_ text: String) -> String {
    var text = text
    while text.hasSuffix("\n") { text.removeLast() }
    return TextEscaping.terminal(text)
  }

  private func scope(_ scope: RuleScope) -> String {
    switch scope {
    case .log: "log"
    case .process: "process"
    case .cycle: "cycle"
    case .execution: "execution"
    case .delivery: "delivery"
    case .key(let fields, let since):
      "key " + fields.map(book.catalogue.name(of:)).joined(separator: ", ")
        + (since.map { " since " + book.catalogue[$0].name } ?? "")
    }
  }

  private func obligation(_ rule: Rule) -> [(String, String)] {
    func names(_ indices: [UInt16]) -> String { patterns(indices, of: rule) }
    switch rule.obligation {
    case .response(let trigger, let steps, let checks):
      return [("when", names(trigger))]
        + steps.map { (word(for: $0, among: steps), step($0, of: rule)) }
        + checks.map { ("check", $0.text) }
    case .precedence(let trigger, let groups):
      return [("when", names(trigger))] + groups.map { ("require", names($0)) }
    case .never(let forbidden, let after, let until):
      return [("never", names(forbidden)), ("after", names(after)), ("until", names(until))]
    case .count(let counted, let trigger, let minimum, let maximum):
      let range =
        switch (minimum, maximum) {
        case (_, minimum): "exactly \(text(minimum))"
        case (.number(0), let maximum?): "at most \(text(maximum))"
        case (_, let maximum?): "\(text(minimum)) to \(text(maximum))"
        case (_, nil): "at least \(text(minimum))"
        }
      return [("when", names(trigger)), ("count", "\(names(counted)): \(range)")]
    case .check(let trigger, let checks):
      return [("when", names(trigger))] + checks.map { ("check", $0.text) }
    case .equal(let left, let right, let leftField, let rightField, _):
      return [
        ("left", "\(names(left)): \(book.catalogue.name(of: leftField))"),
        ("right", "\(names(right)): \(book.catalogue.name(of: rightField))"),
      ]
    case .balance(let trigger, let relation):
      return [("at", names(trigger)), ("balance", relation.text)]
    case .ratio(let part, let whole, let minimum, let maximum, let from):
      let bounds =
        [("at least", minimum), ("at most", maximum)].compactMap { word, bound in
          bound.map { "\(word) \($0.text)" }
        }.joined(separator: ", ")
      return [
        ("ratio", "\(names(part)): \(bounds)"),
        ("among", "\(names(whole)), from \(text(from)) on"),
      ]
    case .schema(let trigger, let properties):
      return [("when", names(trigger))]
        + properties.map { property in
          let words = (property.isRequired ? ["required"] : []) + property.checks.map(\.text)
          return (
            book.catalogue.name(of: property.field),
            words.isEmpty ? "of its type" : words.joined(separator: ", ")
          )
        }
    }
  }

  private func word(for step: Step, among steps: [Step]) -> String {
    steps.count { $0.group == step.group } > 1 ? "expect in any order" : "expect"
  }

  private func text(_ limit: Limit) -> String {
    switch limit {
    case .number(let number): "\(number)"
    case .parameter(let index):
      book.parameters.indices.contains(Int(index)) ? "$" + book.parameters[Int(index)].name : "?"
    }
  }

  private func text(_ times: Step.Times) -> String {
    guard let most = times.most else { return "\(text(times.least)) times or more" }
    let range = times.least == most ? text(most) : "\(text(times.least)) to \(text(most))"
    return range + " times"
  }

  private func step(_ step: Step, of rule: Rule) -> String {
    var text = patterns(step.patterns, of: rule)
    if let times = step.times { text += " " + self.text(times) }
    if let within = step.within { text += " within \(within.text)" }
    if let anchor = step.anchor { text += " of \(anchor.text)" }
    if !step.before.isEmpty { text += " before \(patterns(step.before, of: rule))" }
    if step.isOptional, step.times == nil { text += ", optional" }
    return text + step.checks.map { ", where \($0.text)" }.joined()
  }

  private func patterns(_ indices: [UInt16], of rule: Rule) -> String {
    indices.compactMap { index in
      guard rule.patterns.indices.contains(Int(index)) else { return nil }
      let pattern = rule.patterns[Int(index)]
      let name = book.catalogue[pattern.kind].name
      return name + (pattern.condition.map { " (\($0.text))" } ?? "")
    }.joined(separator: " | ")
  }

  /// Returns a line for each parameter that the rule reads.
  private func parameters(of rule: Rule) -> [(String, String)] {
    let read = rule.references
    return book.parameters.enumerated().compactMap { index, parameter in
      let index = UInt16(truncatingIfNeeded: index)
      guard read.contains(.parameter(index)) || rule.limits.contains(.parameter(index)) else {
        return nil
      }
      let source = parameter.source.isEmpty ? "" : " (\(parameter.source))"
      return (
        "parameter", "\(parameter.name) = \(Self.text(parameter.value)): \(parameter.doc)\(source)"
      )
    }
  }

  /// Returns a parameter's value as one would write it in a pack.
  static func text(_ value: Value) -> String {
    switch value {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value
    case .duration(let micros): duration(micros)
    case .list(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    // A pack cannot give a parameter such a value.
    case .missing, .redacted, .malformed, .zoneless, .instant: "?"
    }
  }

  /// Returns a span in the largest unit that leaves a whole number.
  private static func duration(_ micros: Int64) -> String {
    let units: [(Int64, String)] = [
      (3_600_000_000, "h"), (60_000_000, "m"), (1_000_000, "s"), (1000, "ms"),
    ]
    guard micros != 0 else { return "0s" }
    for (size, name) in units where micros % size == 0 { return "\(micros / size)\(name)" }
    return "\(micros)us"
  }
}
