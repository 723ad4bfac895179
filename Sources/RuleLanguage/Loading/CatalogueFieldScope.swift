internal import TextWriting
internal import YAMLReading

/// The fields of one event, as its shapes, aliases and settings may name them.
struct CatalogueFieldScope {
  let fields: [FieldEntry]
  /// Field names of the whole catalogue, by number.
  let names: [String]

  private var own: [String] { fields.map { names[Int($0.name.rawValue)] } }

  /// The index of a field among those of the event.
  func index(of name: String) -> Int? {
    fields.firstIndex { names[Int($0.name.rawValue)] == name }
  }

  /// The advice for a name that is not a field of the event.
  func adviceForUnknown(_ name: String) -> String {
    Spelling.suggestion(for: name, among: own)
  }

  /// Reads words of a log that stand for a field: `id: taskId`.
  func aliases(_ node: YAMLNode) throws(SourceError) -> [EventEntry.Alias] {
    var aliases: [EventEntry.Alias] = []
    for entry in try node.mapping() {
      guard index(of: entry.key) == nil else {
        throw entry.keyError("'\(entry.key)' is a field itself, so it cannot be an alias")
      }
      guard !entry.key.isEmpty, !entry.key.contains(where: { " ,={}".contains($0) }) else {
        throw entry.keyError("'\(entry.key)' cannot be a key of a log line")
      }
      aliases.append(
        EventEntry.Alias(key: entry.key, field: try field(named: entry.value).name))
    }
    return aliases
  }

  /// Reads fixed values: `phase: fetch`.
  func settings(_ node: YAMLNode) throws(SourceError) -> [FieldSetting] {
    var settings: [FieldSetting] = []
    for entry in try node.mapping() {
      guard let index = index(of: entry.key) else {
        throw entry.keyError(
          "unknown field '\(entry.key)'", advice: adviceForUnknown(entry.key))
      }
      settings.append(try setting(of: fields[index], to: entry.value))
    }
    return settings
  }

  /// Reads the fields that a record must have: `[ttl, [notificationId, scheduleId]]`.
  func requirements(_ node: YAMLNode) throws(SourceError) -> [EventEntry.Requirement] {
    var requirements: [EventEntry.Requirement] = []
    for element in try node.list() {
      var names: [FieldName] = []
      if case .sequence(let alternatives) = element.content {
        for alternative in alternatives { names.append(try field(named: alternative).name) }
      } else {
        names.append(try field(named: element).name)
      }
      requirements.append(EventEntry.Requirement(fields: names))
    }
    return requirements
  }

  private func setting(
    of field: FieldEntry, to node: YAMLNode
  ) throws(SourceError) -> FieldSetting {
    var setting = FieldSetting(name: field.name, type: field.type)
    switch field.type {
    case .bool: setting.value = try node.bool() ? 1 : 0
    case .int: setting.value = Int64(try node.int())
    case .double: setting.value = Int64(bitPattern: try node.double().bitPattern)
    case .string where field.choices.isEmpty: setting.text = try node.string()
    case .string: setting.text = try node.word(of: field.choices)
    case .instant, .duration: throw node.error("\(field.type.phrase) cannot be fixed")
    }
    return setting
  }

  private func field(named node: YAMLNode) throws(SourceError) -> FieldEntry {
    let name = try node.string()
    guard let index = index(of: name) else {
      throw node.error("unknown field '\(name)'", advice: adviceForUnknown(name))
    }
    return fields[index]
  }
}
