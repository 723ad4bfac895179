/// A gzip member that was inflated whole before its turn.
struct EarlyMember: Sendable {
  /// The offset in the file at which the member before it begins.
  var previous: Int64 = 0
  /// The member's bytes in the file; empty where none was found that fits and is sound.
  var place: Range<Int64> = 0..<0
  /// The inflated content, valid in its first `count` bytes.
  var bytes: [UInt8] = []
  var count = 0

  /// The longest content inflated early; two members of this size may be held at once.
  static let lengthLimit = 6 << 20
}

/// Inflates the member behind the one that is being unpacked, on a thread of its own.
///
/// This guesses: where the next member begins is known only at the end of the one before it. The
/// inflated content counts if it begins exactly there and is sound; else the member is inflated
/// again in its turn, and its damage is recorded then.
struct MembersAhead: ~Copyable {
  private let members: HandOver<EarlyMember>
  private let thread: WorkerThread
  /// The start of the member whose next one was asked for.
  private var previous: Int64?
  /// The wrong guesses since the last right one.
  private var failures = 0
  private static let failureLimit = 3

  /// Nil where there is no thread.
  init?(_ search: consuming MemberSearch) {
    let members = HandOver<EarlyMember>(blank: [])
    let parcel = Parcel(search)
    let thread = WorkerThread {
      guard var search = parcel.take() else { return }
      while var member = members.takeBlank() {
        search.find(&member)
        members.put(consume member)
      }
    }
    guard let thread else { return nil }
    self.thread = thread
    self.members = members
    previous = nil
  }

  // Runs before the thread is waited for.
  deinit { members.cancel() }

  /// Asks for the member behind the one that begins at a place, unless one is asked for already.
  ///
  /// - Parameter used: An inflated member whose memory can be used again.
  mutating func ask(behind place: Int64, reusing used: consuming EarlyMember) {
    guard previous == nil, failures < Self.failureLimit else { return }
    var member = consume used
    member.previous = place
    previous = place
    members.giveBack(consume member)
  }

  /// Waits for the member at a place; nil if it was not asked for or another was found.
  mutating func take(at place: Int64) -> EarlyMember? {
    // The request was for the member behind the one that begins here.
    guard let previous, previous != place else { return nil }
    self.previous = nil
    let member = members.takeFilled()
    let fits = member.place.lowerBound == place && !member.place.isEmpty
    failures = fits ? 0 : failures + 1
    return fits ? member : nil
  }
}
