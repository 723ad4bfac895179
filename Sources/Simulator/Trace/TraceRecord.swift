package import RuleLanguage

/// One thing that a device logs, before it has words or a container.
package struct TraceRecord: Sendable, Equatable {
  /// Microseconds since 1970 UTC by the device's clock, which may be wrong.
  package var time: Int64
  /// How far the device's zone is ahead of UTC, in microseconds.
  package var zoneOffset: Int64
  /// A name of the catalogue.
  package var event: String
  /// The name in JSON where a seed gives another than the event's own.
  package var jsonName: String?
  package var fields: [TraceField]
  /// The fields that a seed lets its JSON form tell beside, under the keys of the seed; its
  /// `timestamp` is its time, unless it stands here.
  package var jsonFields: [TraceField] = []
  /// The tag, where it is not the first that the catalogue lists.
  package var tag: String?
  /// Whether it is written as a JSON object, whatever the form of the log.
  package var isObject = false
  /// The level, where it is not the catalogue's.
  package var level: LogLevel?
  package var process: TraceProcess
  /// The notification that it is about, as an index of the trace's cycles.
  package var cycle: Int?

  package init(
    time: Int64, zoneOffset: Int64 = 0, event: String, fields: [TraceField] = [],
    process: TraceProcess = TraceProcess()
  ) {
    self.time = time
    self.zoneOffset = zoneOffset
    self.event = event
    self.fields = fields
    self.process = process
  }

  /// The value of a field, if the record has it.
  package subscript(field: String) -> TraceValue? {
    get { fields.first { $0.name == field }?.value }
    set {
      if let index = fields.firstIndex(where: { $0.name == field }) {
        if let newValue { fields[index].value = newValue } else { fields.remove(at: index) }
      } else if let newValue {
        fields.append(TraceField(name: field, value: newValue))
      }
    }
  }
}

extension TraceRecord {
  /// A member of the record in JSON that tells the same; its time is one of them.
  package subscript(member name: String) -> TraceValue? {
    get {
      jsonFields.first { $0.name == name }?.value ?? self[name]
        ?? (name == "timestamp" ? .instant(time) : nil)
    }
    set {
      if let index = jsonFields.firstIndex(where: { $0.name == name }) {
        if let newValue { jsonFields[index].value = newValue } else { jsonFields.remove(at: index) }
      } else if name == "timestamp", let newValue {
        jsonFields.append(TraceField(name: name, value: newValue))
      } else {
        self[name] = newValue
      }
    }
  }
}

/// A field of a record, by its name in the catalogue.
package struct TraceField: Sendable, Equatable {
  package var name: String
  package var value: TraceValue

  package init(name: String, value: TraceValue) {
    self.name = name
    self.value = value
  }
}

/// A value as the plugin knows it; how it is written depends on the form.
package enum TraceValue: Sendable, Equatable {
  case text(String)
  case int(Int64)
  case bool(Bool)
  /// Microseconds since 1970.
  case instant(Int64)
  /// Microseconds; a bare number in the unit of the field.
  case duration(Int64)
  /// Microseconds; `300s` in text, a number of seconds in JSON.
  case age(Int64)
  /// An object of such values, for JSON alone.
  case object([TraceField])
  /// A list of texts, for JSON alone.
  case list([String])
}

/// The process that logs.
package struct TraceProcess: Sendable, Equatable {
  /// The number of the device's start, from 1.
  package var boot = 1
  package var pid: Int32 = 201
  package var tid: Int32 = 4211

  package init() {}
}
