internal import RuleLanguage

/// A text in the grammar's pool of bytes.
struct GrammarText: Sendable {
  var start: Int
  var count: Int

  var range: Range<Int> { start..<(start + count) }
}

/// A key of an event's fields, by name or alias.
struct GrammarKey: Sendable {
  var text: GrammarText
  var name: FieldName
  var type: FieldType
  var form: FieldForm
  var unit: DurationUnit
  var privacy = FieldPrivacy.none
  /// Whether each event of its kind has it, even if its words leave it out.
  var isRequired = false
}

/// A fixed field, ready to be written.
struct GrammarSetting: Sendable {
  var name: FieldName
  var type: FieldType
  var value: Int64
  var text: GrammarText
}

/// A piece of a shape, ready to be compared.
struct GrammarPart: Sendable {
  enum Kind: UInt8 { case literal, field, fields, samples }

  var kind: Kind
  /// The bytes of a literal.
  var text = GrammarText(start: 0, count: 0)
  /// The length of a literal without the bracket or colon that opens a field list.
  var phraseCount = 0
  /// The key of a field.
  var key = 0
  /// Whether the list behind the literal is divided by blanks, as behind an event's code.
  var isSpaced = false

  init(kind: Kind, key: Int = 0) {
    self.kind = kind
    self.key = key
  }

  init(literal text: GrammarText, phrase: Int, isSpaced: Bool) {
    kind = .literal
    self.text = text
    phraseCount = phrase
    self.isSpaced = isSpaced
  }

  /// Whether it is a literal before a field list that may be written otherwise, or be missing.
  var opensList: Bool { phraseCount < text.count }
  var phrase: Range<Int> { text.start..<(text.start + phraseCount) }
}

/// One wording, ready to be matched.
struct GrammarShape: Sendable {
  var kind: EventKind
  var parts: Range<Int>
  var settings: Range<Int>
  /// The number of fixed bytes in the shape.
  var fixedCount: Int
  var isUntagged: Bool
  var isAmbiguous: Bool
  /// The tag in the head of its line; empty for any.
  var column = GrammarText(start: 0, count: 0)
  /// The first eight bytes of the phrase at the start, and a mask of those that count.
  var prefix: UInt64 = 0
  var prefixMask: UInt64 = 0
  /// The length of the fixed phrase at the start.
  var phraseCount = 0

  init(
    kind: EventKind, parts: Range<Int>, settings: Range<Int>, fixedCount: Int, isUntagged: Bool,
    isAmbiguous: Bool
  ) {
    self.kind = kind
    self.parts = parts
    self.settings = settings
    self.fixedCount = fixedCount
    self.isUntagged = isUntagged
    self.isAmbiguous = isAmbiguous
  }

  /// The first byte of a phrase at the start; zero for none.
  var firstByte: UInt8 { UInt8(truncatingIfNeeded: prefix) }

  mutating func setPhrase(_ phrase: Span<UInt8>) {
    phraseCount = phrase.count
    prefixMask = phrase.count >= 8 ? .max : (1 << UInt64(phrase.count * 8)) - 1
    prefix = phrase.word(at: 0) & prefixMask
  }
}

/// An event recognised by the keys of an object without `event`.
struct GrammarObject: Sendable {
  struct Key: Sendable {
    var name: GrammarText
    /// The value required of an object without a tag; nil for any text.
    var value: GrammarText?
  }

  var kind: EventKind
  var keys: [Key]
  var settings: Range<Int>
  /// Whether its times are texts, so that a number is not one.
  var timesAreTexts: Bool
}

/// One value of the JSON member `event`.
struct GrammarName: Sendable {
  var text: GrammarText
  var kind: EventKind
  var settings: Range<Int>
  /// Whether a document prescribes the record of this name, which is not the event's own.
  var isPrescribed: Bool
  /// Whether its times are texts, so that a number is not one.
  var timesAreTexts = false
}

/// The events and fields that recognition itself must know by name.
struct GrammarRoles: Sendable {
  /// A counter of the plugin's telemetry and the field that reports it.
  struct Counter: Sendable {
    var metric: StaticString
    /// The value of the label `reason`; empty for a counter without one.
    var reason: StaticString
    var field: FieldName
    /// The number of the metric, which all its counters share.
    var number: Int
  }

  var unclassified: EventKind?
  var pluginError: EventKind?
  var telemetry: EventKind?
  /// A line of the app that may hold a secret; the module that knows their forms decides.
  var secret: EventKind?
  /// The artifact of a test run, which no other record resembles.
  var testRun: EventKind?
  var message: FieldName?
  var component: FieldName?
  var notificationTime: FieldName?
  var notificationId: FieldName?
  var durationMs: FieldName?
  var counters: [Counter] = []
  /// The field of samples with any other reason.
  var otherReason: FieldName?
  /// Values that recognition itself gives to fields.
  let other = Array("other".utf8)

  init(catalogue: Catalogue) {
    unclassified = catalogue.kind(named: "unclassified")
    pluginError = catalogue.kind(named: "plugin_error")
    telemetry = catalogue.kind(named: "telemetry_snapshot")
    secret = catalogue.kind(named: "secret_logged")
    testRun = catalogue.kind(named: "test_run_recorded")
    message = catalogue.field(named: "message")
    component = catalogue.field(named: "component")
    notificationTime = catalogue.field(named: "notificationTime")
    notificationId = catalogue.field(named: "notificationId")
    durationMs = catalogue.field(named: "durationMs")
    otherReason = catalogue.field(named: "reportedFailureOther")
    let known: [(StaticString, StaticString, String)] = [
      ("dnp_prefetch_scheduled_total", "", "reportedScheduled"),
      ("dnp_prefetch_executed_total", "", "reportedExecuted"),
      ("dnp_prefetch_success_total", "", "reportedSuccess"),
      ("dnp_prefetch_failure_total", "NETWORK", "reportedFailureNetwork"),
      ("dnp_prefetch_failure_total", "AUTH", "reportedFailureAuth"),
      ("dnp_prefetch_failure_total", "SYSTEM", "reportedFailureSystem"),
      ("dnp_prefetch_used_for_notification_total", "", "reportedUsed"),
    ]
    for (metric, reason, name) in known {
      guard let field = catalogue.field(named: name) else { continue }
      let number = counters.first { "\($0.metric)" == "\(metric)" }?.number ?? counters.count
      counters.append(Counter(metric: metric, reason: reason, field: field, number: number))
    }
  }
}
