/// A JSON text with its members in the order in which they stand, which Foundation forgets.
enum JSONText: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONText])
  indirect case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONText
  }

  struct NotJSON: Error {
    var offset: Int
  }

  init(_ text: String) throws(NotJSON) {
    var reader = JSONTextReader(bytes: Array(text.utf8))
    self = try reader.read()
  }

  /// The member of that name; null where there is none.
  subscript(_ key: String) -> JSONText {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.key == key }?.value ?? .null
  }

  subscript(_ index: Int) -> JSONText {
    elements.indices.contains(index) ? elements[index] : .null
  }

  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  var members: [Member] {
    guard case .object(let members) = self else { return [] }
    return members
  }

  var elements: [JSONText] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  var int: Int? {
    guard case .number(let number) = self else { return nil }
    return Int(exactly: number)
  }
}

/// A strict reader: one value, and nothing after it but white space.
private struct JSONTextReader {
  let bytes: [UInt8]
  var offset = 0

  mutating func read() throws(JSONText.NotJSON) -> JSONText {
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw JSONText.NotJSON(offset: offset) }
    return value
  }

  private var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  private mutating func skipSpace() {
    while " \n\r\t".utf8.contains(byte) { offset += 1 }
  }

  private mutating func take(_ text: String) throws(JSONText.NotJSON) {
    guard bytes[offset...].starts(with: text.utf8) else { throw JSONText.NotJSON(offset: offset) }
    offset += text.utf8.count
  }

  private mutating func value() throws(JSONText.NotJSON) -> JSONText {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "n"):
      try take("null")
      return .null
    case UInt8(ascii: "t"):
      try take("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try take("false")
      return .bool(false)
    default: return .number(try number())
    }
  }

  private mutating func members() throws(JSONText.NotJSON) -> [JSONText.Member] {
    var members: [JSONText.Member] = []
    try take("{")
    skipSpace()
    while byte != UInt8(ascii: "}") {
      if !members.isEmpty { try take(",") }
      skipSpace()
      let key = try string()
      skipSpace()
      try take(":")
      members.append(JSONText.Member(key: key, value: try value()))
      skipSpace()
    }
    try take("}")
    return members
  }

  private mutating func elements() throws(JSONText.NotJSON) -> [JSONText] {
    var elements: [JSONText] = []
    try take("[")
    skipSpace()
    while byte != UInt8(ascii: "]") {
      if !elements.isEmpty { try take(",") }
      elements.append(try value())
      skipSpace()
    }
    try take("]")
    return elements
  }

  private mutating func number() throws(JSONText.NotJSON) -> Double {
    let start = offset
    while "+-.0123456789eE".utf8.contains(byte) { offset += 1 }
    guard let number = Double(String(decoding: bytes[start..<offset], as: UTF8.self)) else {
      throw JSONText.NotJSON(offset: start)
    }
    return number
  }

  private mutating func string() throws(JSONText.NotJSON) -> String {
    try take("\"")
    var text: [UInt8] = []
    while byte != UInt8(ascii: "\"") {
      // A control character has no place in a string, nor has the end of the text.
      guard byte >= 0x20 else { throw JSONText.NotJSON(offset: offset) }
      if byte == UInt8(ascii: "\\") {
        text += try escape()
      } else {
        text.append(byte)
        offset += 1
      }
    }
    try take("\"")
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escape() throws(JSONText.NotJSON) -> [UInt8] {
    try take("\\")
    let start = offset
    offset += 1
    switch start < bytes.count ? bytes[start] : 0 {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
      guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
        throw JSONText.NotJSON(offset: start)
      }
      offset += 4
      return Array(String(Character(scalar)).utf8)
    case let other where "\"\\/".utf8.contains(other): return [other]
    default: throw JSONText.NotJSON(offset: start)
    }
  }
}
