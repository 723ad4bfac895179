internal import YAMLReading

/// A merge of the events of further catalogue files into a compiled catalogue.
///
/// Numbers in rules stay valid: an event of a known name takes its place, and new ones come behind.
struct CatalogueMerge {
  private(set) var result: Catalogue
  private let added: Catalogue
  private var tags: [UInt8] = []
  private var fields: [FieldName] = []

  /// Merges both; the files give the place of a mistake.
  init(_ added: Catalogue, into base: Catalogue, files: [YAMLNode]) throws(SourceError) {
    result = base
    self.added = added
    for name in added.tags { tags.append(try number(ofTag: name, files)) }
    for (name, type) in zip(added.fieldNames, added.fieldTypes) {
      fields.append(try number(ofField: name, type, files))
    }
    for field in added.privateFields {
      result.note(field.privacy, of: fields[Int(field.name.rawValue)])
    }
    var kinds: [EventKind] = []
    for entry in added.events { kinds.append(try place(entry, files)) }
    let replaced = Set(kinds)
    result.shapes.removeAll { replaced.contains($0.kind) }
    for var shape in added.shapes {
      shape.kind = kinds[Int(shape.kind.rawValue)]
      shape.sets = shape.sets.map(renumbered)
      result.shapes.append(shape)
    }
  }

  private mutating func number(
    ofTag name: String, _ files: [YAMLNode]
  ) throws(SourceError) -> UInt8 {
    if let known = result.tags.firstIndex(of: name) { return UInt8(truncatingIfNeeded: known) }
    guard let number = UInt8(exactly: result.tags.count) else {
      throw files[0].error("too many tags with those of the catalogue")
    }
    result.tags.append(name)
    return number
  }

  private mutating func number(
    ofField name: String, _ type: FieldType, _ files: [YAMLNode]
  ) throws(SourceError) -> FieldName {
    if let known = result.field(named: name) {
      let knownType = result.fieldTypes[Int(known.rawValue)]
      if knownType == type { return known }
      let (old, new) = (ValueType(knownType).description, ValueType(type).description)
      let message = "field '\(name)' is \(old) in the catalogue and \(new) here"
      let advice = "use another name, and an alias for the word of the log"
      throw Self.entry(ofField: name, in: files)?.keyError(message, advice: advice)
        ?? files[0].error(message, advice: advice)
    }
    guard let number = UInt16(exactly: result.fieldNames.count) else {
      throw files[0].error("too many field names with those of the catalogue")
    }
    result.fieldNames.append(name)
    result.fieldTypes.append(type)
    return FieldName(rawValue: number)
  }

  private static func entry(ofField name: String, in files: [YAMLNode]) -> YAMLNode.Entry? {
    for file in files {
      guard case .sequence(let events)? = file["events"]?.content else { continue }
      for event in events {
        if let entry = event["fields"]?.entry(name) { return entry }
      }
    }
    return nil
  }

  private static func node(ofEvent name: String, in files: [YAMLNode]) -> YAMLNode? {
    for file in files {
      guard case .sequence(let events)? = file["events"]?.content else { continue }
      for event in events {
        if let node = event["event"], case .scalar(name, _) = node.content { return node }
      }
    }
    return nil
  }

  private mutating func place(
    _ entry: EventEntry, _ files: [YAMLNode]
  ) throws(SourceError) -> EventKind {
    var entry = entry
    entry.tags = entry.tags.map { tags[Int($0)] }
    for index in entry.fields.indices {
      entry.fields[index].name = fields[Int(entry.fields[index].name.rawValue)]
    }
    for index in entry.aliases.indices {
      entry.aliases[index].field = fields[Int(entry.aliases[index].field.rawValue)]
    }
    entry.jsonSets = entry.jsonSets.map(renumbered)
    for index in entry.jsonRequired.indices {
      let names = entry.jsonRequired[index].fields
      entry.jsonRequired[index].fields = names.map { fields[Int($0.rawValue)] }
    }
    if let known = result.kind(named: entry.name) {
      // A new wording without a role keeps that of the known event.
      if entry.role == EventRole() { entry.role = result.role(of: known) }
      result.events[Int(known.rawValue)] = entry
      return known
    }
    guard let number = UInt16(exactly: result.events.count) else {
      throw (Self.node(ofEvent: entry.name, in: files) ?? files[0]).error(
        "too many events with those of the catalogue",
        advice: "it holds no more than \(result.events.count): "
          + "replace one by its name, or leave this one out")
    }
    result.events.append(entry)
    return EventKind(rawValue: number)
  }

  private func renumbered(_ setting: FieldSetting) -> FieldSetting {
    var setting = setting
    setting.name = fields[Int(setting.name.rawValue)]
    return setting
  }
}
