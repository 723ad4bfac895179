/// Unpacks a gzip file of any number of members, and carries on behind damage where it can.
///
/// Damage never ends the reading with an error: it is recorded, and what can be decoded comes.
struct GzipStream: ~Copyable {
  private enum Phase {
    /// At the beginning of a member.
    case header
    case body
    case trailer
    /// Behind a member: padding, another member, garbage, or the end.
    case padding
    /// Behind damage or at garbage, looking for a member.
    case search(Reason)
    /// Nothing more is decoded; what is left of the file is only counted.
    case drain
    case finished
  }

  /// Why a member is looked for; what is not recorded yet depends on whether there is one.
  private enum Reason {
    case corruption
    case garbage(at: Int64)
    case truncation(at: Int64)
  }

  /// The worst damage so far.
  private(set) var damage: ReadReport.Damage?

  private var phase = Phase.header
  private var stored: ByteWindow
  /// The offset in the file of the window's first byte.
  private var base: Int64 = 0
  private var isAtEnd = false
  private var inflater: GzipInflater
  /// Where the deflate data of the current member begin.
  private var bodyStart: Int64 = 0
  private var isLastMemberSound = true
  /// Something was lost before the next byte, so that it begins a line.
  private var owesLineBreak = false
  private var lastByte = Limits.newline
  private var searchesLeft = Limits.searches

  private enum Limits {
    static let newline: UInt8 = 0x0A
    static let window = 256 << 10
    /// Codes misread behind lost bytes may run over the next member's header: that far it is
    /// looked for in what was already taken.
    static let history = 32 << 10
    /// A longer header is no header; the window has room for it beside the history.
    static let header = 128 << 10
    /// A candidate member must inflate to that many bytes, or as far as so many stored ones go.
    static let trialOutput = 512
    static let trialInput = 4 << 10
    /// Chance makes one false candidate in 16 MiB; a file made of them must not keep us busy.
    static let searches = 1000
  }

  /// Begins with the bytes that were read to recognise the format; nil when memory lacks.
  init?(head: consuming ByteWindow) {
    guard let inflater = GzipInflater() else { return nil }
    self.inflater = inflater
    head.grow(to: Limits.window)
    stored = head
  }

  /// Unpacks into a part of a buffer and returns how much came; 0 at the end.
  mutating func read(
    from file: inout InputFile, into output: inout [UInt8], at room: Range<Int>
  ) throws(InputError) -> Int {
    if room.isEmpty { return 0 }
    while true {
      switch phase {
      case .header: try readHeader(from: &file)
      case .body:
        let produced = try readBody(from: &file, into: &output, at: room)
        if produced > 0 { return produced }
      case .trailer: try readTrailer(from: &file)
      case .padding: try readPadding(from: &file)
      case .search(let reason): try search(from: &file, for: reason)
      case .drain:
        stored.removeAll()
        if try !readMore(from: &file) { phase = .finished }
      case .finished: return 0
      }
    }
  }

  // MARK: Members

