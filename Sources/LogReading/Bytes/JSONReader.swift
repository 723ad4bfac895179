/// The kind of a JSON value.
enum JSONKind: UInt8 {
  case string, number, yes, no, null, object, array
  /// Cut off or against the grammar inside the value.
  case broken
}

/// One member of an object: places in the text, without the quotes of strings.
struct JSONMember {
  var key: Range<Int>
  var value: Range<Int>
  var kind: JSONKind
  var keyIsEscaped: Bool
  var isEscaped: Bool
}

/// A strict reader of JSON, in one pass and without recursion.
///
/// It is strict in the grammar, to tell a cut or spliced record from a whole one; bytes that are
/// not UTF-8 are accepted, since logs hold them.
enum JSONReader {
  /// The deepest nesting of a record; a log holds none deeper.
  static let depthLimit = 64

  /// Reads the object that opens at an index and lists its members.
  ///
  /// - Returns: The index after the object, or nil where it breaks the grammar; the members up to
  ///   there are listed all the same, the last one as broken.
  static func object(_ text: Span<UInt8>, at open: Int, members: inout [JSONMember]) -> Int? {
    let place = text.skipSpace(at: open + 1)
    if text.peek(place) == UInt8(ascii: "}") { return place + 1 }
    return Self.members(text, at: place, into: &members)
  }

  /// Reads the members of an object from the key of one of them on.
  static func members(
    _ text: Span<UInt8>, at start: Int, into members: inout [JSONMember]
  ) -> Int? {
    var place = start
    while true {
      guard text.peek(place) == UInt8(ascii: "\""), let key = string(text, at: place) else {
        return nil
      }
      members.append(
        JSONMember(
          key: (place + 1)..<(key.end - 1), value: key.end..<text.count, kind: .broken,
          keyIsEscaped: key.isEscaped, isEscaped: false))
      place = text.skipSpace(at: key.end)
      guard text.peek(place) == UInt8(ascii: ":") else { return nil }
      place = text.skipSpace(at: place + 1)
      let last = members.count - 1
      members[last].value = Swift.min(place, text.count)..<text.count
      guard let value = value(text, at: place) else { return nil }
      let quotes = value.kind == .string ? 1 : 0
      members[last].value = (place + quotes)..<(value.end - quotes)
      members[last].kind = value.kind
      members[last].isEscaped = value.isEscaped
      place = text.skipSpace(at: value.end)
      switch text.peek(place) {
      case UInt8(ascii: ","): place = text.skipSpace(at: place + 1)
      case UInt8(ascii: "}"): return place + 1
      default: return nil
      }
    }
  }

  private static func value(_ text: Span<UInt8>, at place: Int)
    -> (kind: JSONKind, end: Int, isEscaped: Bool)?
  {
    switch text.peek(place) {
    case UInt8(ascii: "\""):
      guard let end = string(text, at: place) else { return nil }
      return (.string, end.end, end.isEscaped)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let end = container(text, at: place) else { return nil }
      return (text[place] == UInt8(ascii: "{") ? .object : .array, end, false)
    default:
      return scalar(text, at: place).map { ($0.kind, $0.end, false) }
    }
  }

  private static func scalar(_ text: Span<UInt8>, at place: Int) -> (kind: JSONKind, end: Int)? {
    switch text.peek(place) {
    case UInt8(ascii: "t"): word("true", .yes, text, at: place)
    case UInt8(ascii: "f"): word("false", .no, text, at: place)
    case UInt8(ascii: "n"): word("null", .null, text, at: place)
    default: number(text, at: place).map { (.number, $0) }
    }
  }

  private static func word(
    _ word: StaticString, _ kind: JSONKind, _ text: Span<UInt8>, at place: Int
  )
    -> (kind: JSONKind, end: Int)?
  {
    let end = place + word.utf8CodeUnitCount
    guard end <= text.count, text.isText(word, in: place..<end) else { return nil }
    return (kind, end)
  }

