internal import JSONReading
internal import LogReading
internal import TextWriting

/// Reads members, wherever they stand in their object; those that it is not asked for are passed over.
struct MemberReader: MemberCoder {
  static var isReading: Bool { true }

  /// An object that is read, and where in it the member that was read last stands.
  private struct Level {
    let members: [JSONNode.Member]
    let line: Int
    var next = 0
  }

  private var levels: [Level]

  /// Begins with the members of an object.
  init(_ node: JSONNode) throws(JSONError) {
    guard let members = node.members else {
      throw JSONError(line: node.line, "is no object, but \(node.words)")
    }
    levels = [Level(members: members, line: node.line)]
  }

  private mutating func find(_ key: String) -> JSONNode? {
    let place = levels.count - 1
    let members = levels[place].members
    // Members mostly stand in the order in which they are asked for.
    let next = levels[place].next
    if next < members.count, members[next].name == key {
      levels[place].next = next + 1
      return members[next].value
    }
    guard let found = members.lastIndex(where: { $0.name == key }) else { return nil }
    levels[place].next = found + 1
    return members[found].value
  }

  private mutating func require(_ key: String) throws(JSONError) -> JSONNode {
    if let node = find(key) { return node }
    throw JSONError(
      line: levels.last?.line ?? 1, "has no member '\(key)' in the object that begins here")
  }

  private func unexpected(_ key: String, _ node: JSONNode, _ wanted: String) -> JSONError {
    JSONError(line: node.line, "has \(node.words) where '\(key)' is \(wanted)")
  }

  /// Reads a member of one kind, or throws what it is instead.
  private mutating func read<Value>(
    _ key: String, _ wanted: String, _ take: (JSONNode) -> Value?
  ) throws(JSONError) -> Value {
    let node = try require(key)
    guard let value = take(node) else { throw unexpected(key, node, wanted) }
    return value
  }

  mutating func member(_ key: String, _ value: inout String) throws(JSONError) {
    value = try read(key, "a text") { $0.text }
  }

  mutating func member(_ key: String, _ value: inout String?) throws(JSONError) {
    value = try read(key, "a text or null") { $0.isNull ? .some(nil) : $0.text.map(Optional.some) }
  }

  mutating func member(_ key: String, _ value: inout Bool) throws(JSONError) {
    value = try read(key, "true or false") { $0.flag }
  }

  mutating func member(_ key: String, _ value: inout Bool?) throws(JSONError) {
    // Swift 6.3.1 cannot compile the way of the optional text above, optimised as a module with assertions.
    let node = try require(key)
    switch node.content {
    case .null: value = nil
    case .bool(let flag): value = flag
    default: throw unexpected(key, node, "true, false or null")
    }
  }

  mutating func member(_ key: String, _ value: inout Int64) throws(JSONError) {
    let node = try require(key)
    guard let number = try Self.count(node, key) else {
      throw unexpected(key, node, "a whole number")
    }
    value = number
  }

  /// Reads a count, or the number of a line; nil for null. There is no largest one: what sums of sums come to
  /// is held at the end of the whole numbers, and must be read again.
  private static func count(_ node: JSONNode, _ key: String) throws(JSONError) -> Int64? {
    guard let number = try integer(node, key) else { return nil }
    guard number >= 0 else {
      throw JSONError(line: node.line, "has \(number) where '\(key)' is 0 or more")
    }
    return number
  }

  mutating func member(_ key: String, _ value: inout Int64?) throws(JSONError) {
    value = try Self.count(try require(key), key)
  }

  private static func integer(_ node: JSONNode, _ key: String) throws(JSONError) -> Int64? {
    switch node.content {
    case .null: return nil
    case .number(let text):
      if let number = Int64(text) { return number }
      fallthrough
    default: throw JSONError(line: node.line, "has no whole number where '\(key)' is one")
    }
  }

  mutating func member(_ key: String, seconds value: inout Double?) throws(JSONError) {
    let node = try require(key)
    value = node.isNull ? nil : try Self.number(node, key)
  }

  private static func number(_ node: JSONNode, _ key: String) throws(JSONError) -> Double {
    // Beyond the span of any time stamp nothing was measured.
    guard case .number(let text) = node.content, let number = Double(text), abs(number) < 1e15
    else {
      throw JSONError(line: node.line, "has no number where '\(key)' is one")
    }
    return number
  }

