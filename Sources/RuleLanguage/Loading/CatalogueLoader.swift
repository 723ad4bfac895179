package import YAMLReading

/// A loader of the catalogue from the files in `rules/catalog` that refuses an ambiguous one.
///
/// Kinds are numbered in the order of the files and of the events in them.
package struct CatalogueLoader {
  private var catalogue = Catalogue()
  private var eventPlaces: [String: SourceLocation] = [:]
  /// The places of shapes by their pattern: two with the same pattern match the same lines.
  private var shapePlaces: [String: SourceLocation] = [:]
  /// The places of the values of the JSON member `event`, each of which stands for one event.
  private var jsonPlaces: [String: SourceLocation] = [:]
  /// The places where each field name got its type.
  private var fieldPlaces: [SourceLocation] = []
  private var end = SourceLocation(path: "rules/catalog", line: 1, column: 1)

  package init() {}

  /// Adds the events of one file.
  package mutating func add(_ file: YAMLNode) throws(SourceError) {
    _ = try file.mapping(allowed: RuleKeys.catalogue)
    _ = try file.required("catalog").string()
    let groupNode = try file.required("group")
    let group = try groupNode.string()
    guard group.utf8.count == 1, group >= "A", group <= "Z" else {
      throw groupNode.error("a group is one capital letter", advice: "A to Z")
    }
    let events = try file.required("events")
    for event in try events.list() { try add(event, group: group) }
    end = file.location
  }

  /// The whole catalogue, once every file was added.
  package mutating func finish() throws(SourceError) -> Catalogue {
    guard !catalogue.events.isEmpty else {
      throw SourceError("the catalogue has no events", at: end)
    }
    return catalogue
  }

  private mutating func add(_ node: YAMLNode, group: String) throws(SourceError) {
    _ = try node.mapping(allowed: RuleKeys.event)
    let nameNode = try node.required("event")
    let name = try eventName(nameNode)
    try Self.claim(name, in: &eventPlaces, as: "event", at: nameNode)
    try Self.claim(name, in: &jsonPlaces, as: "JSON event", at: nameNode)
    let kind = EventKind(rawValue: try number(catalogue.events.count, of: "events", at: nameNode))

    var entry = EventEntry(name: name, group: group, origin: try origin(node.required("origin")))
    entry.summary = try node.required("summary").string()
    entry.tags = try tags(node.required("tags"))
    entry.level = try level(node.required("level"))
    if let fields = node["fields"] {
      for field in try fields.mapping() {
        let declared = try CatalogueField(field)
        entry.fields.append(try intern(declared, count: entry.fields.count))
      }
    }
    let scope = CatalogueFieldScope(fields: entry.fields, names: catalogue.fieldNames)
    if let aliases = node["aliases"] { entry.aliases = try scope.aliases(aliases) }
    if let names = node["json"] {
      for node in try names.list() {
        let jsonName = try node.string()
        try Self.claim(jsonName, in: &jsonPlaces, as: "JSON event", at: node)
        entry.jsonNames.append(jsonName)
      }
    }
    if let keys = node["json_keys"] {
      entry.jsonKeys = try keys.strings()
      guard !entry.jsonKeys.isEmpty else {
        throw keys.error("'json_keys' is empty", advice: "name the keys that tell the object")
      }
    }
    for key in ["json_sets", "json_required", "json_times"] {
      guard let node = node[key], entry.jsonNames.isEmpty, entry.jsonKeys.isEmpty else { continue }
      throw node.error(
        "'\(key)' without 'json' or 'json_keys'", advice: "it holds for what is listed there only")
    }
    if let settings = node["json_sets"] { entry.jsonSets = try scope.settings(settings) }
    if let required = node["json_required"] {
      entry.jsonRequired = try scope.requirements(required)
    }
    if let times = node["json_times"] {
      entry.jsonTimesAreTexts = try times.word(of: ["text"]) == "text"
    }
    if let role = node["role"] { entry.role = try EventRole(role) }
    if let shapes = node["text"] {
      for node in try shapes.list() { try addShape(node, of: kind, scope: scope) }
    }
    catalogue.events.append(entry)
  }

  private mutating func addShape(
    _ node: YAMLNode, of kind: EventKind, scope: CatalogueFieldScope
  ) throws(SourceError) {
    let shape = try ShapeParser(scope: scope).shape(node, of: kind)
    let text = node["shape"] ?? node
    // The same text under another column is another line.
    let pattern = shape.column + ShapeParser.pattern(of: shape.parts)
    try Self.claim(pattern, in: &shapePlaces, as: "shape", at: text)
    catalogue.shapes.append(shape)
  }

  /// Notes where a name is declared; a second declaration is a mistake.
  private static func claim(
    _ name: String, in places: inout [String: SourceLocation], as what: String, at node: YAMLNode
  ) throws(SourceError) {
    if let place = places.updateValue(node.location, forKey: name) {
      throw node.error("\(what) '\(name)' is already at \(place.path):\(place.line)")
    }
  }

  /// Gives a field its number; its name has one type in the whole catalogue.
  private mutating func intern(
    _ declared: CatalogueField, count: Int
  ) throws(SourceError) -> FieldEntry {
    _ = try number(count, of: "fields", at: declared.node)
    if let known = catalogue.field(named: declared.name) {
      catalogue.note(declared.privacy, of: known)
      let type = catalogue.fieldTypes[Int(known.rawValue)]
      guard type == declared.type else {
        let place = fieldPlaces[Int(known.rawValue)]
        throw declared.error(
          """
          field '\(declared.name)' is \(type.phrase) at \(place.path):\(place.line) \
          and \(declared.type.phrase) here
          """, advice: "use another name, and an alias for the word of the log")
      }
      return declared.entry(named: known)
    }
    let new = FieldName(
      rawValue: try number(catalogue.fieldNames.count, of: "field names", at: declared.node))
    catalogue.fieldNames.append(declared.name)
    catalogue.fieldTypes.append(declared.type)
    fieldPlaces.append(declared.location)
    catalogue.note(declared.privacy, of: new)
    return declared.entry(named: new)
  }

  private func number(
    _ count: Int, of what: String, at node: YAMLNode
  ) throws(SourceError) -> UInt16 {
    guard let number = UInt16(exactly: count) else { throw node.error("too many \(what)") }
    return number
  }

  private func eventName(_ node: YAMLNode) throws(SourceError) -> String {
    let name = try node.string()
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "_"): true
      default: false
      }
    }
    guard isName, let first = name.first, first.isLetter else {
      throw node.error(
        "'\(name)' cannot name an event", advice: "use small letters, digits and '_'")
    }
    return name
  }

  private func origin(_ node: YAMLNode) throws(SourceError) -> EventEntry.Origin {
    try node.word(of: ["seed", "proposed"]) == "seed" ? .seed : .proposed
  }

  private func level(_ node: YAMLNode) throws(SourceError) -> LogLevel {
    let levels: KeyValuePairs<String, LogLevel> = [
      "debug": .debug, "info": .info, "notice": .notice, "warning": .warning, "error": .error,
      "fault": .fault, "unknown": .unknown,
    ]
    let word = try node.word(of: levels.map(\.key))
    return levels.first { $0.key == word }?.value ?? .unknown
  }

  /// Reads the tags of an event by number; empty for an event of any tag or of none.
  private mutating func tags(_ node: YAMLNode) throws(SourceError) -> [UInt8] {
    let tags = try node.list()
    if tags.count == 1, try tags[0].string() == "any" { return [] }
    var numbers: [UInt8] = []
    for node in tags { numbers.append(try tag(node)) }
    return numbers
  }

  private mutating func tag(_ node: YAMLNode) throws(SourceError) -> UInt8 {
    let tag = try node.string()
    let letters = tag.utf8.dropFirst(4)
    guard tag.hasPrefix("DNP-"), !letters.isEmpty,
      letters.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else {
      throw node.error(
        "'\(tag)' is not a tag", advice: "a tag is DNP- and capital letters, or 'any' alone")
    }
    if let known = catalogue.tags.firstIndex(of: tag) { return UInt8(clamping: known) }
    guard let number = UInt8(exactly: catalogue.tags.count) else {
      throw node.error("too many tags")
    }
    catalogue.tags.append(tag)
    return number
  }
}

extension Catalogue {
  /// Notes that a field is private, in every event with that name.
  mutating func note(_ privacy: FieldPrivacy, of field: FieldName) {
    if privacy == .none || privateFields.contains(where: { $0.name == field }) { return }
    privateFields.append(PrivateField(name: field, privacy: privacy))
  }
}
