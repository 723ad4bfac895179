/// A builder of a tree from the events of a file, which refuses what rule files do not use.
struct YAMLComposer {
  private let events: [YAMLEvent]
  private let source: SourceText
  private var position = 0

  init(events: [YAMLEvent], source: SourceText) {
    self.events = events
    self.source = source
  }

  /// Reads the only document of the file.
  mutating func document() throws(SourceError) -> YAMLNode {
    guard let start = next(), case .documentStart = start.kind, let first = next() else {
      throw source.error("the file is empty", line: 1, column: 1)
    }
    if case .scalar("", isQuoted: false) = first.kind {
      throw source.error("the file is empty", line: 1, column: 1)
    }
    let node = try node(of: first)
    if let second = next() {
      throw error("a second document", advice: "use one file for each", at: second)
    }
    return node
  }

  private mutating func next() -> YAMLEvent? {
    guard position < events.count else { return nil }
    defer { position += 1 }
    return events[position]
  }

  private mutating func node(of event: YAMLEvent) throws(SourceError) -> YAMLNode {
    try refuseExtras(of: event)
    switch event.kind {
    case .scalar(let text, let isQuoted):
      return YAMLNode(
        .scalar(text, isQuoted: isQuoted), at: location(of: event), in: source)
    case .sequenceStart:
      var nodes: [YAMLNode] = []
      while let item = nextInside() { nodes.append(try node(of: item)) }
      return YAMLNode(.sequence(nodes), at: location(of: event), in: source)
    case .mappingStart:
      return YAMLNode(.mapping(try entries()), at: location(of: event), in: source)
    case .alias(let name):
      throw error("an alias (*\(name))", advice: "write the value out", at: event)
    case .documentStart, .end:
      throw error("a value is missing", at: event)
    }
  }

  /// The next value of a list or mapping; nil at its end.
  private mutating func nextInside() -> YAMLEvent? {
    guard let event = next() else { return nil }
    if case .end = event.kind { return nil }
    return event
  }

  private mutating func entries() throws(SourceError) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while let keyEvent = nextInside() {
      try refuseExtras(of: keyEvent)
      guard case .scalar(let key, let isQuoted) = keyEvent.kind, isQuoted || !key.isEmpty else {
        throw error("a key must be plain text", at: keyEvent)
      }
      if let line = lines.updateValue(keyEvent.line, forKey: key) {
        throw error("key '\(key)' is already on line \(line)", advice: "keep one", at: keyEvent)
      }
      guard let valueEvent = nextInside() else { break }
      entries.append(
        YAMLNode.Entry(
          key: key, keyLocation: location(of: keyEvent), value: try node(of: valueEvent)))
    }
    return entries
  }

  /// Refuses anchors, which could make a small file a huge tree, and types, which change a text.
  private func refuseExtras(of event: YAMLEvent) throws(SourceError) {
    if let anchor = event.anchor {
      throw error("an anchor (&\(anchor))", advice: "write the value out", at: event)
    }
    if let tag = event.tag {
      throw error("an explicit type (\(tag))", advice: "remove it", at: event)
    }
  }

  private func location(of event: YAMLEvent) -> SourceLocation {
    SourceLocation(path: source.path, line: event.line, column: event.column)
  }

  private func error(
    _ message: String, advice: String = "", at event: YAMLEvent
  ) -> SourceError {
    source.error(message, advice: advice, at: location(of: event))
  }
}
