extension Expression: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(type)
    writer.values(code)
    writer.text(text)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(type: try reader.value(), code: try reader.values(), text: try reader.text())
  }
}

extension ValueType: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .bool: writer.number(0)
    case .int: writer.number(1)
    case .double: writer.number(2)
    case .string: writer.number(3)
    case .instant: writer.number(4)
    case .duration: writer.number(5)
    case .emptyList: writer.number(6)
    case .list(let element):
      writer.number(7)
      writer.value(element)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .bool
    case 1: self = .int
    case 2: self = .double
    case 3: self = .string
    case 4: self = .instant
    case 5: self = .duration
    case 6: self = .emptyList
    case 7:
      try reader.enter()
      self = .list(try reader.value())
      reader.leave()
    default: throw FlatError(expected: "a type", offset: start)
    }
  }
}

extension Value: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .missing: writer.number(0)
    case .redacted: writer.number(1)
    case .malformed: writer.number(2)
    case .zoneless: writer.number(3)
    case .bool(let value):
      writer.number(4)
      writer.value(value)
    case .int(let value):
      writer.number(5)
      writer.value(value)
    case .double(let value):
      writer.number(6)
      writer.value(value)
    case .string(let value):
      writer.number(7)
      writer.text(value)
    case .instant(let value):
      writer.number(8)
      writer.value(value)
    case .duration(let value):
      writer.number(9)
      writer.value(value)
    case .list(let elements):
      writer.number(10)
      writer.values(elements)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .missing
    case 1: self = .redacted
    case 2: self = .malformed
    case 3: self = .zoneless
    case 4: self = .bool(try reader.flag())
    case 5: self = .int(try reader.value())
    case 6: self = .double(try reader.value())
    case 7: self = .string(try reader.text())
    case 8: self = .instant(try reader.value())
    case 9: self = .duration(try reader.value())
    case 10:
      try reader.enter()
      self = .list(try reader.values())
      reader.leave()
    default: throw FlatError(expected: "a value", offset: start)
    }
  }
}

extension Reference: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .candidateField(let field):
      writer.number(0)
      writer.value(field)
    case .candidateTime: writer.number(1)
    case .roleField(let role, let field):
      writer.number(2)
      writer.value(role)
      writer.value(field)
    case .roleTime(let role):
      writer.number(3)
      writer.value(role)
    case .environment(let key):
      writer.number(4)
      writer.value(key)
    case .cycle(let key):
      writer.number(5)
      writer.value(key)
    case .derived(let key):
      writer.number(6)
      writer.value(key)
    case .parameter(let index):
      writer.number(7)
      writer.value(index)
    case .roleTaken(let role):
      writer.number(8)
      writer.value(role)
    case .candidateIsUTC(let field):
      writer.number(9)
      writer.value(field)
    case .candidateTimeIsUTC: writer.number(10)
    case .roleCount(let role):
      writer.number(11)
      writer.value(role)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .candidateField(try reader.value())
    case 1: self = .candidateTime
    case 2: self = .roleField(role: try reader.value(), field: try reader.value())
    case 3: self = .roleTime(role: try reader.value())
    case 4: self = .environment(try reader.value())
    case 5: self = .cycle(try reader.value())
    case 6: self = .derived(try reader.value())
    case 7: self = .parameter(try reader.value())
    case 8: self = .roleTaken(role: try reader.value())
    case 9: self = .candidateIsUTC(try reader.value())
    case 10: self = .candidateTimeIsUTC
    case 11: self = .roleCount(role: try reader.value())
    default: throw FlatError(expected: "a reference", offset: start)
    }
  }
}

extension UnaryOperation: FlatCoded {}
extension BinaryOperation: FlatCoded {}

extension Instruction: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .push(let value):
      writer.number(0)
      writer.value(value)
    case .load(let reference):
      writer.number(1)
      writer.value(reference)
    case .has(let reference):
      writer.number(2)
      writer.value(reference)
    case .unary(let operation):
      writer.number(3)
      writer.value(operation)
    case .binary(let operation):
      writer.number(4)
      writer.value(operation)
    case .skipIfFalse(let target):
      writer.number(5)
      writer.value(target)
    case .skipIfTrue(let target):
      writer.number(6)
      writer.value(target)
    case .branch(let otherwise, let end):
      writer.number(7)
      writer.value(otherwise)
      writer.value(end)
    case .jump(let target):
      writer.number(8)
      writer.value(target)
    case .lacks(let reference):
      writer.number(9)
      writer.value(reference)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .push(try reader.value())
    case 1: self = .load(try reader.value())
    case 2: self = .has(try reader.value())
    case 3: self = .unary(try reader.value())
    case 4: self = .binary(try reader.value())
    case 5: self = .skipIfFalse(to: try reader.value())
    case 6: self = .skipIfTrue(to: try reader.value())
    case 7: self = .branch(otherwise: try reader.value(), end: try reader.value())
    case 8: self = .jump(to: try reader.value())
    case 9: self = .lacks(try reader.value())
    default: throw FlatError(expected: "an instruction", offset: start)
    }
  }
}
