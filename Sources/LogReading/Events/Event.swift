public import RuleLanguage

/// How an event was written.
public enum EventForm: UInt8, Sendable {
  case text
  case json
}

/// What the record of an event says of its own time, whoever's time the event has.
public enum RecordTime: UInt8, Sendable {
  /// It tells none, or the event is no record.
  case none
  /// In UTC, or hidden.
  case told
  /// At an offset other than zero.
  case offset
  case zoneless
  /// A number, of a record whose times are texts.
  case number
  /// What stands there is no time.
  case unreadable
}

/// One recognised line, of fixed size: its bytes and fields live beside it in the batch.
public struct Event: Sendable {
  public var kind: EventKind
  public var form: EventForm
  public var container: Container
  public var timeQuality: TimeQuality
  public var timeGaps: TimeGaps
  public var level: LogLevel
  /// Index of the tag in the catalogue's tags; 0 for a line without one, 1 for an unknown tag.
  public var tag: UInt8
  /// The shape gave the event although its words fit more than one moment.
  public var isAmbiguous: Bool
  /// Any program may write such a line: whose it is shows elsewhere.
  public var isOfHost: Bool
  /// The record itself names the process, or the app, that wrote it.
  public var namesProcess: Bool
  /// A document prescribes the record that it was read from, and so what must stand there.
  public var isPrescribed: Bool
  public var recordTime: RecordTime
  /// Its line may lack its end: the input stops in it, or it is longer than a line may be.
  public var isCut: Bool
  /// How many fields follow at `firstField`.
  public var fieldCount: UInt16
  /// Index in the batch's fields.
  public var firstField: UInt32
  /// The process, or -1.
  public var pid: Int32
  /// How many quarters of an hour the head's clock is ahead of UTC, as an instant that the line gives
  /// for itself shows; nil where none does.
  package var quartersAhead: Int8?
  /// Microseconds since 1970; meaningless where the quality is none.
  public var time: Int64
  /// One-based number of the line in its input.
  public var line: UInt64
  /// Where the line begins in the chunk.
  public var textStart: UInt32
  /// The line's length without its newline, cut at the line limit.
  public var textLength: UInt32
  /// Unescaped text of the record (JSON strings) begins here in the batch's scratch.
  public var scratchStart: UInt32
  public var scratchLength: UInt32
  /// Where the message stands that another line or a record carries, counted from the event's own
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
/// value stays where it is when the text is copied elsewhere.
public struct Field: Sendable {
  /// What became of the value in the log.
  public enum State: UInt8, Sendable {
    case value
    /// The source hid it (`<private>`); never equal to anything.
    case redacted
    /// The log has a word in its place, such as `...`: known to be there, and no more.
    case placeholder
    /// It does not read as its type; `start` and `length` still name its text.
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

  /// The instant that it gives, if it does.
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
  /// Those of the fields that could not be read.
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
