/// Unpacks a gzip file of any number of members, and carries on behind damage where it can.
///
/// Damage never ends the reading with an error: it is recorded, and what can be decoded is given.
struct GzipStream: ~Copyable {
  private enum Phase {
    /// At the beginning of a member.
    case header
    case body
    case trailer
    /// Behind a member: padding, another member, garbage, or the end.
    case padding
    /// In the middle of a member that was inflated before its turn.
    case early
    /// Behind damage or at garbage, looking for a member.
    case search(Reason)
    /// At the end of decoding: the rest of the file is only counted.
    case drain
    case finished
  }

  /// The reason to look for a member, with the damage to record once one is found or not.
  private enum Reason {
    case corruption
    case garbage(at: Int64, isText: Bool)
    /// A member cut short, with the length decoded until then; nil where its data are whole.
    case truncation(at: Int64, length: UInt32?)
  }

  /// The worst damage so far.
  private(set) var damage: ReadReport.Damage?

  private var phase = Phase.header
  private var stored: StoredBytes
  private var inflater: GzipInflater
  /// The offset at which the deflate data of the current member begin.
  private var bodyStart: Int64 = 0
  /// How many bytes of the current member were decoded.
  private var decoded: Int64 = 0
  private var isLastMemberSound = true
  /// Whether something was lost before the next byte, which therefore begins a line.
  private var owesLineBreak = false
  private var lastByte = Limits.newline
  private var searchesLeft = Limits.searches
  private let library: GzipLibrary
  /// Whether to inflate the next member on another thread, once a second member begins.
  private var isToGoAhead = false
  private var membersAhead: MembersAhead?
  private var early = EarlyMember()
  /// How much of the early member was given out.
  private var given = 0
  /// How many bytes were given out.
  private var produced: Int64 = 0
  private var ends = PartEnds()

  private enum Limits {
    static let newline: UInt8 = 0x0A
    /// The longest header taken for one; the window has room for it beside the history.
    static let header = 128 << 10
    /// The output to which a candidate must inflate, unless its first `trialInput` bytes give less.
    static let trialOutput = 512
    static let trialInput = 4 << 10
    /// The most searches: chance makes one false candidate in 16 MiB, a hostile file makes many.
    static let searches = 1000
    /// The most bytes that one byte of deflate data can yield.
    static let bestRatio: Int64 = 1032
    /// How far a stated length may be from what was decoded of broken codes.
    static let nearness: UInt32 = 64 << 10
  }

  /// Begins with the bytes that were read to recognise the format; nil when memory lacks.
  init?(
    head: consuming ByteWindow, size: Int = StoredBytes.usualSize, library: GzipLibrary = .fastest
  ) {
    guard let inflater = GzipInflater(library) else { return nil }
    self.inflater = inflater
    self.library = library
    stored = StoredBytes(head, size: size)
  }

  /// Unpacks into a part of a buffer and returns how much came; 0 at the end.
  mutating func read(
    from file: inout InputFile, into output: inout [UInt8], at room: Range<Int>
  ) throws(InputError) -> Int {
    if room.isEmpty { return 0 }
    while true {
      switch phase {
      case .header: if !takeEarlyMember(from: &file) { try readHeader(from: &file) }
      case .body:
        let produced = try readBody(from: &file, into: &output, at: room)
        if produced > 0 { return produced }
      case .trailer: try readTrailer(from: &file)
      case .padding: try readPadding(from: &file)
      case .early:
        let given = giveEarlyMember(into: &output, at: room)
        if given > 0 { return given }
      case .search(let reason): try search(from: &file, for: reason)
      case .drain:
        stored.window.removeAll()
        if try !stored.readMore(from: &file) { phase = .finished }
      case .finished: return 0
      }
    }
  }

  /// Takes the ends of members met since the last call.
  mutating func takeEnds() -> [PartEnd] { ends.take() }

  // MARK: Members

  private mutating func readHeader(from file: inout InputFile) throws(InputError) {
    switch GzipHeader.parse(stored.window.pendingBytes) {
    case .complete(let length):
      askForNext(from: file)
      stored.window.removeFirst(length)
      bodyStart = stored.position
      decoded = 0
      inflater.reset()
      phase = .body
    case .incomplete where stored.window.pending.count < Limits.header:
      if try !stored.readMore(from: &file) { endTruncated() }
    case .incomplete, .invalid:
      let damagedAt = stored.position
      stored.window.removeFirst(1)
      bodyStart = stored.position
      startSearch(damagedAt: damagedAt)
    }
  }

