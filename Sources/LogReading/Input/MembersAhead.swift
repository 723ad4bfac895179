/// A gzip member that was inflated whole before its turn.
struct EarlyMember: Sendable {
  /// Where the member before it begins.
  var previous: Int64 = 0
  /// Where it begins and ends in the file; empty where none was found that fits and is sound.
  var place: Range<Int64> = 0..<0
  /// What it holds, of which `count` bytes mean something.
  var bytes: [UInt8] = []
  var count = 0

  /// Longer members are left to who unpacks; two of this size may be held at once.
  static let lengthLimit = 6 << 20
}

/// Inflates the member behind the one that is being unpacked, on a thread of its own.
///
/// A guess by nature: where the next member begins is known only at the end of the one before it.
/// What was inflated counts if it begins exactly there and is sound; else it is done again in its
/// turn, with all that is to be said about damage.
struct MembersAhead: ~Copyable {
  private let members: HandOver<EarlyMember>
  private let thread: WorkerThread
  /// The member whose next one was asked for.
  private var previous: Int64?
  /// Guesses that came to nothing, since the last that did not.
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

  // Comes before the thread is waited for.
  deinit { members.cancel() }

  /// Asks for the member behind the one that begins at a place, unless one is asked for already.
  ///
  /// - Parameter used: One whose memory can be used again.
  mutating func ask(behind place: Int64, reusing used: consuming EarlyMember) {
    guard previous == nil, failures < Self.failureLimit else { return }
    var member = consume used
    member.previous = place
    previous = place
    members.giveBack(consume member)
  }

  /// The member at a place, if it was asked for and is the one; waits for it.
  mutating func take(at place: Int64) -> EarlyMember? {
    // Asked for is the one behind the member that begins here.
    guard let previous, previous != place else { return nil }
    self.previous = nil
    let member = members.takeFilled()
    let fits = member.place.lowerBound == place && !member.place.isEmpty
    failures = fits ? 0 : failures + 1
    return fits ? member : nil
  }
}
