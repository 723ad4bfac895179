public import RuleLanguage

/// The form in which an event was written.
public enum EventForm: UInt8, Sendable, Codable {
  case text
  case json
}

/// The state of the time in an event's own record, wherever the event's time comes from.
public enum RecordTime: UInt8, Sendable, Codable {
  /// No time, or the event is no record.
  case none
  /// In UTC, or hidden.
  case told
  /// At an offset other than zero.
  case offset
  case zoneless
  /// A number in a record whose times are texts.
  case number
  /// A value that is no time.
  case unreadable
}

/// One recognised line, of fixed size: its bytes and fields live beside it in the batch.
public struct Event: Sendable, Codable {
  public var kind: EventKind
  public var form: EventForm
  public var container: Container
  public var timeQuality: TimeQuality
  public var timeGaps: TimeGaps
  public var level: LogLevel
  /// The index of the tag in the catalogue's tags; 0 for a line without one, 1 for an unknown tag.
  public var tag: UInt8
  /// Whether the shape gave the event although its words fit more than one moment.
  public var isAmbiguous: Bool
  /// Whether any program may write such a line, so that its writer must be found otherwise.
  public var isOfHost: Bool
  /// Whether the record itself names the process, or the app, that wrote it.
  public var namesProcess: Bool
  /// Whether a document prescribes its record, and so the values that must be there.
  public var isPrescribed: Bool
  public var recordTime: RecordTime
  /// Whether its line may lack its end: the input stops in it, or it exceeds the line limit.
  public var isCut: Bool
  /// How many fields follow at `firstField`.
  public var fieldCount: UInt16
  /// The index in the batch's fields.
  public var firstField: UInt32
  /// The process, or -1.
  public var pid: Int32
  /// The quarters of an hour by which the head's clock is ahead of UTC, shown by an instant in the
  /// line; nil without one.
  package var quartersAhead: Int8?
  /// Microseconds since 1970; meaningless where the quality is none.
  public var time: Int64
  /// The number of the line in its input, from one.
  public var line: UInt64
  /// The start of the line in the chunk.
  public var textStart: UInt32
  /// The line's length without its newline, cut at the line limit.
  public var textLength: UInt32
  /// The start in the batch's scratch of the record's unescaped text (JSON strings).
  public var scratchStart: UInt32
  public var scratchLength: UInt32
  /// The start of a message that another line or a record carries, counted from the event's own
  /// text as fields are; of length 0 where the line is the message.
  public var messageStart: UInt32
  public var messageLength: UInt32

  public init(kind: EventKind, form: EventForm, container: Container) {
    self.kind = kind
    self.form = form
    self.container = container
    timeQuality = .none
    timeGaps = []
    level = .unknown
    tag = 0
    isAmbiguous = false
    isOfHost = false
    namesProcess = false
    isPrescribed = false
    recordTime = .none
    isCut = false
    fieldCount = 0
    firstField = 0
    pid = -1
    time = 0
    line = 0
    textStart = 0
    textLength = 0
    scratchStart = 0
    scratchLength = 0
    messageStart = 0
    messageLength = 0
  }
}

/// One value of an event.
///
/// `start` counts from the event's own text: the line's bytes, followed by its scratch bytes. So a
/// value stays valid when the text is copied elsewhere.
public struct Field: Sendable, Codable {
  /// The state of the value in the log.
  public enum State: UInt8, Sendable, Codable {
    case value
    /// Hidden by the source (`<private>`); never equal to anything.
    case redacted
    /// Replaced by a word such as `...`: known to be there, and no more.
    case placeholder
    /// Unreadable as its type; `start` and `length` still name its text.
    case malformed
    /// An instant without a zone, read as if it were UTC.
    case zoneless
    /// An instant with an offset other than zero: a right value, written against TIM-01.
    case offset
    /// A right value in another form than its record has: a text for a list, a number for a time.
    case misformed
  }

  public var name: FieldName
  public var state: State
  public var type: FieldType
  /// The number, 0 or 1 for a bool, microseconds for times, the bit pattern of a double.
  public var value: Int64
  public var start: UInt32
  public var length: UInt32

  public init(
    name: FieldName, state: State = .value, type: FieldType, value: Int64 = 0, start: UInt32 = 0,
    length: UInt32 = 0
  ) {
    self.name = name
    self.state = state
    self.type = type
    self.value = value
    self.start = start
    self.length = length
  }

  /// The instant that a readable time field holds.
  var instant: Int64? {
    guard type == .instant else { return nil }
    switch state {
    case .value, .offset, .zoneless, .misformed: return value
    case .redacted, .placeholder, .malformed: return nil
    }
  }
}

/// The events of one chunk of input. Reused, so that a line costs no allocation.
package struct EventBatch: Sendable {
  package var events: [Event] = []
  package var fields: [Field] = []
  package var scratch: [UInt8] = []
  /// The fields that could not be read.
  var unread = UnreadValues()

  package init() {}

  /// Empties the batch and keeps its memory.
  package mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    scratch.removeAll(keepingCapacity: true)
    unread = UnreadValues()
  }
}
