/// The part of an instance that holds no value of the log: where it stands in its rule.
///
/// Two instances of one form take the same steps, as long as the same questions about their values get
/// the same answers.
struct InstanceForm: Sendable, Equatable, Codable {
  enum State: UInt8, Sendable, Codable {
    case free
    /// Waiting: for the trigger's steps, or for the scope to end.
    case open
    /// Reported already; kept to see whether what was missing still comes.
    case missed
    /// Nothing that comes in the scope can change it any more.
    case over
  }

  var rule: Int32 = 0
  var state = State.free
  var hasTrigger = false
  /// The first group of a chain that is not passed over; for `equal` the role of the left event.
  var step: Int16 = 0
  /// The group whose deadlines are set; -1 for none.
  var waitingGroup: Int16 = -1
  /// The step that was reported as missing; -1 for none.
  var missedStep: Int16 = -1
  /// Steps or groups met, by number.
  var met: UInt64 = 0
  /// Steps that take no more events.
  var full: UInt64 = 0
  /// Roles taken, by number.
  var taken: UInt64 = 0

  /// How many words tell it from others.
  static let wordCount = 5

  /// The words that tell it from others.
  func write(to words: inout Table<UInt64>) {
    var head = UInt64(UInt32(bitPattern: rule)) | UInt64(state.rawValue) << 32
    if hasTrigger { head |= 1 << 40 }
    head |= UInt64(UInt16(bitPattern: missedStep)) << 48
    words.append(head)
    words.append(met)
    words.append(taken)
    words.append(full)
    words.append(
      UInt64(UInt16(bitPattern: step)) << 16 | UInt64(UInt16(bitPattern: waitingGroup)))
  }
}
