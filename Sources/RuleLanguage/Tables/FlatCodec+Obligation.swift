extension Step: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      patterns: try coder.code(it?.patterns), group: try coder.code(it?.group),
      times: try coder.optional(it?.times), isOptional: try coder.code(it?.isOptional),
      within: try coder.optional(it?.within), anchor: try coder.optional(it?.anchor),
      before: try coder.code(it?.before), checks: try coder.code(it?.checks))
  }
}

extension Step.Times: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(least: try coder.code(it?.least), most: try coder.optional(it?.most))
  }
}

extension Limit: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .number(let number): (0, [number])
    case .parameter(let index): (1, [index])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .number(try coder.read())
    case 1: .parameter(try coder.read())
    default: throw coder.unknown("a limit")
    }
  }
}

extension Property: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      field: try coder.code(it?.field), isRequired: try coder.code(it?.isRequired),
      checks: try coder.code(it?.checks))
  }
}

extension Obligation: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .response(let trigger, let steps, let checks): (0, [trigger, steps, checks])
    case .precedence(let trigger, let groups): (1, [trigger, groups])
    case .never(let forbidden, let after, let until): (2, [forbidden, after, until])
    case .count(let counted, let trigger, let minimum, let maximum):
      (3, [counted, trigger, minimum, maximum])
    case .check(let trigger, let checks): (4, [trigger, checks])
    case .equal(let left, let right, let leftField, let rightField, let requiresBoth):
      (5, [left, right, leftField, rightField, requiresBoth])
    case .balance(let trigger, let relation): (6, [trigger, relation])
    case .ratio(let part, let whole, let minimum, let maximum, let from):
      (7, [part, whole, minimum, maximum, from])
    case .schema(let trigger, let properties): (8, [trigger, properties])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .response(trigger: try coder.read(), steps: try coder.read(), checks: try coder.read())
    case 1: .precedence(trigger: try coder.read(), groups: try coder.read())
    case 2: .never(forbidden: try coder.read(), after: try coder.read(), until: try coder.read())
    case 3:
      .count(
        counted: try coder.read(), trigger: try coder.read(), minimum: try coder.read(),
        maximum: try coder.optional(nil))
    case 4: .check(trigger: try coder.read(), checks: try coder.read())
    case 5:
      .equal(
        left: try coder.read(), right: try coder.read(), leftField: try coder.read(),
        rightField: try coder.read(), requiresBoth: try coder.read())
    case 6: .balance(trigger: try coder.read(), relation: try coder.read())
    case 7:
      .ratio(
        part: try coder.read(), whole: try coder.read(), minimum: try coder.optional(nil),
        maximum: try coder.optional(nil), from: try coder.read())
    case 8: .schema(trigger: try coder.read(), properties: try coder.read())
    default: throw coder.unknown("a kind of obligation")
    }
  }
}
