// By hand, as little as `Value`: three numbers, of which most cases need two.
extension Reference: Codable {
  package func encode(to encoder: any Encoder) throws {
    let numbers: [UInt16] =
      switch self {
      case .candidateField(let field): [0, field.rawValue, 0]
      case .candidateTime: [1, 0, 0]
      case .candidateIsUTC(let field): [2, field.rawValue, 0]
      case .candidateTimeIsUTC: [3, 0, 0]
      case .roleField(let role, let field): [4, UInt16(role), field.rawValue]
      case .roleTime(let role): [5, UInt16(role), 0]
      case .environment(let key): [6, UInt16(key.rawValue), 0]
      case .cycle(let value): [7, UInt16(value.rawValue), 0]
      case .derived(let key): [8, UInt16(key.rawValue), 0]
      case .parameter(let number): [9, number, 0]
      case .roleTaken(let role): [10, UInt16(role), 0]
      case .roleCount(let role): [11, UInt16(role), 0]
      }
    var row = encoder.unkeyedContainer()
    for number in numbers { try row.encode(number) }
  }

  package init(from decoder: any Decoder) throws {
    var row = try decoder.unkeyedContainer()
    let kind = try row.decode(UInt16.self)
    let first = try row.decode(UInt16.self)
    let second = try row.decode(UInt16.self)
    guard let it = Self.stored(kind, first, second) else {
      throw DecodingError.dataCorruptedError(
        in: row, debugDescription: "there is no such reference")
    }
    self = it
  }

  private static func stored(_ kind: UInt16, _ first: UInt16, _ second: UInt16) -> Reference? {
    switch kind {
    case 0: return .candidateField(FieldName(rawValue: first))
    case 1: return .candidateTime
    case 2: return .candidateIsUTC(FieldName(rawValue: first))
    case 3: return .candidateTimeIsUTC
    case 6: return EnvironmentKey(rawValue: .init(clamping: first)).map { .environment($0) }
    case 7: return CycleValue(rawValue: .init(clamping: first)).map { .cycle($0) }
    case 8: return CounterKey(rawValue: .init(clamping: first)).map { .derived($0) }
    case 9: return .parameter(first)
    default: break
    }
    guard let role = UInt8(exactly: first) else { return nil }
    switch kind {
    case 4: return .roleField(role: role, field: FieldName(rawValue: second))
    case 5: return .roleTime(role: role)
    case 10: return .roleTaken(role: role)
    case 11: return .roleCount(role: role)
    default: return nil
    }
  }
}