  private mutating func readBody(
    from file: inout InputFile, into output: inout [UInt8], at room: Range<Int>
  ) throws(InputError) -> Int {
    if owesLineBreak {
      owesLineBreak = false
      if lastByte != Limits.newline {
        lastByte = Limits.newline
        output[room.lowerBound] = Limits.newline
        produced += 1
        return 1
      }
    }
    let step = inflater.inflate(
      stored.window.bytes, in: stored.window.pending, into: &output, at: room)
    stored.window.removeFirst(step.consumed)
    count(step.produced, in: output, at: room)
    let rest = (room.lowerBound + step.produced)..<room.upperBound
    var tail = 0
    switch step.state {
    case .running:
      if step.produced == 0, try !stored.readMore(from: &file) {
        tail = giveTail(of: file, into: &output, at: rest)
        searchTruncated()
      }
    case .ended: phase = .trailer
    case .corrupt:
      tail = giveTail(of: file, into: &output, at: rest)
      startSearch(damagedAt: stored.position)
    }
    return step.produced + tail
  }

  /// Counts bytes that were decoded into the beginning of a part of a buffer.
  private mutating func count(_ new: Int, in output: [UInt8], at room: Range<Int>) {
    decoded += Int64(new)
    produced += Int64(new)
    if new > 0 { lastByte = output[room.lowerBound + new - 1] }
  }

  /// Adds what only zlib decodes of a damaged member, as far as there is room, and returns how much.
  private mutating func giveTail(
    of file: borrowing InputFile, into output: inout [UInt8], at room: Range<Int>
  ) -> Int {
    guard library != .zlib, stored.position - bodyStart <= DamagedTail.storedLimit else { return 0 }
    let tail = DamagedTail.bytes(of: file, from: bodyStart, behind: decoded)
    let count = min(tail.count, room.count)
    output.copy(tail, from: 0, count: count, to: room.lowerBound)
    self.count(count, in: output, at: room)
    return count
  }

  private mutating func readTrailer(from file: inout InputFile) throws(InputError) {
    guard try stored.ensure(GzipHeader.trailerLength, from: &file) else {
      return searchCutTrailer()
    }
    let isSum = stored.window.pendingBytes.number32(at: 0) == inflater.checksum
    let isLength = stored.window.pendingBytes.number32(at: 4) == inflater.length
    isLastMemberSound = isSum && isLength
    ends.add(isLastMemberSound ? .sound : .unsound, at: produced)
    if !isLastMemberSound {
      // With neither right, misread codes gave other content; with one right, it may be the other
      // that is wrong, or a byte of a line.
      record(isSum || isLength ? .checksum : .corrupt, at: stored.position)
      // Its last byte may be a wrong one: the next member's first line must not join it.
      owesLineBreak = true
    }
    stored.window.removeFirst(GzipHeader.trailerLength)
    phase = .padding
  }

  /// Zeros fill up blocks on tape and disk; anything else but a member is garbage.
  private mutating func readPadding(from file: inout InputFile) throws(InputError) {
    stored.window.removeFirst(stored.leadingZeros)
    if stored.window.pending.isEmpty {
      if try !stored.readMore(from: &file) { phase = .finished }
      return
    }
    let isWhole = try stored.ensure(GzipHeader.magic.count, from: &file)
    if !GzipHeader.mayBegin(stored.window.pendingBytes) {
      let reason = Reason.garbage(at: stored.position, isText: stored.isText)
      // The trailer of a bad member may have been taken from the middle of the next one.
      if !isLastMemberSound { stored.window.restore(rewindLength) }
      phase = .search(reason)
    } else if isWhole {
      phase = .header
    } else {
      endTruncated()
    }
  }

  // MARK: Members inflated before their turn

  /// Lets another thread inflate members ahead, once there prove to be several.
  mutating func goAhead() { isToGoAhead = true }

  /// Asks for the member behind the one that begins at the current position.
  private mutating func askForNext(from file: borrowing InputFile) {
    if isToGoAhead, stored.position > 0 {
      isToGoAhead = false
      if let twin = file.twin(), let search = MemberSearch(twin, library: library) {
        membersAhead = MembersAhead(search)
      }
    }
    membersAhead?.ask(behind: stored.position, reusing: EarlyMember())
  }

  /// Takes the member that begins at the current position, if it was inflated already.
  private mutating func takeEarlyMember(from file: inout InputFile) -> Bool {
    // Members behind damage are inflated in their turn.
    guard isLastMemberSound, !owesLineBreak,
      var member = membersAhead?.take(at: stored.position)
    else { return false }
    let end = member.place.upperBound
    stored.move(to: end, in: &file)
    swap(&member, &early)
    // The used member is not kept here: the thread that fills it would copy it.
    membersAhead?.ask(behind: end, reusing: consume member)
    given = 0
    phase = .early
    return true
  }

  private mutating func giveEarlyMember(into output: inout [UInt8], at room: Range<Int>) -> Int {
    let count = min(room.count, early.count - given)
    if count > 0 {
      output.copy(early.bytes, from: given, count: count, to: room.lowerBound)
      given += count
      produced += Int64(count)
      lastByte = early.bytes[given - 1]
    }
    if given == early.count {
      ends.add(.sound, at: produced)
      phase = .padding
    }
    return count
  }

