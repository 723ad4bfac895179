internal import YAMLReading

extension EventRole {
  /// Reads `role` of an event.
  init(_ node: YAMLNode) throws(SourceError) {
    _ = try node.mapping(allowed: RuleKeys.role)
    self.init()
    if let part = node["part"] {
      self.part = try part.choice(of: EventPart.words)
      stage = self.part.stage
    }
    if let node = node["stage"] {
      let told = try node.choice(of: EventStage.words)
      guard part == .none || told == stage else {
        let own = EventStage.words.first { $0.value == stage }?.name
        throw node.error(
          "the part does not belong to this stage",
          advice: own.map { "write 'stage: \($0)', or leave it out" }
            ?? "it belongs to none: leave 'stage' out")
      }
      stage = told
    }
    if let platform = node["platform"] {
      marks.insert(try platform.choice(of: [("ios", .ios), ("android", .android)]))
    }
    if let opens = node["opens"] {
      marks.insert(
        try opens.choice(of: [("process", .opensProcess), ("delivery", .opensDelivery)]))
    }
    if let reach = node["reaches"] {
      marks.insert(try reach.choice(of: [("every_scope", .everyScope)]))
    }
    if let showing = node["showing"], try showing.bool() { marks.insert(.showing) }
    if let counter = node["counts"] {
      counts = try counter.choice(of: CounterKey.allCases.map { ($0.name, $0) })
    }
  }
}

extension YAMLNode {
  /// Reads one of some words as its value.
  fileprivate func choice<T>(of words: [(name: String, value: T)]) throws(SourceError) -> T {
    let word = try word(of: words.map(\.name))
    guard let found = words.first(where: { $0.name == word }) else {
      throw unexpected("one of some words")
    }
    return found.value
  }
}
