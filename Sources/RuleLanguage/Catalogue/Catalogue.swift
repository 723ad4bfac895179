/// The event vocabulary, compiled from `rules/catalog/*.yaml`.
///
/// It is made of plain arrays: built by the rule compiler, stored in the program as flat tables,
/// and read by the recogniser. A kind's `rawValue` is its index in `events`.
package struct Catalogue: Sendable, Equatable {
  /// Tags by number; the first two stand for "no tag" and "a DNP tag that is not listed".
  package var tags: [String]
  /// Field names by number.
  package var fieldNames: [String]
  /// The type that each field name has wherever it occurs.
  package var fieldTypes: [FieldType]
  package var events: [EventEntry]
  package var shapes: [TextShape]
  /// The fields whose values identify or quote people, by their names, each once.
  package var privateFields: [PrivateField]

  package init(
    tags: [String] = ["", "?"], fieldNames: [String] = [], fieldTypes: [FieldType] = [],
    events: [EventEntry] = [], shapes: [TextShape] = [], privateFields: [PrivateField] = []
  ) {
    self.tags = tags
    self.fieldNames = fieldNames
    self.fieldTypes = fieldTypes
    self.events = events
    self.shapes = shapes
    self.privateFields = privateFields
  }

  /// The kind of that name. Linear: for compiling and binding, not for lines.
  package func kind(named name: String) -> EventKind? {
    // Most names differ in length, which is compared at once.
    let size = name.utf8.count
    return events.firstIndex { $0.name.utf8.count == size && $0.name == name }
      .map { EventKind(rawValue: UInt16($0)) }
  }

  /// The number of that field name. Linear, as above.
  package func field(named name: String) -> FieldName? {
    let size = name.utf8.count
    return fieldNames.firstIndex { $0.utf8.count == size && $0 == name }
      .map { FieldName(rawValue: UInt16($0)) }
  }

  /// The event of that kind.
  package subscript(kind: EventKind) -> EventEntry { events[Int(kind.rawValue)] }

  /// The effect of events of that kind on the run.
  package func role(of kind: EventKind) -> EventRole { events[Int(kind.rawValue)].role }

  /// The name of a kind, without a copy of the whole entry.
  package func name(of kind: EventKind) -> String { events[Int(kind.rawValue)].name }

  /// The name of that field.
  package func name(of field: FieldName) -> String { fieldNames[Int(field.rawValue)] }
}

/// The privacy of a field's values.
package enum FieldPrivacy: UInt8, Sendable {
  case none
  /// An identifier of a thing or a person: `id` in the catalogue.
  case id
  /// Text that a person wrote: `text` in the catalogue.
  case text
}

/// A field that is removed from logs that are handed on.
package struct PrivateField: Sendable, Equatable {
  package var name: FieldName
  package var privacy: FieldPrivacy
  package init(name: FieldName, privacy: FieldPrivacy) {
    self.name = name
    self.privacy = privacy
  }
}

/// One event of the catalogue.
package struct EventEntry: Sendable, Equatable {
  /// Whether a seed document gives the event's wording, or this project proposes one.
  package enum Origin: UInt8, Sendable { case seed, proposed }

  package var name: String
  /// The letter of the matrix's group (A to K); rules are armed by group and tag.
  package var group: String
  package var origin: Origin
  package var level: LogLevel
  /// The tags it may carry, as indices in the catalogue's tags, canonical first; empty for none.
  package var tags: [UInt8]
  package var summary: String
  package var fields: [FieldEntry]
  /// The keys of a log that stand for a field of another name, in this event only.
  package var aliases: [Alias]
  /// The values of the JSON member `event` that stand for this event, beside its own name.
  package var jsonNames: [String]
  /// The keys by which a JSON object without `event` is this event: all of them, with texts or
  /// objects; `error=notifications_denied` where an object without a tag needs that value.
  package var jsonKeys: [String]
  /// The fields that a JSON record of one of `jsonNames`, or with `jsonKeys`, implies.
  package var jsonSets: [FieldSetting]
  /// The fields that such a record must have, whatever else it holds.
  package var jsonRequired: [Requirement]
  /// Whether the times of such a record, its `timestamp` among them, are texts.
  package var jsonTimesAreTexts: Bool
  package var role: EventRole

  /// A key of a log, and the field that it stands for.
  package struct Alias: Sendable, Equatable {
    package var key: String
    package var field: FieldName
    package init(key: String, field: FieldName) {
      self.key = key
      self.field = field
    }
  }

  /// A field that a record must have, or several of which one is enough.
  package struct Requirement: Sendable, Equatable {
    package var fields: [FieldName]
    package init(fields: [FieldName]) { self.fields = fields }
  }

  package init(
    name: String, group: String, origin: Origin, level: LogLevel = .info, tags: [UInt8] = [],
    summary: String = "", fields: [FieldEntry] = [], aliases: [Alias] = [],
    jsonNames: [String] = [], jsonKeys: [String] = [], jsonSets: [FieldSetting] = [],
    jsonRequired: [Requirement] = [], jsonTimesAreTexts: Bool = false,
    role: EventRole = EventRole()
  ) {
    self.name = name
    self.group = group
    self.origin = origin
    self.level = level
    self.tags = tags
    self.summary = summary
    self.fields = fields
    self.aliases = aliases
    self.jsonNames = jsonNames
    self.jsonKeys = jsonKeys
    self.jsonSets = jsonSets
    self.jsonRequired = jsonRequired
    self.jsonTimesAreTexts = jsonTimesAreTexts
    self.role = role
  }
}

