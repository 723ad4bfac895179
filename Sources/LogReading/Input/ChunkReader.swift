#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads one input member and lends it in chunks of whole lines.
///
/// It does not look at single lines: a chunk is what one read brought, up to its last newline, and
/// only the line that a read cut is moved. Memory is bounded by the line limit.
///
///     var reader = try ChunkReader(.file("device.log"))
///     var unread = 0
///     while let chunk = try reader.next(keeping: unread) {
///       unread = chunk.bytes.count - scan(chunk.bytes, isWhole: chunk.isWhole)
///     }
///     print(reader.report.storedBytes)
package struct ChunkReader: ~Copyable {
  /// The sizes that bound memory, and the library and threads that do the work.
  package struct Limits: Sendable {
    /// The most that one read asks for; a chunk of that size stays in the second-level cache.
    package var readSize = 256 << 10
    /// The most bytes of a line that are lent, its newline not counted.
    package var lineLength = 1 << 20
    /// How much is held of a compressed file, and of what it unpacks to.
    package var blockSize = StoredBytes.usualSize
    /// The library that inflates.
    package var library = GzipLibrary.fastest
    /// The number of bytes after which other threads read ahead; nil for a single thread.
    package var aheadFrom: Int?
    /// Where the bytes that are read are counted for others.
    package var meter: ReadMeter?
    /// Where the content that is read is told; nil where nobody asks what it is.
    package var content: InputContent?
    package init() {}

    /// The size from which other threads are worth their start; nil where there is one processor.
    package static var usualAheadFrom: Int? { WorkerThread.processors > 1 ? 1 << 20 : nil }
  }

  /// Complete once `next()` has returned nil; only the bytes are counted as they are read.
  package private(set) var report = ReadReport()

  private var source: ByteSource
  private var window: ByteWindow
  private let limits: Limits
  private var hasBegun = false
  /// Whether what comes now is content: the first bytes may be those of a compressed file.
  private var isContent = false
  private var isAtEnd = false
  /// Whether the rest of a cut line is being skipped.
  private var isSkipping = false
  /// The bytes at the start of the pending ones that were lent before and given back unread.
  private var givenBack = 0
  private var shape = LogShape.lines
  private var isWhole = false
  private var isCut = false
  private var givenShape: LogShape?
  /// The damage of the archive around the input that was found in the input.
  private var archiveDamage: ReadReport.Damage?
  /// Whether the archive around the input vouches for none of its bytes.
  private var isArchiveUnsound = false
  /// How many bytes of content were read into the window.
  private var filled: Int64 = 0
  /// The ends of parts in the bytes that were read, until they are taken.
  private var ends: [PartEnd] = []

  private static let newline: UInt8 = 0x0A

  /// Opens a member; its format is known only with the first chunk.
  ///
  /// - Parameter shape: The shape to read it in, where the first bytes are not to decide.
  package init(
    _ member: InputMember, limits: Limits = Limits(), shape: LogShape? = nil,
    stop: StopFlag? = nil
  ) throws(InputError) {
    switch member {
    case .file(let path):
      self.init(try InputFile(opening: path, readSize: limits.readSize, stop: stop), limits: limits)
    case .standardInput:
      self.init(
        try InputFile(
          descriptor: 0, name: InputSet.standardInputName, readSize: limits.readSize,
          head: StandardInput.takeHead(), stop: stop), limits: limits)
    case .archived(let member):
      self.init(try member.open(readSize: limits.readSize, stop: stop), limits: limits)
      report.compression = member.compression
      archiveDamage = member.entry.damage
      isArchiveUnsound = member.entry.isUnsound
    case .missing(let path): throw InputError(path: path, errorNumber: ENOENT)
    }
    givenShape = shape
  }

  /// Reads an open descriptor from where it stands, and leaves it open.
  package init(
    descriptor: Int32, name: String, limits: Limits = Limits(), stop: StopFlag? = nil
  ) throws(InputError) {
    self.init(
      try InputFile(descriptor: descriptor, name: name, readSize: limits.readSize, stop: stop),
      limits: limits)
  }

  private init(_ file: consuming InputFile, limits: Limits) {
    // A small file needs no large block; one more byte than it has lets the end be seen.
    let expected = file.size.map { $0 == 0 ? limits.readSize : $0 &+ 1 } ?? limits.readSize
    window = ByteWindow(capacity: Self.capacity(min(expected, limits.readSize), limits))
    self.limits = limits
    source = ByteSource(file)
  }

  /// A block never holds more than a line of full length and its newline: a full one without a
  /// newline is thus a line too long, whatever the read sizes were.
  private static func capacity(_ wanted: Int, _ limits: Limits) -> Int {
    min(max(wanted, FormatSignature.length), limits.lineLength + 1)
  }

  /// The next whole lines; nil at the end. The last line of all may lack its newline.
  ///
  /// - Parameter unread: How many bytes at the end of the last chunk the next one begins with;
  ///   ignored after a chunk to which nothing could be added.
  @_lifetime(&self)
  package mutating func next(keeping unread: Int = 0) throws(InputError) -> LogChunk? {
    if unread > 0, !isWhole {
      window.restore(unread)
      givenBack = unread
    }
    guard let chunk = try advance() else { return nil }
    let (shape, isWhole, isCut) = (shape, isWhole, isCut)
    return LogChunk(
      window.bytes.span.extracting(chunk), shape: shape, isWhole: isWhole, isCut: isCut)
  }

  /// Gives out the block that holds the last chunk, and goes on in another one: what was not read of
  /// the chunk moves there, and the next chunk begins with it.
  ///
  /// - Parameters:
  ///   - chunk: The length of the last chunk.
  ///   - unread: How many bytes at its end were not read; ignored after a chunk to which nothing
  ///     could be added.
  /// - Returns: where the chunk begins in the block.
  mutating func exchange(_ block: inout [UInt8], chunk: Int, unread: Int) -> Int {
    let start = window.pending.lowerBound - chunk
    if unread > 0, !isWhole {
      window.restore(unread)
      givenBack = unread
    }
    window.exchange(&block)
    return start
  }

  /// Takes the ends of parts up to an index of the last chunk, of that length, counted from its
  /// beginning.
  mutating func takeEnds(ofChunk count: Int, upTo index: Int) -> [PartEnd] {
    if ends.isEmpty { return [] }
    // Collected lines are put in order, so an end counts for the input as a whole.
    if shape.isCollected {
      if ends.contains(where: { $0.kind == .unsound }) { isArchiveUnsound = true }
      ends = []
      return []
    }
    let start = filled - Int64(window.pending.count) - Int64(count)
    let taken = ends.prefix { $0.offset - start <= Int64(index) }
    ends.removeFirst(taken.count)
    return taken.map { PartEnd(offset: max(0, $0.offset - start), kind: $0.kind) }
  }

  /// Drops the ends of parts that the caller did not take.
  private mutating func dropEnds() {
    let start = filled - Int64(window.pending.count)
    ends.removeFirst(ends.prefix { $0.offset <= start }.count)
  }

  private mutating func advance() throws(InputError) -> Range<Int>? {
    if !hasBegun { try begin() }
    if !isAtEnd, !ends.isEmpty { dropEnds() }
    isWhole = false
    let old = givenBack
    givenBack = 0
    var searched = old
    while true {
      if isSkipping { skipRestOfLine() }
      let pending = window.pending
      // A document has no lines of its own: all of it may be one line.
      if shape.isDocument, !isAtEnd, !pending.isEmpty {
        return take(upTo: pending.upperBound)
      }
      let fresh = (pending.lowerBound + searched)..<pending.upperBound
      if let newline = window.bytes.span.lastIndex(of: Self.newline, in: fresh) {
        return take(upTo: newline + 1)
      }
      if isAtEnd { return finish() }
      searched = pending.count
      if window.room.isEmpty || searched == 0 { _ = window.compact() }
      if window.room.isEmpty, old > 0, window.bytes.count > limits.lineLength,
        let newline = window.bytes.span.lastIndex(of: Self.newline, in: window.pending)
      {
        isWhole = true
        return take(upTo: newline + 1)
      }
      if window.room.isEmpty, let cut = makeRoom() { return cut }
      try fill()
    }
  }

  private mutating func take(upTo end: Int) -> Range<Int> {
    let chunk = window.pending.lowerBound..<end
    window.removeFirst(chunk.count)
    return chunk
  }

  /// Enlarges the block, or cuts the line that fills the largest one.
  private mutating func makeRoom() -> Range<Int>? {
    let capacity = window.bytes.count
    if capacity <= limits.lineLength {
      window.grow(to: Self.capacity(capacity * 2, limits))
      return nil
    }
    report.cutLines += 1
    isSkipping = true
    isWhole = true
    // The byte behind the limit gives way to a newline, so that line numbers stay right.
    window.bytes[limits.lineLength] = Self.newline
    return take(upTo: capacity)
  }

  private mutating func skipRestOfLine() {
    let pending = window.pending
    if let newline = window.bytes.span.firstIndex(of: Self.newline, in: pending) {
      window.removeFirst(newline + 1 - pending.lowerBound)
      isSkipping = false
    } else {
      window.removeAll()
    }
  }

  private mutating func finish() -> Range<Int>? {
    let state = source.state
    // Content that a stop cuts off is not damaged.
    let damage = state.fileDamage ?? archiveDamage ?? state.gzipDamage
    report.damage = state.isStopped ? nil : damage
    report.isSound = !isArchiveUnsound && state.fileDamage?.doubtsContent != true
    report.isLastPartSound = !ends.contains { $0.kind == .unsound }
    let losesContent = state.isStopped || report.damage?.losesContent == true
    isCut = losesContent && window.pendingBytes.lacksNewline
    report.endsWithoutNewline =
      report.endsWithoutNewline || isSkipping || window.pendingBytes.lacksNewline
    isWhole = true
    return window.pending.isEmpty ? nil : take(upTo: window.pending.upperBound)
  }

  // MARK: Bytes

  private mutating func fill() throws(InputError) {
    let room = window.room
    let got = try source.read(into: &window.bytes, at: room)
    window.append(got)
    filled += Int64(got)
    if isContent {
      limits.content?.add(window.bytes.span.extracting(room.lowerBound..<(room.lowerBound + got)))
    }
    ends += source.takeEnds()
    let position = source.state.position
    limits.meter?.add(position - report.storedBytes)
    report.storedBytes = position
    isAtEnd = got == 0
  }

  /// Fills until a decision about the format can be made, as far as there are bytes.
  private mutating func fillHead() throws(InputError) {
    let wanted = min(FormatSignature.length, window.bytes.count)
    while window.pending.count < wanted && !isAtEnd { try fill() }
  }

  /// Recognises compression and content that is not text, and skips a byte-order mark.
  private mutating func begin() throws(InputError) {
    hasBegun = true
    try fillHead()
    // Two bytes are enough where a file was cut behind them.
    if window.pending.count >= 2, GzipHeader.mayBegin(window.pendingBytes) {
      report.compression = report.compression.withGzip
      var head = ByteWindow(capacity: Self.capacity(limits.readSize, limits))
      swap(&head, &window)
      if !source.unpack(head, limits: limits) { throw .outOfMemory(path: source.path) }
      isAtEnd = false
      filled = 0
      try fillHead()
    }
    let refusal =
      source.isArchived
      ? FormatSignature.refusal(ofMember: window.pendingBytes, path: source.path)
      : FormatSignature.refusal(
        of: window.pendingBytes, path: source.path, compression: report.compression)
    if let refusal {
      if source.isArchived, let damage = try damageToTheEnd() {
        throw InputError(
          path: source.path,
          message: "is damaged at byte \(damage.offset): what it was is not known",
          advice: "fetch the archive again")
      }
      throw refusal
    }
    limits.content?.add(window.pendingBytes)
    isContent = true
    if window.pendingBytes.matches(Self.byteOrderMark.span, at: 0) {
      window.removeFirst(Self.byteOrderMark.count)
    }
    report.hasContent = !window.pending.isEmpty
    let begun = givenShape ?? LogShape(head: window.pendingBytes)
    shape = begun
  }

  /// Reads a file in an archive to its end, and returns damage that puts its content in doubt.
  private mutating func damageToTheEnd() throws(InputError) -> ReadReport.Damage? {
    if !isArchiveUnsound {
      while !isAtEnd {
        window.removeAll()
        try fill()
      }
    }
    let damage = source.state.fileDamage ?? archiveDamage
    return isArchiveUnsound || damage?.doubtsContent == true ? damage : nil
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension Span where Element == UInt8 {
  /// Whether there is a last line without a newline.
  fileprivate var lacksNewline: Bool { count > 0 && self[count - 1] != 0x0A }
}
