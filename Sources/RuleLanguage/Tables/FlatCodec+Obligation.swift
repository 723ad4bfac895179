extension Step: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.values(patterns)
    writer.value(group)
    writer.optional(times)
    writer.value(isOptional)
    writer.optional(within)
    writer.optional(anchor)
    writer.values(before)
    writer.values(checks)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      patterns: try reader.values(), group: try reader.value(), times: try reader.optional(),
      isOptional: try reader.flag(), within: try reader.optional(),
      anchor: try reader.optional(), before: try reader.values(), checks: try reader.values())
  }
}

extension Step.Times: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(least)
    writer.optional(most)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(least: try reader.value(), most: try reader.optional())
  }
}

extension Limit: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .number(let number):
      writer.number(0)
      writer.value(number)
    case .parameter(let index):
      writer.number(1)
      writer.value(index)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .number(try reader.value())
    case 1: self = .parameter(try reader.value())
    default: throw FlatError(expected: "a limit", offset: start)
    }
  }
}

extension Property: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(field)
    writer.value(isRequired)
    writer.values(checks)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      field: try reader.value(), isRequired: try reader.flag(), checks: try reader.values())
  }
}

extension Obligation: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .response(let trigger, let steps, let checks):
      writer.number(0)
      writer.values(trigger)
      writer.values(steps)
      writer.values(checks)
    case .precedence(let trigger, let groups):
      writer.number(1)
      writer.values(trigger)
      writer.values(groups)
    case .never(let forbidden, let after, let until):
      writer.number(2)
      writer.values(forbidden)
      writer.values(after)
      writer.values(until)
    case .count(let counted, let trigger, let minimum, let maximum):
      writer.number(3)
      writer.values(counted)
      writer.values(trigger)
      writer.value(minimum)
      writer.optional(maximum)
    case .check(let trigger, let checks):
      writer.number(4)
      writer.values(trigger)
      writer.values(checks)
    case .equal(let left, let right, let leftField, let rightField, let requiresBoth):
      writer.number(5)
      writer.values(left)
      writer.values(right)
      writer.value(leftField)
      writer.value(rightField)
      writer.value(requiresBoth)
    case .balance(let trigger, let relation):
      writer.number(6)
      writer.values(trigger)
      writer.value(relation)
    case .ratio(let part, let whole, let minimum, let maximum, let from):
      writer.number(7)
      writer.values(part)
      writer.values(whole)
      writer.optional(minimum)
      writer.optional(maximum)
      writer.value(from)
    case .schema(let trigger, let properties):
      writer.number(8)
      writer.values(trigger)
      writer.values(properties)
    }
  }

  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0:
      self = .response(
        trigger: try reader.values(), steps: try reader.values(), checks: try reader.values())
    case 1:
      self = .precedence(trigger: try reader.values(), groups: try reader.values())
    case 2:
      self = .never(
        forbidden: try reader.values(), after: try reader.values(), until: try reader.values())
    case 3:
      self = .count(
        counted: try reader.values(), trigger: try reader.values(),
        minimum: try reader.value(), maximum: try reader.optional())
    case 4:
      self = .check(trigger: try reader.values(), checks: try reader.values())
    case 5:
      self = .equal(
        left: try reader.values(), right: try reader.values(), leftField: try reader.value(),
        rightField: try reader.value(), requiresBoth: try reader.flag())
    case 6:
      self = .balance(trigger: try reader.values(), relation: try reader.value())
    case 7:
      self = .ratio(
        part: try reader.values(), whole: try reader.values(), minimum: try reader.optional(),
        maximum: try reader.optional(), from: try reader.value())
    case 8: self = .schema(trigger: try reader.values(), properties: try reader.values())
    default: throw FlatError(expected: "a kind of obligation", offset: start)
    }
  }
}
