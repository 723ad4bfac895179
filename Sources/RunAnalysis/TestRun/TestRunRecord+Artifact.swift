internal import RuleLanguage
internal import TextWriting
internal import YAMLReading

// The reader of YAML, which takes JSON too, knows the places of mistakes.
extension TestRunRecord {
  private static let key = "DNP_TestRunArtifact"
  private static let advice =
    "give the member 'testRun', or an export of the defaults with '\(key)'"

  /// Reads `{"testRun": {…}}`, or an export of the defaults that holds it as text or object.
  init(artifact node: YAMLNode) throws(SourceError) {
    var root = node
    if root["testRun"] == nil, let stored = root[Self.key] {
      guard case .scalar(let text, isQuoted: true) = stored.content else {
        try self.init(document: stored)
        return
      }
      root = try Self.stored(text, at: stored.location, in: stored.source)
    }
    try self.init(document: root)
  }

  /// Reads a property list in XML, as `defaults export` writes it.
  init(propertyList bytes: [UInt8], path: String) throws(SourceError) {
    let text = String(decoding: bytes, as: UTF8.self)
    let source = SourceText(path: path, text: text)
    guard let key = text.firstRange(of: "<key>\(Self.key)</key>") else {
      throw source.error("there is no '\(Self.key)'", advice: Self.advice, line: 1, column: 1)
    }
    let line = 1 + text[..<key.lowerBound].utf8.count { $0 == 0x0A }
    let rest = text[key.upperBound...].drop(while: \.isWhitespace)
    guard rest.hasPrefix("<string>"), let end = rest.firstRange(of: "</string>") else {
      throw source.error(
        "'\(Self.key)' holds no text", advice: "export it as a string of JSON", line: line,
        column: 1)
    }
    let value = Self.unescaped(rest[rest.index(rest.startIndex, offsetBy: 8)..<end.lowerBound])
    let location = SourceLocation(path: path, line: line, column: 1)
    try self.init(document: try Self.stored(value, at: location, in: source))
  }

