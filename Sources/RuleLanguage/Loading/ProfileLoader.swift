internal import TextWriting
internal import YAMLReading

/// A loader of a profile, for use when all packs are known.
enum ProfileLoader {
  private static let stages: [(name: String, value: ProfileStep.Stage)] = [
    ("launch", .launch), ("schedule", .schedule), ("execution", .execution),
    ("delivery", .delivery), ("summary", .summary),
  ]
  private static let needs: [(name: String, value: ProfileStep.Need)] = [
    ("required", .required), ("expected", .expected), ("optional", .optional),
  ]

  static func profile(
    _ node: YAMLNode, name: String, in book: RuleBook, mistakes: inout Mistakes
  ) -> Profile? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.profile) else { return nil }
    let title = mistakes.requiredText("title", of: node) ?? ""
    let packs = book.packs.map(\.name)
    let rules = book.rules.map { "\(packs[Int($0.pack)])/\($0.id)" }
    let groups = Set(book.catalogue.events.map(\.group)).sorted()
    let messages = node["messages"]
    if let messages, !mistakes.checkKeys(of: messages, allowed: RuleKeys.messages) { return nil }
    var (toldBy, toldByRules): ([EventKind], [String]) = ([], [])
    for element in mistakes.list(node["told_by"]) {
      if case .scalar(let text, _) = element.content, text.contains("/") {
        check(element, "rule", among: rules, mistakes: &mistakes)
        toldByRules.append(text)
      } else if let kind = mistakes.attempt({ () throws(SourceError) in
        try book.catalogue.kind(named: element)
      }) {
        toldBy.append(kind)
      }
    }
    let toldBeside = mistakes.list(node["told_beside"]).compactMap { element in
      mistakes.attempt { () throws(SourceError) in try book.catalogue.kind(named: element) }
    }
    return Profile(
      name: name, title: title,
      packs: names(node["packs"], "pack", among: packs, mistakes: &mistakes),
      required: names(node["required"], "rule", among: rules, mistakes: &mistakes),
      steps: mistakes.list(node["steps"]).compactMap { element in
        step(element, in: book.catalogue, mistakes: &mistakes)
      },
      armedGroups: names(node["arms"], "group", among: groups, mistakes: &mistakes),
      toldBy: toldBy, toldByRules: toldByRules, toldBeside: toldBeside,
      platform: mistakes.choice(node["platform"], of: RuleKeys.platforms, default: ""),
      parameters: parameters(node["params"], in: book, mistakes: &mistakes),
      passMessage: messages?["pass"].map { mistakes.text($0) } ?? "",
      failMessage: messages?["fail"].map { mistakes.text($0) } ?? "")
  }

  private static func names(
    _ node: YAMLNode?, _ what: String, among known: [String], mistakes: inout Mistakes
  ) -> [String] {
    for element in mistakes.list(node) {
      check(element, what, among: known, mistakes: &mistakes)
    }
    return mistakes.texts(node)
  }

  private static func check(
    _ element: YAMLNode, _ what: String, among known: [String], mistakes: inout Mistakes
  ) {
    guard case .scalar(let name, _) = element.content, !known.contains(name) else { return }
    mistakes.add(
      element.error(
        "unknown \(what) '\(name)'", advice: Spelling.suggestion(for: name, among: known)))
  }

  private static func step(
    _ node: YAMLNode, in catalogue: Catalogue, mistakes: inout Mistakes
  ) -> ProfileStep? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.profileStep) else {
      return nil
    }
    let event = mistakes.attempt { () throws(SourceError) in try node.required("event") }
    let stage = mistakes.attempt { () throws(SourceError) in try node.required("stage") }
    let kinds = mistakes.oneOrMore(event).compactMap { element in
      mistakes.attempt { () throws(SourceError) in try catalogue.kind(named: element) }
    }
    guard let stage, !kinds.isEmpty else { return nil }
    return ProfileStep(
      stage: mistakes.choice(stage, of: stages, default: .launch), events: kinds,
      need: mistakes.choice(node["need"], of: needs, default: .required),
      platform: mistakes.choice(node["platform"], of: RuleKeys.platforms, default: ""),
      unless: node["unless"].map { mistakes.list($0) }?.compactMap { element in
        mistakes.attempt { () throws(SourceError) in try catalogue.kind(named: element) }
      } ?? [],
      covers: mistakes.texts(node["covers"]),
      hints: mistakes.texts(node["hints"]))
  }

  private static func parameters(
    _ node: YAMLNode?, in book: RuleBook, mistakes: inout Mistakes
  ) -> [String: String] {
    guard let node,
      let entries = mistakes.attempt({ () throws(SourceError) in try node.mapping() })
    else { return [:] }
    var parameters: [String: String] = [:]
    for entry in entries {
      let text = mistakes.text(entry.value)
      do throws(ParameterError) {
        _ = try book.setting([entry.key: text])
        parameters[entry.key] = text
      } catch {
        mistakes.add(entry.keyError(error.message, advice: error.advice))
      }
    }
    return parameters
  }
}