  private mutating func readHeader(from file: inout InputFile) throws(InputError) {
    switch GzipHeader.parse(stored.pendingBytes) {
    case .complete(let length):
      stored.removeFirst(length)
      bodyStart = position
      inflater.reset()
      phase = .body
    case .incomplete where stored.pending.count < Limits.header:
      if try !readMore(from: &file) { endTruncated() }
    case .incomplete, .invalid:
      let damagedAt = position
      stored.removeFirst(1)
      bodyStart = position
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
        return 1
      }
    }
    let step = inflater.inflate(stored.bytes, in: stored.pending, into: &output, at: room)
    stored.removeFirst(step.consumed)
    if step.produced > 0 { lastByte = output[room.lowerBound + step.produced - 1] }
    switch step.state {
    case .running:
      if step.produced == 0, try !readMore(from: &file) { searchTruncated() }
    case .ended: phase = .trailer
    case .corrupt: startSearch(damagedAt: position)
    }
    return step.produced
  }

  private mutating func readTrailer(from file: inout InputFile) throws(InputError) {
    guard try ensure(GzipHeader.trailerLength, from: &file) else { return searchTruncated() }
    let isSum = GzipHeader.number(stored.pendingBytes, at: 0) == inflater.checksum
    let isLength = GzipHeader.number(stored.pendingBytes, at: 4) == inflater.length
    isLastMemberSound = isSum && isLength
    if !isLastMemberSound {
      // One of the two that fits vouches for the content; without any, something else came out of
      // broken codes than went in.
      record(isSum || isLength ? .checksum : .corrupt, at: position)
      // Its last byte may be a wrong one: the next member's first line must not join it.
      owesLineBreak = true
    }
    stored.removeFirst(GzipHeader.trailerLength)
    phase = .padding
  }

  /// Zeros fill up blocks on tape and disk; anything else but a member is garbage.
  private mutating func readPadding(from file: inout InputFile) throws(InputError) {
    stored.removeFirst(leadingZeros)
    if stored.pending.isEmpty {
      if try !readMore(from: &file) { phase = .finished }
      return
    }
    let isWhole = try ensure(GzipHeader.magic.count, from: &file)
    if !GzipHeader.mayBegin(stored.pendingBytes) {
      let garbageAt = position
      // The trailer of a bad member may have been taken from the middle of the next one.
      if !isLastMemberSound { stored.restore(rewindLength) }
      phase = .search(.garbage(at: garbageAt))
    } else if isWhole {
      phase = .header
    } else {
      endTruncated()
    }
  }

  private var leadingZeros: Int {
    let bytes = stored.pendingBytes
    var zeros = 0
    while zeros < bytes.count, bytes[zeros] == 0 { zeros += 1 }
    return zeros
  }

  // MARK: Damage

  private mutating func record(_ kind: ReadReport.Damage.Kind, at offset: Int64) {
    let new = ReadReport.Damage(kind: kind, offset: offset)
    if let old = damage, old.kind.weight >= kind.weight { return }
    damage = new
  }

  private mutating func endTruncated() {
    record(.truncated, at: position + Int64(stored.pending.count))
    phase = .finished
  }

  private mutating func startSearch(damagedAt offset: Int64) {
    record(.corrupt, at: offset)
    stored.restore(rewindLength)
    phase = .search(.corruption)
  }

  /// The end came in the middle of a member: of this one, or of one whose codes were misread
  /// because the one before it had lost its end.
  private mutating func searchTruncated() {
    let end = position + Int64(stored.pending.count)
    stored.restore(rewindLength)
    phase = .search(.truncation(at: end))
  }

  /// How far back a search may begin: never at the current member itself, so that it ends.
  private var rewindLength: Int {
    min(Limits.history, Int(clamping: position - bodyStart))
  }

  /// Looks for the next member that inflates.
  private mutating func search(
    from file: inout InputFile, for reason: Reason
  ) throws(InputError) {
    while searchesLeft > 0 {
      guard try skipToMagic(from: &file) else { break }
      searchesLeft -= 1
      _ = try ensure(Limits.trialInput, from: &file)
      if isCandidateGood() {
        switch reason {
        case .corruption: break
        // Garbage between members was content once.
        case .garbage(let offset): record(.corrupt, at: offset)
        case .truncation: record(.corrupt, at: position)
        }
        owesLineBreak = true
        phase = .header
        return
      }
      stored.removeFirst(1)
    }
    switch reason {
    case .corruption: break
    case .garbage(let offset): record(.trailingGarbage, at: offset)
    case .truncation(let offset): record(.truncated, at: offset)
    }
    phase = .drain
  }

  /// Skips to what may begin a member; false at the end of the file.
  private mutating func skipToMagic(from file: inout InputFile) throws(InputError) -> Bool {
    while true {
      guard try ensure(GzipHeader.magic.count, from: &file) else { return false }
      stored.removeFirst(bytesBeforeMagic)
      // A magic number cut by the end of the window is looked at again with more bytes.
      if stored.pending.count >= GzipHeader.magic.count { return true }
    }
  }

  /// How many pending bytes stand before the first that may begin a member.
  private var bytesBeforeMagic: Int {
    let bytes = stored.pendingBytes
    var index = 0
    while let found = bytes.firstIndex(of: GzipHeader.magic[0], in: index..<bytes.count) {
      if GzipHeader.mayBegin(bytes.extracting(droppingFirst: found)) { return found }
      index = found + 1
    }
    return bytes.count
  }

  /// Tries the pending bytes as a member, without giving anything out.
  private mutating func isCandidateGood() -> Bool {
    let count = min(stored.pending.count, Limits.trialInput)
    switch GzipHeader.parse(stored.pendingBytes.extracting(first: count)) {
    case .invalid: return false
    case .incomplete: return !isAtEnd
    case .complete(let length):
      inflater.reset()
      let start = stored.pending.lowerBound
      var output = [UInt8](repeating: 0, count: Limits.trialOutput)
      let step = inflater.inflate(
        stored.bytes, in: (start + length)..<(start + count), into: &output, at: output.indices)
      return step.state != .corrupt
    }
  }

  // MARK: Stored bytes

  /// The offset in the file of the next stored byte.
  private var position: Int64 { base + Int64(stored.pending.lowerBound) }

  /// Reads until that many bytes are pending; false when the file ends before.
  private mutating func ensure(
    _ count: Int, from file: inout InputFile
  ) throws(InputError) -> Bool {
    while stored.pending.count < count {
      if try !readMore(from: &file) { return false }
    }
    return true
  }

  private mutating func readMore(from file: inout InputFile) throws(InputError) -> Bool {
    if isAtEnd { return false }
    if stored.room.isEmpty { base += Int64(stored.compact(keeping: Limits.history)) }
    let room = stored.room
    let got = try file.read(into: &stored.bytes, at: room)
    stored.append(got)
    isAtEnd = got == 0
    return got > 0
  }
}

extension ReadReport.Damage.Kind {
  /// Lost content outweighs content in doubt.
  fileprivate var weight: Int {
    switch self {
    case .trailingGarbage: 0
    case .checksum: 1
    case .corrupt, .truncated: 2
    }
  }
}