  /// An artifact that stands as text in another document: all of it at the place of that text.
  private static func stored(
    _ text: String, at location: SourceLocation, in source: SourceText
  ) throws(SourceError) -> YAMLNode {
    do throws(SourceError) {
      let inner = try YAMLReader.readJSON(Array(text.utf8), path: location.path)
      return inner.moved(to: location, in: source)
    } catch {
      throw source.error("in '\(key)': " + error.message, advice: error.advice, at: location)
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var plain = String(text)
    for (name, character) in [
      ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ] { plain = plain.replacing(name, with: character) }
    return plain
  }

  private init(document node: YAMLNode) throws(SourceError) {
    let run = try Self.object(try node.required("testRun", advice: Self.advice))
    self.init(.artifact, path: node.location.path, lines: node.source.lines)
    let known = ["date", "device", "iosVersion", "build", "outcome", "telemetry"]
    try Self.refuseMisspelled(run, known)
    try add(.date, run, "date", Self.instant)
    try add(.device, run, "device", Self.text)
    try add(.iosVersion, run, "iosVersion", Self.text)
    try add(.build, run, "build", Self.text)
    for name in known.filter({ $0 != "build" }) where Self.value(run, name) == nil {
      lacks.append(name)
    }

    outcomes = [Outcome()]
    if let outcome = Self.value(run, "outcome") {
      let outcome = try Self.object(outcome)
      let known = [
        "prefetchScheduledAt", "bgTaskExecutedAt", "notificationFiredAt", "cachedContentUsed",
        "errors",
      ]
      try Self.refuseMisspelled(outcome, known)
      lacks += known.filter { Self.value(outcome, $0) == nil }
      try addOutcome(.prefetchScheduledAt, outcome, Self.instant)
      try addOutcome(.bgTaskExecutedAt, outcome, Self.instant)
      try addOutcome(.notificationFiredAt, outcome, Self.instant)
      try addOutcome(.cachedContentUsed, outcome, Self.flag)
      try addOutcome(.errors, outcome) { node throws(SourceError) in
        .int(Int64(try node.strings().count))
      }
    }
    if let telemetry = Self.value(run, "telemetry") {
      let telemetry = try Self.object(telemetry)
      let known = ["scheduled", "executed", "success", "used"]
      try Self.refuseMisspelled(telemetry, known)
      lacks += known.filter { Self.value(telemetry, $0) == nil }
      for member in [Member.scheduled, .executed, .success, .used] {
        try add(member, telemetry, member.rawValue, Self.count)
      }
    }
  }

  // MARK: Members

  private typealias Reader = (YAMLNode) throws(SourceError) -> Value

  private mutating func add(
    _ member: Member, _ object: YAMLNode, _ name: String, _ read: Reader
  ) throws(SourceError) {
    guard let node = Self.value(object, name) else { return }
    claims.append(
      Claim(member: member, name: name, value: try read(node), line: node.location.line))
  }

  private mutating func addOutcome(
    _ member: Member, _ object: YAMLNode, _ read: Reader
  ) throws(SourceError) {
    guard let node = Self.value(object, member.rawValue) else { return }
    outcomes[0].claims.append(
      Claim(member: member, name: member.rawValue, value: try read(node), line: node.location.line))
  }

  /// The value of a member; nil for one that is null or not there.
  private static func value(_ object: YAMLNode, _ name: String) -> YAMLNode? {
    guard let node = object[name], node.content != .scalar("null", isQuoted: false) else {
      return nil
    }
    return node
  }

  private static func object(_ node: YAMLNode) throws(SourceError) -> YAMLNode {
    guard case .mapping = node.content else { throw node.unexpected("an object") }
    return node
  }

  /// An app may write more than the guide asks for, but not almost the same.
  private static func refuseMisspelled(
    _ object: YAMLNode, _ known: [String]
  ) throws(SourceError) {
    for entry in try object.mapping() where !known.contains(entry.key) {
      guard let near = Spelling.slip(of: entry.key, among: known), object[near] == nil else {
        continue
      }
      throw entry.keyError("unknown member '\(entry.key)'", advice: "did you mean '\(near)'?")
    }
  }

  private static func instant(_ node: YAMLNode) throws(SourceError) -> Value {
    do throws(TimeTextError) {
      return .instant(try TimestampText.microseconds(of: node.textOrEmpty()))
    } catch {
      throw node.error(error.message, advice: error.advice)
    }
  }

  private static func text(_ node: YAMLNode) throws(SourceError) -> Value {
    guard case .scalar(let text, isQuoted: true) = node.content else {
      throw node.unexpected("a text in quotes")
    }
    return .string(text)
  }

  private static func flag(_ node: YAMLNode) throws(SourceError) -> Value {
    .bool(try node.bool())
  }

  private static func count(_ node: YAMLNode) throws(SourceError) -> Value {
    let number = try node.int()
    guard number >= 0 else { throw node.error("a counter is never negative") }
    return .int(Int64(number))
  }
}

extension YAMLNode {
  /// The text of a scalar; that of anything else is empty, which is no value of any kind.
  fileprivate func textOrEmpty() -> String {
    if case .scalar(let text, _) = content { text } else { "" }
  }

  /// The same value, as if it stood in one place of another document.
  fileprivate func moved(to place: SourceLocation, in document: SourceText) -> YAMLNode {
    let inner: Content =
      switch content {
      case .scalar: content
      case .sequence(let nodes): .sequence(nodes.map { $0.moved(to: place, in: document) })
      case .mapping(let entries):
        .mapping(
          entries.map {
            Entry(
              key: $0.key, keyLocation: place, value: $0.value.moved(to: place, in: document))
          })
      }
    return YAMLNode(inner, at: place, in: document)
  }
}
