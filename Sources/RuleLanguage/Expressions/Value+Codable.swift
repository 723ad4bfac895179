// By hand, as a number for the case and what it holds: the compiler makes a type of names for each case,
// and every type makes the start of the program longer.
extension Value: Codable {
  package func encode(to encoder: any Encoder) throws {
    var row = encoder.unkeyedContainer()
    switch self {
    case .missing: try row.encode(0 as UInt8)
    case .redacted: try row.encode(1 as UInt8)
    case .malformed: try row.encode(2 as UInt8)
    case .zoneless: try row.encode(3 as UInt8)
    case .bool(let it):
      try row.encode(4 as UInt8)
      try row.encode(it)
    case .int(let it):
      try row.encode(5 as UInt8)
      try row.encode(it)
    case .double(let it):
      try row.encode(6 as UInt8)
      try row.encode(it)
    case .string(let it):
      try row.encode(7 as UInt8)
      try row.encode(it)
    case .instant(let it):
      try row.encode(8 as UInt8)
      try row.encode(it)
    case .duration(let it):
      try row.encode(9 as UInt8)
      try row.encode(it)
    case .list(let it):
      try row.encode(10 as UInt8)
      try row.encode(it)
    }
  }

  package init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    switch try row.decode(UInt8.self) {
    case 0: self = .missing
    case 1: self = .redacted
    case 2: self = .malformed
    case 3: self = .zoneless
    case 4: self = .bool(try row.decode(Bool.self))
    case 5: self = .int(try row.decode(Int64.self))
    case 6: self = .double(try row.decode(Double.self))
    case 7: self = .string(try row.decode(String.self))
    case 8: self = .instant(try row.decode(Int64.self))
    case 9: self = .duration(try row.decode(Int64.self))
    case 10: self = .list(try row.decode([Value].self))
    default:
      throw DecodingError.dataCorruptedError(in: row, debugDescription: "no value has that number")
    }
  }
}
