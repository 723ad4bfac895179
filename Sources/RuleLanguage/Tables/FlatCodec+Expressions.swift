extension Expression: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      type: try coder.code(it?.type), code: try coder.code(it?.code), text: try coder.code(it?.text)
    )
  }
}

extension ValueType: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .bool: (0, [])
    case .int: (1, [])
    case .double: (2, [])
    case .string: (3, [])
    case .instant: (4, [])
    case .duration: (5, [])
    case .emptyList: (6, [])
    case .list(let element): (7, [element])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .bool
    case 1: .int
    case 2: .double
    case 3: .string
    case 4: .instant
    case 5: .duration
    case 6: .emptyList
    case 7: .list(try coder.nested())
    default: throw coder.unknown("a type")
    }
  }
}

extension Value: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .missing: (0, [])
    case .redacted: (1, [])
    case .malformed: (2, [])
    case .zoneless: (3, [])
    case .bool(let value): (4, [value])
    case .int(let value): (5, [value])
    case .double(let value): (6, [value])
    case .string(let value): (7, [value])
    case .instant(let value): (8, [value])
    case .duration(let value): (9, [value])
    case .list(let elements): (10, [elements])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .missing
    case 1: .redacted
    case 2: .malformed
    case 3: .zoneless
    case 4: .bool(try coder.read())
    case 5: .int(try coder.read())
    case 6: .double(try coder.read())
    case 7: .string(try coder.read())
    case 8: .instant(try coder.read())
    case 9: .duration(try coder.read())
    case 10: .list(try coder.nested())
    default: throw coder.unknown("a value")
    }
  }
}

extension Reference: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .candidateField(let field): (0, [field])
    case .candidateTime: (1, [])
    case .roleField(let role, let field): (2, [role, field])
    case .roleTime(let role): (3, [role])
    case .environment(let key): (4, [key])
    case .cycle(let key): (5, [key])
    case .derived(let key): (6, [key])
    case .parameter(let index): (7, [index])
    case .roleTaken(let role): (8, [role])
    case .candidateIsUTC(let field): (9, [field])
    case .candidateTimeIsUTC: (10, [])
    case .roleCount(let role): (11, [role])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .candidateField(try coder.read())
    case 1: .candidateTime
    case 2: .roleField(role: try coder.read(), field: try coder.read())
    case 3: .roleTime(role: try coder.read())
    case 4: .environment(try coder.read())
    case 5: .cycle(try coder.read())
    case 6: .derived(try coder.read())
    case 7: .parameter(try coder.read())
    case 8: .roleTaken(role: try coder.read())
    case 9: .candidateIsUTC(try coder.read())
    case 10: .candidateTimeIsUTC
    case 11: .roleCount(role: try coder.read())
    default: throw coder.unknown("a reference")
    }
  }
}

extension UnaryOperation: FlatCoded {}
extension BinaryOperation: FlatCoded {}

extension Instruction: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .push(let value): (0, [value])
    case .load(let reference): (1, [reference])
    case .has(let reference): (2, [reference])
    case .unary(let operation): (3, [operation])
    case .binary(let operation): (4, [operation])
    case .skipIfFalse(let target): (5, [target])
    case .skipIfTrue(let target): (6, [target])
    case .branch(let otherwise, let end): (7, [otherwise, end])
    case .jump(let target): (8, [target])
    case .lacks(let reference): (9, [reference])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .push(try coder.read())
    case 1: .load(try coder.read())
    case 2: .has(try coder.read())
    case 3: .unary(try coder.read())
    case 4: .binary(try coder.read())
    case 5: .skipIfFalse(to: try coder.read())
    case 6: .skipIfTrue(to: try coder.read())
    case 7: .branch(otherwise: try coder.read(), end: try coder.read())
    case 8: .jump(to: try coder.read())
    case 9: .lacks(try coder.read())
    default: throw coder.unknown("an instruction")
    }
  }
}
