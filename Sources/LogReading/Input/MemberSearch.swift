/// A search for members of a gzip file that another reader unpacks too; it inflates them.
struct MemberSearch: ~Copyable {
  private var file: InputFile
  private var stored: StoredBytes
  private var inflater: GzipInflater

  private static let headerLimit = 4 << 10

  /// Nil when memory lacks.
  init?(_ file: consuming InputFile, library: GzipLibrary) {
    guard let inflater = GzipInflater(library) else { return nil }
    self.inflater = inflater
    self.file = file
    stored = StoredBytes(ByteWindow(capacity: StoredBytes.usualSize))
  }

  /// Finds the member behind another one and inflates it.
  mutating func find(_ member: inout EarlyMember) {
    member.place = 0..<0
    member.makeRoom()
    do throws(InputError) {
      try search(for: &member)
    } catch {
      // The unpacking reader meets the same error, and reports it.
      member.place = 0..<0
    }
  }

  private mutating func search(for member: inout EarlyMember) throws(InputError) {
    stored.move(to: member.previous + 1, in: &file)
    let limit = member.previous + Int64(EarlyMember.lengthLimit)
    // False candidates may run long, and another may begin in each of their bytes.
    var vain: Int64 = 0
    while stored.position < limit, vain < EarlyMember.lengthLimit,
      try stored.skipToMagic(from: &file)
    {
      let start = stored.position
      if let end = try inflate(into: &member) {
        member.place = start..<end
        return
      }
      // A member that is too long is of no use; after a false one, the search goes on a byte later.
      if member.count >= EarlyMember.lengthLimit { return }
      vain += Int64(member.count) + (stored.position - start)
      stored.move(to: start + 1, in: &file)
    }
  }

  /// Inflates the candidate and returns where it ends; nil if it is not a sound member.
  private mutating func inflate(into member: inout EarlyMember) throws(InputError) -> Int64? {
    member.count = 0
    var length: Int?
    while length == nil {
      switch GzipHeader.parse(stored.window.pendingBytes) {
      case .complete(let found): length = found
      case .incomplete where stored.window.pending.count < Self.headerLimit:
        guard try stored.readMore(from: &file) else { return nil }
      case .incomplete, .invalid: return nil
      }
    }
    stored.window.removeFirst(length ?? 0)
    inflater.reset()
    while true {
      // The member is too long.
      if member.count == member.bytes.count { return nil }
      let room = member.count..<member.bytes.count
      let step = inflater.inflate(
        stored.window.bytes, in: stored.window.pending, into: &member.bytes, at: room)
      stored.window.removeFirst(step.consumed)
      member.count += step.produced
      switch step.state {
      case .running:
        if step.produced == 0, try !stored.readMore(from: &file) { return nil }
      case .ended:
        guard try stored.ensure(GzipHeader.trailerLength, from: &file),
          stored.window.pendingBytes.number32(at: 0) == inflater.checksum,
          stored.window.pendingBytes.number32(at: 4) == inflater.length
        else { return nil }
        stored.window.removeFirst(GzipHeader.trailerLength)
        return stored.position
      case .corrupt: return nil
      }
    }
  }
}

extension EarlyMember {
  /// Makes room for as much as a member may hold.
  ///
  /// Never cleared: a page that no member reaches costs nothing. Unsafe since nothing is written
  /// here; only the first `count` bytes are ever read, and those were inflated.
  fileprivate mutating func makeRoom() {
    if bytes.count == Self.lengthLimit { return }
    bytes = unsafe Array(unsafeUninitializedCapacity: Self.lengthLimit) { $1 = Self.lengthLimit }
  }
}
