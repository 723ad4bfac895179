internal import RuleLanguage

/// What the records of an event are held to.
struct RecordForm: Sendable {
  /// Fields that hold one of a few words.
  let choices: [(name: FieldName, words: [[UInt8]])]
  /// What a record that a document prescribes must tell.
  let required: [EventEntry.Requirement]
  /// The times of such a record are texts in UTC.
  let timesAreTexts: Bool

  init(_ entry: EventEntry) {
    choices = entry.fields.filter { !$0.choices.isEmpty }.map { field in
      (field.name, field.choices.map { Array($0.utf8) })
    }
    required = entry.jsonRequired
    timesAreTexts = entry.jsonTimesAreTexts
  }
}

extension FieldEntry {
  /// What its value is in a record, in words.
  var wanted: String {
    if !choices.isEmpty {
      return choices.count == 1 ? choices[0] : "one of " + choices.joined(separator: ", ")
    }
    switch (type, form) {
    case (.string, .list): return "a list or a text"
    case (.string, .array): return "a list"
    case (.string, .counters): return "an object of counters"
    case (.string, .query): return "an object or a text"
    case (.string, _): return "a text"
    case (.int, .count): return "a whole number or a list"
    case (.bool, .presence): return "true, false or a text"
    case (.int, _): return "a whole number"
    case (.double, _): return "a number"
    case (.bool, _): return "true or false"
    case (.instant, .day): return "a day, or a time in UTC with a Z"
    case (.instant, _): return "a time in UTC with a Z"
    case (.duration, _):
      return unit == .milliseconds ? "a number of milliseconds" : "a number of seconds"
    }
  }
}
