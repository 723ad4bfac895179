internal import YAMLReading

/// A loader of a pack: first the parts that other packs may need, then its rules.
struct PackLoader {
  let node: YAMLNode
  let name: String
  private(set) var pack: UInt16 = 0

  init(_ node: YAMLNode, name: String) {
    self.node = node
    self.name = name
  }

  /// Puts the pack, its parameters and its excuses into the book.
  mutating func declare(in rules: inout LoadedRules, mistakes: inout Mistakes) {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.pack) else { return }
    let title = mistakes.requiredText("title", of: node) ?? ""
    if let index = rules.book.packs.firstIndex(where: { $0.name == name }) {
      pack = UInt16(truncatingIfNeeded: index)
      rules.book.removeContents(ofPack: pack)
      rules.tests.removeAll { $0.pack == name }
      rules.book.packs[index].title = title
    } else {
      pack = UInt16(truncatingIfNeeded: rules.book.packs.count)
      rules.book.packs.append(Pack(name: name, title: title))
    }
    declareParameters(in: &rules.book, mistakes: &mistakes)
  }

  private func declareParameters(in book: inout RuleBook, mistakes: inout Mistakes) {
    guard let params = node["params"],
      let entries = mistakes.attempt({ () throws(SourceError) in try params.mapping() }),
      Self.canNumber(
        book.parameters.count + entries.count, "parameters", at: params, mistakes: &mistakes)
    else { return }
    for entry in entries {
      guard mistakes.checkKeys(of: entry.value, allowed: RuleKeys.parameter),
        let form = mistakes.attempt({ () throws(SourceError) in
          let form = try Self.defaultValue(try entry.value.required("default"))
          let range = try ParameterRange(of: entry.value, form.type, default: form.value)
          return (form.type, form.value, range)
        })
      else { continue }
      let (type, value, range) = form
      book.parameters.append(
        Parameter(
          pack: pack, name: entry.key, type: type, value: value, range: range,
          doc: mistakes.text(entry.value["doc"]), source: mistakes.text(entry.value["source"])))
    }
  }

  /// Whether a count fits the 16-bit numbers of rules; a mistake is added if it does not.
  private static func canNumber(
    _ count: Int, _ what: String, at node: YAMLNode, mistakes: inout Mistakes
  ) -> Bool {
    let most = 1 << 16
    if count <= most { return true }
    mistakes.add(
      node.error(
        "too many \(what) with those of the other packs", advice: "all have no more than \(most)"))
    return false
  }

  /// The type and value of a parameter's default, by its form; a quoted one is a string.
  private static func defaultValue(
    _ node: YAMLNode
  ) throws(SourceError) -> (type: ValueType, value: Value) {
    switch node.content {
    case .scalar(let text, isQuoted: true): return (.string, .string(text))
    case .scalar: return ParameterText.value(of: try node.string())
    case .mapping: throw node.unexpected("a value")
    case .sequence(let elements):
      var values: [Value] = []
      var type = ValueType.string
      for (index, element) in elements.enumerated() {
        let form = try defaultValue(element)
        if index > 0, form.type != type {
          throw element.error("\(form.type.description) in \(ValueType.list(type).description)")
        }
        type = form.type
        values.append(form.value)
      }
      return (.list(type), .list(values))
    }
  }

  /// Puts the excuses, which any pack may use, into the book; one of a known name replaces it.
  func declareExcuses(
    in book: inout RuleBook, declared: inout [String: YAMLNode.Entry], mistakes: inout Mistakes
  ) {
    guard let excuses = node["excuses"],
      let entries = mistakes.attempt({ () throws(SourceError) in try excuses.mapping() }),
      Self.canNumber(
        book.excuses.count + entries.count, "excuses", at: excuses, mistakes: &mistakes)
    else { return }
    for entry in entries {
      if let other = declared.updateValue(entry, forKey: entry.key) {
        let place = other.keyLocation
        mistakes.add(
          entry.keyError(
            "a second excuse '\(entry.key)'", advice: "the first is at \(place.path):\(place.line)"
          ))
      }
      guard let excuse = excuse(entry, in: book, mistakes: &mistakes) else { continue }
      if let index = book.excuses.firstIndex(where: { $0.name == entry.key }) {
        book.excuses[index] = excuse
      } else {
        book.excuses.append(excuse)
      }
    }
  }

  private func excuse(
    _ entry: YAMLNode.Entry, in book: RuleBook, mistakes: inout Mistakes
  ) -> Excuse? {
    guard mistakes.checkKeys(of: entry.value, allowed: RuleKeys.excuse) else { return nil }
    // An excuse remains when its pack is replaced, so it has no parameters.
    let names = RuleNames(
      surroundings: RuleSurroundings(
        catalogue: book.catalogue, pack: pack, parameters: [], excuses: [], requirements: []),
      candidate: nil, roles: [])
    guard
      let condition = mistakes.attempt({ () throws(SourceError) in
        try names.expression(try entry.value.required("if"), of: .bool)
      }),
      let fault = mistakes.attempt({ () throws(SourceError) in try entry.value.required("class") })
    else { return nil }
    let words = FaultClass.words.filter { $0.value != .plugin }
    return Excuse(
      name: entry.key, condition: condition,
      fault: mistakes.choice(fault, of: words, default: .os),
      note: mistakes.text(entry.value["note"]))
  }

  /// Compiles the rules into the book, each with its tests.
  func loadRules(into rules: inout LoadedRules, mistakes: inout Mistakes) {
    let surroundings = RuleSurroundings(
      catalogue: rules.book.catalogue, pack: pack,
      platform: mistakes.choice(
        node["platform"], of: [("ios", .ios), ("android", .android)], default: .unknown),
      parameters: rules.book.parameters,
      declaredParameters: node["params"], excuses: rules.book.excuses.map(\.name),
      requirements: Set(rules.requirements.map(\.id)))
    var lines: [String: Int] = [:]
    for element in mistakes.list(node["rules"]) {
      var builder = RuleBuilder(in: surroundings)
      let rule = builder.rule(element)
      for error in builder.mistakes.errors { mistakes.add(error) }
      guard let id = element["id"], case .scalar(let name, _) = id.content else { continue }
      if let first = lines[name] {
        mistakes.add(
          id.error("a second rule '\(name)'", advice: "the first is in line \(first)"))
      } else {
        lines[name] = id.location.line
      }
      rules.tests += RuleTestLoader.tests(
        element["tests"], pack: self.name, rule: name, mistakes: &mistakes)
      if let rule {
        rules.places["\(self.name)/\(name)"] = id.location
        rules.book.rules.append(rule)
      }
    }
  }
}
