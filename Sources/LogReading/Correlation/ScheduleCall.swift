/// The schedule call that is being logged: the cycle that its last line was of.
struct ScheduleCall: Sendable, Codable, CheckedState {
  /// -1 for none.
  private(set) var cycle: Int32 = -1
  private var sequence: Int64 = -1
  private var time: Int64?
  /// The lines of a submission that the call still owes.
  var awaited: Submission = []
  /// The lead of the submission that the running handler is about to make was capped.
  var isCappedInHandler = false

  /// The log begins in the midst of a task, which may have submitted the next one before: its call, the first
  /// that follows, owes none.
  var isBehindCutTask = false

  /// The two lines of a submission.
  struct Submission: OptionSet, Sendable, Codable {
    let rawValue: UInt8
    static let attempt = Submission(rawValue: 1)
    static let acceptance = Submission(rawValue: 2)
    static let both: Submission = [.attempt, .acceptance]
  }

  func isSound(_ limits: inout StateLimits) -> Bool {
    limits.allows(cycle: cycle) && StateLimits.isSequence(sequence)
  }

  /// Whether an event may be of the call too, so shortly behind its last line.
  func isFresh(for event: ScopedEvent) -> Bool {
    if let last = time, let time = event.knownTime {
      return time - last <= Correlator.burstDistance
    }
    return event.sequence - sequence <= 8
  }

  /// Goes on with a line of a cycle.
  mutating func note(_ cycle: Int32, _ event: ScopedEvent) {
    if self.cycle != cycle { awaited = [] }
    self.cycle = cycle
    sequence = event.sequence
    time = event.knownTime
  }

  /// Ends the call: its cycle is over, or another process writes.
  mutating func end() { cycle = -1 }

  /// Goes on with a call that others interrupted.
  mutating func resume(_ call: ScheduleCall) {
    let (isCapped, isBehindCutTask) = (isCappedInHandler, isBehindCutTask)
    self = call
    isCappedInHandler = isCapped
    self.isBehindCutTask = isBehindCutTask
  }
}
