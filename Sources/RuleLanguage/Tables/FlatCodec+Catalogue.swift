extension Catalogue: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.values(tags)
    writer.values(fieldNames)
    writer.values(fieldTypes)
    writer.values(events)
    writer.values(shapes)
    writer.values(privateFields)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      tags: try reader.values(), fieldNames: try reader.values(),
      fieldTypes: try reader.values(), events: try reader.values(), shapes: try reader.values(),
      privateFields: try reader.values())
  }
}

extension PrivateField: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(name)
    writer.value(privacy)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(name: try reader.value(), privacy: try reader.value())
  }
}

extension EventEntry: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(name)
    writer.text(group)
    writer.value(origin)
    writer.value(level)
    writer.values(tags)
    writer.text(summary)
    writer.values(fields)
    writer.values(aliases)
    writer.values(jsonNames)
    writer.values(jsonKeys)
    writer.values(jsonSets)
    writer.values(jsonRequired)
    writer.value(jsonTimesAreTexts)
    writer.value(role)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.text(), group: try reader.text(), origin: try reader.value(),
      level: try reader.value(), tags: try reader.values(), summary: try reader.text(),
      fields: try reader.values(), aliases: try reader.values(),
      jsonNames: try reader.values(), jsonKeys: try reader.values(), jsonSets: try reader.values(),
      jsonRequired: try reader.values(), jsonTimesAreTexts: try reader.flag(),
      role: try reader.value())
  }
}

extension EventRole: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(stage)
    writer.value(part)
    writer.value(marks.rawValue)
    writer.values(counts.map { [$0] } ?? [])
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      stage: try reader.value(), part: try reader.value(),
      marks: Marks(rawValue: try reader.value()),
      counts: try (reader.values() as [CounterKey]).first)
  }
}

extension EventEntry.Alias: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(key)
    writer.value(field)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(key: try reader.text(), field: try reader.value())
  }
}

extension EventEntry.Requirement: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.values(fields) }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(fields: try reader.values())
  }
}

extension FieldEntry: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(name)
    writer.value(type)
    writer.value(form)
    writer.value(unit)
    writer.value(isOptional)
    writer.values(choices)
    writer.text(summary)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.value(), type: try reader.value(), form: try reader.value(),
      unit: try reader.value(), isOptional: try reader.flag(), choices: try reader.values(),
      summary: try reader.text())
  }
}

extension FieldSetting: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(name)
    writer.value(type)
    writer.value(value)
    writer.text(text)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.value(), type: try reader.value(), value: try reader.value(),
      text: try reader.text())
  }
}

extension TextShape: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(kind)
    writer.values(parts)
    writer.value(isFragment)
    writer.value(isUntagged)
    writer.value(isAmbiguous)
    writer.values(sets)
    writer.text(column)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      kind: try reader.value(), parts: try reader.values(), isFragment: try reader.flag(),
      isUntagged: try reader.flag(), isAmbiguous: try reader.flag(), sets: try reader.values(),
      column: try reader.text())
  }
}

extension ShapePart: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .literal(let text):
      writer.number(0)
      writer.text(text)
    case .field(let index):
      writer.number(1)
      writer.value(index)
    case .fields: writer.number(2)
    case .samples: writer.number(3)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .literal(try reader.text())
    case 1: self = .field(try reader.value())
    case 2: self = .fields
    case 3: self = .samples
    default: throw FlatError(expected: "a part of a shape", offset: start)
    }
  }
}