extension EventEntry {
  /// A key of a JSON object, and the value that it needs where no tag stands before the object.
  package static func parts(ofKey key: String) -> (name: String, value: String?) {
    let parts = key.split(separator: "=", maxSplits: 1)
    return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
  }
}

/// The forms that a field's value may have beside a plain value of its type.
package enum FieldForm: UInt8, Sendable {
  case plain
  /// One word: an id, a hash, an address, or one of a few words.
  case word
  /// A list of texts or a text, which rules read with commas between them: `region,version`.
  case list
  /// The same as a list, but in a record always a list.
  case array
  /// An object of parameters, which rules read as a URL has them: `afterId=01A&beforeId=01B`.
  case query
  /// An object or a list that is kept as it is.
  case document
  /// An object of counters, which become an event of their own.
  case counters
  /// A whole number, or a list with that many elements.
  case count
  /// True or false, or a text, which is true if it is not empty.
  case presence
  /// A time, or a day alone, which stands for its beginning in UTC.
  case day

  package var isList: Bool { self == .list || self == .array }
}

/// One field that an event may carry.
package struct FieldEntry: Sendable, Equatable {
  package var name: FieldName
  package var type: FieldType
  package var form: FieldForm
  /// The unit of a bare number, for durations.
  package var unit: DurationUnit
  package var isOptional: Bool
  /// The words that it may hold; empty for any.
  package var choices: [String]
  package var summary: String

  package init(
    name: FieldName, type: FieldType, form: FieldForm = .plain, unit: DurationUnit = .seconds,
    isOptional: Bool = true, choices: [String] = [], summary: String = ""
  ) {
    self.name = name
    self.type = type
    self.form = form
    self.unit = unit
    self.isOptional = isOptional
    self.choices = choices
    self.summary = summary
  }
}

/// A field that a shape or a JSON name sets to a fixed value.
package struct FieldSetting: Sendable, Equatable {
  package var name: FieldName
  package var type: FieldType
  /// The value as in a field; for a string the bytes are in `text`.
  package var value: Int64
  package var text: String

  package init(name: FieldName, type: FieldType, value: Int64 = 0, text: String = "") {
    self.name = name
    self.type = type
    self.value = value
    self.text = text
  }
}

/// One wording of one event: literal text with typed holes.
package struct TextShape: Sendable, Equatable {
  package var kind: EventKind
  package var parts: [ShapePart]
  /// Whether it is found anywhere in a message, not only at its start.
  package var isFragment: Bool
  /// Whether it is recognised on a line without a DNP tag.
  package var isUntagged: Bool
  package var isAmbiguous: Bool
  package var sets: [FieldSetting]
  /// The tag of another program that the head of its line must have; empty for none.
  package var column: String

  package init(
    kind: EventKind, parts: [ShapePart], isFragment: Bool = false, isUntagged: Bool = false,
    isAmbiguous: Bool = false, sets: [FieldSetting] = [], column: String = ""
  ) {
    self.kind = kind
    self.parts = parts
    self.isFragment = isFragment
    self.isUntagged = isUntagged
    self.isAmbiguous = isAmbiguous
    self.sets = sets
    self.column = column
  }
}

/// A piece of a shape.
package enum ShapePart: Sendable, Equatable {
  /// These bytes, exactly.
  case literal(String)
  /// One value, up to the next literal or the end; index in the event's fields.
  case field(UInt16)
  /// `key=value, key=value`, up to the next literal or the end of the message.
  case fields
  /// Prometheus samples: `dnp_x_total{reason="AUTH"} 1`, any number of them.
  case samples
}
