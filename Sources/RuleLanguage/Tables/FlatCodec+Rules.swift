extension RuleBook: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try code(it, with: &coder) { _ in nil }
  }

  /// Codes the book; reading keeps the rules of chosen packs alone: names, or nil for all.
  ///
  /// The choice is made on the book without rules, since profiles name packs. Half of the rules
  /// take part in a run of the default profile; the others are skipped by their length.
  static func code(
    _ it: Self?, with coder: inout FlatCoder, choosing choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) -> Self {
    var book = RuleBook(
      catalogue: try coder.code(it?.catalogue), packs: try coder.code(it?.packs),
      excuses: try coder.code(it?.excuses), parameters: try coder.code(it?.parameters),
      profiles: try coder.code(it?.profiles))
    let chosen = it == nil ? choose(book) : nil
    var lots = it.map { book in book.rulesByPack.map { Array(book.rules[$0]) } }?[...]
    for _ in 0..<(try coder.count(lots?.count)) {
      let lot = lots?.popFirst()
      let pack: UInt16 = try coder.code(lot?.first?.pack)
      let isKnown = book.packs.indices.contains(Int(pack))
      if chosen.map({ isKnown && $0.contains(book.packs[Int(pack)].name) }) ?? true {
        book.rules += try coder.section { (coder) throws(FlatError) in try coder.list(lot) }
      } else {
        try coder.skipSection()
      }
    }
    return book
  }

  /// The ranges of consecutive rules of one pack.
  private var rulesByPack: [Range<Int>] {
    var lots: [Range<Int>] = []
    for index in rules.indices {
      if let last = lots.last, rules[last.lowerBound].pack == rules[index].pack {
        lots[lots.count - 1] = last.lowerBound..<(index + 1)
      } else {
        lots.append(index..<(index + 1))
      }
    }
    return lots
  }
}

extension Pack: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(name: try coder.code(it?.name), title: try coder.code(it?.title))
  }
}

extension Parameter: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      pack: try coder.code(it?.pack), name: try coder.code(it?.name),
      type: try coder.code(it?.type), value: try coder.code(it?.value),
      range: try coder.optional(it?.range), doc: try coder.code(it?.doc),
      source: try coder.code(it?.source))
  }
}

extension ParameterRange: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      least: try coder.optional(it?.least), most: try coder.optional(it?.most),
      text: try coder.code(it?.text))
  }
}

extension Excuse: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), condition: try coder.code(it?.condition),
      fault: try coder.code(it?.fault), note: try coder.code(it?.note))
  }
}

extension RuleScope: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .log: (0, [])
    case .process: (1, [])
    case .cycle: (2, [])
    case .execution: (3, [])
    case .delivery: (4, [])
    case .key(let fields, nil): (5, [fields])
    case .key(let fields, let since?): (6, [fields, since])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .log
    case 1: .process
    case 2: .cycle
    case 3: .execution
    case 4: .delivery
    case 5: .key(try coder.read(), since: nil)
    case 6: .key(try coder.read(), since: .some(try coder.read()))
    default: throw coder.unknown("a scope")
    }
  }
}

extension Rule: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    let pack: UInt16 = try coder.code(it?.pack)
    let id: String = try coder.code(it?.id)
    let words = try coder.words(it?.words)
    var rule = Self(
      pack: pack, id: id, title: "", covers: [], severity: try coder.code(it?.severity),
      bucket: try coder.code(it?.bucket), fault: try coder.code(it?.fault),
      platform: try coder.code(it?.platform), scope: try coder.code(it?.scope),
      roles: try coder.code(it?.roles), patterns: try coder.code(it?.patterns),
      obligation: try coder.code(it?.obligation),
      cancel: try coder.code(it?.cancel), unmet: try coder.code(it?.unmet),
      onRetrigger: try coder.code(it?.onRetrigger), excuses: try coder.code(it?.excuses),
      arming: try coder.code(it?.arming))
    rule.heldWords = words
    return rule
  }
}

extension RuleWords: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      title: try coder.code(it?.title), covers: try coder.code(it?.covers),
      hints: try coder.code(it?.hints), message: try coder.code(it?.message))
  }
}

extension Rule.Arming: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(group: try coder.code(it?.group), tags: try coder.code(it?.tags))
  }
}

extension Role: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), fields: try coder.code(it?.fields),
      isCounted: try coder.code(it?.isCounted))
  }
}

extension Pattern: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      kind: try coder.code(it?.kind), condition: try coder.optional(it?.condition),
      role: try coder.code(it?.role))
  }
}

extension Profile: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), title: try coder.code(it?.title),
      packs: try coder.code(it?.packs), required: try coder.code(it?.required),
      steps: try coder.code(it?.steps), armedGroups: try coder.code(it?.armedGroups),
      toldBy: try coder.code(it?.toldBy), toldByRules: try coder.code(it?.toldByRules),
      toldBeside: try coder.code(it?.toldBeside),
      platform: try coder.code(it?.platform), parameters: try coder.code(it?.parameters),
      passMessage: try coder.code(it?.passMessage), failMessage: try coder.code(it?.failMessage))
  }
}

extension ProfileStep: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      stage: try coder.code(it?.stage), events: try coder.code(it?.events),
      need: try coder.code(it?.need), platform: try coder.code(it?.platform),
      unless: try coder.code(it?.unless), covers: try coder.code(it?.covers),
      hints: try coder.code(it?.hints))
  }
}