  /// The index after a number of the JSON grammar.
  static func number(_ text: Span<UInt8>, at start: Int) -> Int? {
    var place = start
    if text.peek(place) == UInt8(ascii: "-") { place += 1 }
    if text.peek(place) == UInt8(ascii: "0") {
      place += 1
    } else {
      guard let end = text.skipDigits(at: place) else { return nil }
      place = end
    }
    if text.peek(place) == UInt8(ascii: ".") {
      guard let end = text.skipDigits(at: place + 1) else { return nil }
      place = end
    }
    if text.peek(place) | 0x20 == UInt8(ascii: "e") {
      place += 1
      if text.peek(place) == UInt8(ascii: "+") || text.peek(place) == UInt8(ascii: "-") {
        place += 1
      }
      guard let end = text.skipDigits(at: place) else { return nil }
      place = end
    }
    return place
  }

  /// The index after the closing quote of a string, and whether it has escapes.
  private static func string(_ text: Span<UInt8>, at open: Int) -> (end: Int, isEscaped: Bool)? {
    var place = open + 1
    var isEscaped = false
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "\"") { return (place + 1, isEscaped) }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        switch text.peek(place + 1) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
          UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
          place += 1
        case UInt8(ascii: "u"):
          for digit in 2..<6 where !text.peek(place + digit).isHexDigit { return nil }
          place += 5
        default: return nil
        }
      }
      place += 1
    }
    return nil
  }

  /// The index after an object or array, checked to its end.
  private static func container(_ text: Span<UInt8>, at open: Int) -> Int? {
    // One bit per level tells objects from arrays.
    var levels: UInt64 = 0
    var depth = 0
    var place = open
    while true {
      // A value is due here.
      switch text.peek(place) {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < depthLimit else { return nil }
        let isObject = text[place] == UInt8(ascii: "{")
        levels = levels << 1 | (isObject ? 1 : 0)
        depth += 1
        place = text.skipSpace(at: place + 1)
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        if text.peek(place) != close {
          if isObject {
            guard let next = skipKey(text, at: place) else { return nil }
            place = next
          }
          continue
        }
        place += 1
        levels >>= 1
        depth -= 1
      case UInt8(ascii: "\""):
        guard let end = string(text, at: place) else { return nil }
        place = end.end
      default:
        guard let end = scalar(text, at: place) else { return nil }
        place = end.end
      }
      // After a value: close what ends here, then go on behind a comma.
      while depth > 0 {
        place = text.skipSpace(at: place)
        let close = levels & 1 == 1 ? UInt8(ascii: "}") : UInt8(ascii: "]")
        guard text.peek(place) == close else { break }
        place += 1
        levels >>= 1
        depth -= 1
      }
      if depth == 0 { return place }
      guard text.peek(place) == UInt8(ascii: ",") else { return nil }
      place = text.skipSpace(at: place + 1)
      if levels & 1 == 1 {
        guard let next = skipKey(text, at: place) else { return nil }
        place = next
      }
    }
  }

  /// The index of the value behind a key and its colon.
  static func skipKey(_ text: Span<UInt8>, at place: Int) -> Int? {
    guard text.peek(place) == UInt8(ascii: "\""), let key = string(text, at: place) else {
      return nil
    }
    let colon = text.skipSpace(at: key.end)
    guard text.peek(colon) == UInt8(ascii: ":") else { return nil }
    return text.skipSpace(at: colon + 1)
  }
}

extension Span where Element == UInt8 {
  /// The index of the first byte that is no JSON space.
  func skipSpace(at index: Int) -> Int {
    var place = index
    while true {
      switch peek(place) {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        place += 1
      default: return place
      }
    }
  }

  /// The index after one digit or more.
  fileprivate func skipDigits(at index: Int) -> Int? {
    var place = index
    while peek(place).isDigit { place += 1 }
    return place == index ? nil : place
  }
}
