internal import TextWriting

/// Writes members.
struct MemberWriter: MemberCoder {
  static var isReading: Bool { false }
  private(set) var json: JSONWriter

  init(_ json: consuming JSONWriter) { self.json = json }

  mutating func member(_ key: String, _ value: inout String) { json.member(key, value) }
  mutating func member(_ key: String, _ value: inout String?) { json.member(key, value) }
  mutating func member(_ key: String, _ value: inout Bool) { json.member(key, value) }
  mutating func member(_ key: String, _ value: inout Bool?) { json.member(key, value) }
  mutating func member(_ key: String, _ value: inout Int64) { json.member(key, value) }
  mutating func member(_ key: String, _ value: inout Int64?) { json.member(key, value) }

  mutating func member(_ key: String, seconds value: inout Double?) {
    json.member(key, seconds: value)
  }

  mutating func member(_ key: String, microseconds value: inout Int128?) {
    json.member(key, microseconds: value)
  }

  mutating func member(_ key: String, time value: inout Int64?) {
    json.member(key, time: value)
    if let value, WallClock.lacksYear(value) {
      json.member(key + YearlessInstant.suffix, YearlessInstant.text(of: value))
    }
  }

  mutating func member(_ key: String, numbers: inout [Double]) {
    json.array(key, of: numbers) { $0.number($1) }
  }

  mutating func member(_ key: String, counts: inout [Int64]) {
    json.array(key, of: counts) { $0.integer($1) }
  }

  mutating func member(_ key: String, strings: inout [String], inline: Bool) {
    json.strings(key, inline: inline, strings)
  }

  mutating func member(_ key: String, named: inout [InputSummary.Count]) {
    json.object(key, inline: true) { json in
      for entry in named { json.member(entry.name, entry.count) }
    }
  }

  mutating func member(_ key: String, entries: inout [RunSummary.EnvironmentEntry]) {
    json.object(key) { json in
      for entry in entries {
        switch entry.value {
        case .bool(let value): json.member(entry.key, value)
        case .string(let value): json.member(entry.key, value)
        case .int(let value): json.member(entry.key, value)
        case .varies: json.member(entry.key, nil as String?)
        }
      }
    }
  }

  mutating func begin(_ key: String, isNull: Bool, inline: Bool) -> Bool {
    if isNull {
      json.member(key, nil as String?)
    } else {
      json.beginObject(key, inline: inline)
    }
    return !isNull
  }

  mutating func end() { json.endObject() }

  mutating func member<Element: Coded>(_ key: String, _ elements: inout [Element], inline: Bool) {
    json.beginArray(key)
    for var element in elements {
      json.beginObject(nil, inline: inline)
      element.code(&self)
      json.endObject()
    }
    json.endArray()
  }

  func has(_ key: String, _ isWritten: Bool) -> Bool { isWritten }
  mutating func derived(_ write: (inout JSONWriter) -> Void) { write(&json) }
  func refuse(_ key: String, _ message: String) {}
}

extension JSONWriter {
  /// Writes the members of a value into the object that is begun.
  mutating func members(of value: some Coded) {
    var value = value
    var writer = MemberWriter(self)
    value.code(&writer)
    self = writer.json
  }
}