  mutating func member(_ key: String, microseconds value: inout Int128?) throws(JSONError) {
    let node = try require(key)
    if node.isNull {
      value = nil
      return
    }
    guard case .number(let text) = node.content, let micros = Self.microseconds(text),
      micros.magnitude < Self.longestSum
    else {
      throw JSONError(line: node.line, "has no number of seconds where '\(key)' is one")
    }
    value = micros
  }

  /// The sum of as many spans as there are counts, in microseconds; far from the limit of 128 bits.
  private static let longestSum = UInt128(1) << 120

  /// Reads seconds with at most six decimals.
  private static func microseconds(_ text: String) -> Int128? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let decimals = parts.count == 2 ? parts[1] : ""
    guard parts.count <= 2, decimals.utf8.count <= 6 else { return nil }
    let zeros = String(repeating: "0", count: 6 - decimals.utf8.count)
    return Int128(parts[0] + decimals + zeros)
  }

  mutating func member(_ key: String, time value: inout Int64?) throws(JSONError) {
    let node = try require(key)
    switch node.content {
    case .text(let text):
      guard let instant = WrittenInstant.read(text) else { throw unexpected(key, node, "a time") }
      value = instant
    case .null:
      value = nil
      guard let yearless = find(key + YearlessInstant.suffix) else { return }
      guard let text = yearless.text, let instant = YearlessInstant.read(text) else {
        throw unexpected(key + YearlessInstant.suffix, yearless, "a time of a year that is unknown")
      }
      value = instant
    default: throw unexpected(key, node, "a time or null")
    }
  }

  mutating func member(_ key: String, numbers: inout [Double]) throws(JSONError) {
    numbers = []
    for element in try list(key) { numbers.append(try Self.number(element, key)) }
  }

  mutating func member(_ key: String, counts: inout [Int64]) throws(JSONError) {
    counts = []
    for element in try list(key) {
      guard let count = try Self.count(element, key) else {
        throw unexpected(key, element, "a list of whole numbers")
      }
      counts.append(count)
    }
  }

  mutating func member(
    _ key: String, strings: inout [String], inline: Bool
  ) throws(JSONError) {
    strings = []
    for element in try list(key) {
      guard let text = element.text else { throw unexpected(key, element, "a list of texts") }
      strings.append(text)
    }
  }

  private mutating func list(_ key: String) throws(JSONError) -> [JSONNode] {
    try read(key, "a list") { if case .list(let elements) = $0.content { elements } else { nil } }
  }

  private mutating func object(_ key: String) throws(JSONError) -> [JSONNode.Member] {
    try read(key, "an object") { $0.members }
  }

  mutating func member(
    _ key: String, named: inout [InputSummary.Count]
  ) throws(JSONError) {
    named = []
    for member in try object(key) {
      guard let count = try Self.count(member.value, member.name) else {
        throw unexpected(member.name, member.value, "a whole number")
      }
      named.append(InputSummary.Count(name: member.name, count: Int(clamping: count)))
    }
  }

  mutating func member(
    _ key: String, entries: inout [RunSummary.EnvironmentEntry]
  ) throws(JSONError) {
    entries = []
    for member in try object(key) {
      let value: EnvironmentValue
      switch member.value.content {
      case .null: value = .varies
      case .bool(let flag): value = .bool(flag)
      case .text(let text): value = .string(text)
      default:
        guard let number = try Self.integer(member.value, member.name) else { continue }
        value = .int(number)
      }
      entries.append(RunSummary.EnvironmentEntry(key: member.name, value: value))
    }
  }

  mutating func begin(_ key: String, isNull: Bool, inline: Bool) throws(JSONError) -> Bool {
    let node = try require(key)
    switch node.content {
    case .null: return false
    case .object(let members):
      levels.append(Level(members: members, line: node.line))
      return true
    default: throw unexpected(key, node, "an object")
    }
  }

  mutating func end() { levels.removeLast() }

  mutating func member<Element: Coded>(
    _ key: String, _ elements: inout [Element], inline: Bool
  ) throws(JSONError) {
    elements = []
    for node in try list(key) {
      var reader = try MemberReader(node)
      var element = Element.blank
      try element.code(&reader)
      elements.append(element)
    }
  }

  func has(_ key: String, _ isWritten: Bool) -> Bool {
    levels.last?.members.contains { $0.name == key } ?? false
  }

  mutating func derived(_ write: (inout JSONWriter) -> Void) {}

  func refuse(_ key: String, _ message: String) throws(JSONError) {
    throw JSONError(line: levels.last?.line ?? 1, "has a member '\(key)' that \(message)")
  }
}
