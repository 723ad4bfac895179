import Foundation
import JSONReading
import Testing

/// The reader beside Foundation's, on documents made at random, whole and damaged.
///
/// Half of a surrogate pair, which Foundation refuses, becomes the replacement character here, since apps
/// log what they cut. Numbers beyond the range of a double it refuses too; here they stay as they are written.
@Suite struct JSONDifferentialTests {
  @Test func `random documents hold the same values for both readers`() throws {
    var maker = DocumentMaker(seed: 27)
    for _ in 0..<3_000 {
      let text = maker.document()
      let node = try #require(try JSONDocument.read(Array(text.utf8)), "\(text)")
      let other = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      guard matches(node, other) else {
        Issue.record("read otherwise: \(text)")
        return
      }
    }
  }

  @Test func `damaged documents are read by both readers, or by none`() {
    var maker = DocumentMaker(seed: 28)
    var read = 0
    for _ in 0..<30_000 {
      var text = Array(maker.document().unicodeScalars)
      for _ in 0..<Int.random(in: 1...3, using: &maker.random) {
        let place = Int.random(in: 0...text.count, using: &maker.random)
        switch Int.random(in: 0..<3, using: &maker.random) {
        case 0: text.insert(maker.sign(), at: place)
        case 1: if place < text.count { text.remove(at: place) }
        default: if place < text.count { text[place] = maker.sign() }
        }
      }
      var string = ""
      string.unicodeScalars.append(contentsOf: text)
      let bytes = Array(string.utf8)
      var node: JSONNode?
      var mistake = ""
      do throws(JSONError) {
        node = try JSONDocument.read(bytes)
      } catch {
        mistake = error.message
      }
      // Foundation reads a comma behind the last member or element, which is no JSON.
      if mistake.hasSuffix("in double quotes, found '}'") || mistake.hasSuffix("value, found ']'") {
        continue
      }
      let other = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      if node != nil { read += 1 }
      if let node, let other {
        guard matches(node, other) else {
          Issue.record("read otherwise: \(string.debugDescription)")
          return
        }
      } else if node.map({ hasNoHugeNumber($0) }) ?? (other != nil),
        !string.uppercased().contains("\\UD")
      {
        Issue.record(
          "\(node == nil ? "refused" : "read") unlike Foundation: \(string.debugDescription)")
        return
      }
    }
    // The damage leaves some documents whole, so that both ways are seen.
    #expect(read > 1_000)
  }
}

/// Makes JSON texts of all kinds of values.
private struct DocumentMaker {
  var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(state: seed) }

  mutating func document() -> String { blank() + value(depth: 0) + blank() }

  mutating func sign() -> Unicode.Scalar {
    let signs = Array("{}[],:\"\\/0123456789.eE+-tfnu \n\ttrualse€\u{1F600}".unicodeScalars)
    return signs.randomElement(using: &random) ?? " "
  }

  private mutating func blank() -> String {
    ["", "", "", " ", "\n", "\t\r\n "].randomElement(using: &random) ?? ""
  }

  private mutating func value(depth: Int) -> String {
    let kinds = depth > 4 ? 5 : 8
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "false"
    case 3: return number()
    case 4: return text()
    case 5, 6:
      let count = Int.random(in: 0...4, using: &random)
      var members: [String] = []
      // Names differ: what two of one name mean, readers may decide.
      for index in 0..<count {
        members.append(
          "\(blank())\"\(index)\(name())\"\(blank()):\(blank())\(value(depth: depth + 1))\(blank())"
        )
      }
      return "{" + members.joined(separator: ",") + (count == 0 ? blank() : "") + "}"
    default:
      let count = Int.random(in: 0...4, using: &random)
      var elements: [String] = []
      for _ in 0..<count { elements.append("\(blank())\(value(depth: depth + 1))\(blank())") }
      return "[" + elements.joined(separator: ",") + (count == 0 ? blank() : "") + "]"
    }
  }

  private mutating func number() -> String {
    if Int.random(in: 0..<2, using: &random) == 0 {
      return ["0", "-0", "1763098800000", "9007199254740993", "9223372036854775807"]
        .randomElement(using: &random) ?? "0"
    }
    // Each has a double of its own: how longer ones are rounded, Foundation decides by its decimals.
    let whole = ["0", "-0", "7", "-12", "4096"].randomElement(using: &random) ?? "0"
    let fraction = ["", ".5", ".25", ".0625", ".000"].randomElement(using: &random) ?? ""
    let power = ["", "", "e2", "E+2", "e0"].randomElement(using: &random) ?? ""
    return whole + fraction + power
  }

  private mutating func name() -> String {
    ["", "a", "scheduleId", "é", "\\n", "\\u0041", "x y"].randomElement(using: &random) ?? ""
  }

  private mutating func text() -> String {
    var text = "\""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text +=
        [
          "a", "[DNP-FETCH]", " ", "é", "😀", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r",
          "\\t",
          "\\u00e9", "\\uD83D\\uDE00", "\\u2028", "\u{7F}", "\u{2028}", "{", "]", ",", ":",
        ].randomElement(using: &random) ?? ""
    }
    return text + "\""
  }
}

private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 32) | (state << 32)
  }
}

/// Whether all numbers of a node are in the range of a double.
private func hasNoHugeNumber(_ node: JSONNode) -> Bool {
  switch node.content {
  case .number(let text): Double(text)?.isFinite ?? false
  case .list(let nodes): nodes.allSatisfy { hasNoHugeNumber($0) }
  case .object(let members): members.allSatisfy { hasNoHugeNumber($0.value) }
  case .null, .bool, .text: true
  }
}

/// Whether a node and a value of Foundation's are the same.
private func matches(_ node: JSONNode, _ value: Any) -> Bool {
  switch node.content {
  case .null: return value is NSNull
  case .bool(let flag): return (value as? NSNumber)?.boolValue == flag
  case .number(let text):
    guard let number = value as? NSNumber, let mine = Double(text) else { return false }
    // Foundation goes by its decimals, and may end one step beside the nearest double.
    return abs(number.doubleValue - mine) <= abs(mine) * 1e-15
  case .text(let text): return value as? String == text
  case .list(let nodes):
    guard let values = value as? [Any], values.count == nodes.count else { return false }
    return zip(nodes, values).allSatisfy { matches($0, $1) }
  case .object(let members):
    guard let values = value as? [String: Any] else { return false }
    let names = Set(members.map(\.name))
    return names.count == values.count
      && names.allSatisfy { name in
        guard let mine = node.member(name), let other = values[name] else { return false }
        return matches(mine, other)
      }
  }
}
