extension Catalogue: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      tags: try coder.code(it?.tags), fieldNames: try coder.code(it?.fieldNames),
      fieldTypes: try coder.code(it?.fieldTypes), events: try coder.code(it?.events),
      shapes: try coder.code(it?.shapes), privateFields: try coder.code(it?.privateFields))
  }
}

extension PrivateField: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(name: try coder.code(it?.name), privacy: try coder.code(it?.privacy))
  }
}

extension EventEntry: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), group: try coder.code(it?.group),
      origin: try coder.code(it?.origin), level: try coder.code(it?.level),
      tags: try coder.code(it?.tags), summary: try coder.code(it?.summary),
      fields: try coder.code(it?.fields), aliases: try coder.code(it?.aliases),
      jsonNames: try coder.code(it?.jsonNames), jsonKeys: try coder.code(it?.jsonKeys),
      jsonSets: try coder.code(it?.jsonSets), jsonRequired: try coder.code(it?.jsonRequired),
      jsonTimesAreTexts: try coder.code(it?.jsonTimesAreTexts), role: try coder.code(it?.role))
  }
}

extension EventRole: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      stage: try coder.code(it?.stage), part: try coder.code(it?.part),
      marks: Marks(rawValue: try coder.code(it?.marks.rawValue)),
      counts: try coder.optional(it?.counts))
  }
}

extension EventEntry.Alias: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(key: try coder.code(it?.key), field: try coder.code(it?.field))
  }
}

extension EventEntry.Requirement: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(fields: try coder.code(it?.fields))
  }
}

extension FieldEntry: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), type: try coder.code(it?.type),
      form: try coder.code(it?.form), unit: try coder.code(it?.unit),
      isOptional: try coder.code(it?.isOptional), choices: try coder.code(it?.choices),
      summary: try coder.code(it?.summary))
  }
}

extension FieldSetting: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      name: try coder.code(it?.name), type: try coder.code(it?.type),
      value: try coder.code(it?.value), text: try coder.code(it?.text))
  }
}

extension TextShape: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      kind: try coder.code(it?.kind), parts: try coder.code(it?.parts),
      isFragment: try coder.code(it?.isFragment), isUntagged: try coder.code(it?.isUntagged),
      isAmbiguous: try coder.code(it?.isAmbiguous), sets: try coder.code(it?.sets),
      column: try coder.code(it?.column))
  }
}

extension ShapePart: FlatChoice {
  var stored: (number: UInt64, values: [any FlatCoded]) {
    switch self {
    case .literal(let text): (0, [text])
    case .field(let index): (1, [index])
    case .fields: (2, [])
    case .samples: (3, [])
    }
  }

  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self {
    switch number {
    case 0: .literal(try coder.read())
    case 1: .field(try coder.read())
    case 2: .fields
    case 3: .samples
    default: throw coder.unknown("a part of a shape")
    }
  }
}