  // MARK: Damage

  private mutating func record(_ kind: ReadReport.Damage.Kind, at offset: Int64) {
    let new = ReadReport.Damage(kind: kind, offset: offset)
    if let old = damage, old.kind.weight >= kind.weight { return }
    damage = new
  }

  private mutating func endTruncated() {
    record(.truncated, at: stored.position + Int64(stored.window.pending.count))
    phase = .finished
  }

  private mutating func startSearch(damagedAt offset: Int64) {
    record(.corrupt, at: offset)
    ends.add(.unsound, at: produced)
    stored.window.restore(rewindLength)
    phase = .search(.corruption)
  }

  /// Handles an end in the middle of a member: of this one, or of one whose codes were misread
  /// because the one before it had lost its end.
  private mutating func searchTruncated() { searchTruncated(length: inflater.length) }

  private mutating func searchTruncated(length: UInt32?) {
    let end = stored.end
    stored.window.restore(rewindLength)
    phase = .search(.truncation(at: end, length: length))
  }

  /// Handles an end in a trailer: what is left of it may tell that the data before it were misread.
  private mutating func searchCutTrailer() {
    let hasSum = stored.window.pending.count >= 4
    let isMisread = hasSum && stored.window.pendingBytes.number32(at: 0) != inflater.checksum
    if isMisread {
      startSearch(damagedAt: stored.position)
    } else {
      searchTruncated(length: nil)
    }
  }

  /// How far back a search may begin: never at the current member itself, so that it ends.
  private var rewindLength: Int {
    min(StoredBytes.history, Int(clamping: stored.position - bodyStart))
  }

  /// Looks for the next member that inflates.
  private mutating func search(
    from file: inout InputFile, for reason: Reason
  ) throws(InputError) {
    while searchesLeft > 0 {
      guard try stored.skipToMagic(from: &file) else { break }
      searchesLeft -= 1
      _ = try stored.ensure(Limits.trialInput, from: &file)
      if isCandidateGood() {
        switch reason {
        case .corruption: break
        // Garbage between members was content once.
        case .garbage(let offset, _):
          record(.corrupt, at: offset)
          ends.add(.gap, at: produced)
        case .truncation:
          record(.corrupt, at: stored.position)
          ends.add(.unsound, at: produced)
        }
        owesLineBreak = true
        phase = .header
        return
      }
      stored.window.removeFirst(1)
    }
    switch reason {
    case .corruption: break
    case .garbage(let offset, let isText):
      // A member that has lost its beginning, or whose header is wrong.
      let isMember = !isText && endsLikeMember(from: offset)
      record(isMember ? .corrupt : .trailingGarbage, at: offset)
    case .truncation(let offset, let length):
      // With a trailer it is no archive without its end: codes were misread until nothing was left.
      let isMisread = length.map { endsLikeMember(from: bodyStart, producing: $0) } ?? false
      record(isMisread ? .corrupt : .truncated, at: offset)
      if isMisread { ends.add(.unsound, at: produced) }
    }
    phase = .drain
  }

  /// Whether the file ends with what may be the length of a member whose stored bytes begin at a
  /// place. Four bytes that are no length hardly ever look like one.
  ///
  /// - Parameter length: The bytes decoded of it, where it was inflated.
  private func endsLikeMember(from start: Int64, producing length: UInt32? = nil) -> Bool {
    guard stored.isAtEnd, let stated = stored.lastNumber else { return false }
    let size = stored.end - start
    guard size > Int64(GzipHeader.trailerLength), stated > 0,
      Int64(stated) <= size * Limits.bestRatio, Int64(stated) >= size / 2 - Int64(Limits.nearness)
    else { return false }
    guard let length else { return true }
    let distance = min(stated &- length, length &- stated)
    return distance <= max(Limits.nearness, min(length, Limits.nearness << 7))
  }

  /// Inflates the pending bytes as a member on trial, without giving anything out.
  private mutating func isCandidateGood() -> Bool {
    let count = min(stored.window.pending.count, Limits.trialInput)
    switch GzipHeader.parse(stored.window.pendingBytes.extracting(first: count)) {
    case .invalid: return false
    case .incomplete: return !stored.isAtEnd
    case .complete(let length):
      inflater.reset()
      let start = stored.window.pending.lowerBound
      var output = [UInt8](repeating: 0, count: Limits.trialOutput)
      let step = inflater.inflate(
        stored.window.bytes, in: (start + length)..<(start + count), into: &output,
        at: output.indices)
      return step.state != .corrupt
    }
  }
}

extension ReadReport.Damage.Kind {
  /// The severity: lost content outweighs content in doubt.
  fileprivate var weight: Int {
    switch self {
    case .trailingGarbage: 0
    case .checksum: 1
    case .corrupt, .truncated: 2
    }
  }
}
