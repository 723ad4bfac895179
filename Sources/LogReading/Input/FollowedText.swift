/// Puts the bytes of a text that is still being written together to the chunks that a `ChunkReader` lends
/// of a file of the same bytes, however the bytes were cut.
///
/// What comes first is held back until there is as much as the reader's first read would bring: the first
/// chunk decides more than its lines, such as the shape of the text.
package struct FollowedText: Sendable, Codable {
  /// The bytes that were not read yet: lines of a record that goes on, then the line that goes on.
  private var pending: [UInt8] = []
  /// How many of them were lent before.
  private var old = 0
  /// Nothing was lent yet.
  package private(set) var isHeld = true
  private var heldSize: Int
  /// The line that goes on is longer than lines may be; its rest is dropped as it comes.
  private var isTooLong = false
  /// How many bytes came, and how many of them behind the last newline.
  package private(set) var count: Int64 = 0
  private var openCount: Int64 = 0
  private var cutLines = 0
  private var hasContent = false
  private let lineLength: Int

  /// Whether it is one of such limits, as a state has it, in which all goes together.
  package func isSound(_ limits: ChunkReader.Limits) -> Bool {
    let fresh = FollowedText(limits)
    let sizes = fresh.heldSize...(max(fresh.heldSize, lineLength + 1))
    return lineLength == fresh.lineLength && sizes ~= heldSize
      && pending.count <= (isHeld ? heldSize - 1 : lineLength + 1)
      && (!isTooLong || pending.count == lineLength + 1) && !(isHeld && isTooLong)
      && 0...pending.count ~= old && openCount >= 0 && openCount <= count && cutLines >= 0
  }

  private static let newline: UInt8 = 0x0A
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package init(_ limits: ChunkReader.Limits) {
    lineLength = limits.lineLength
    heldSize = min(max(limits.readSize, FormatSignature.length), limits.lineLength + 1)
  }

  /// Takes lines: a chunk of them, and whether nothing can be added to it; returns how much was read.
  package typealias Reading = (_ chunk: Span<UInt8>, _ isWhole: Bool) -> Int

  /// Why the text is none that can be followed, by the bytes that are held back.
  package func refusal(path: String, shape: LogShape?) -> InputError? {
    isHeld ? Self.refusal(of: pending.span, path: path, shape: shape) : nil
  }

  /// Why a text is none that can be followed, by its first bytes.
  package static func refusal(
    of head: Span<UInt8>, path: String, shape: LogShape?
  ) -> InputError? {
    if head.count >= 2, GzipHeader.mayBegin(head) {
      return InputError(
        path: path, message: "is compressed, so it cannot be followed",
        advice: "name the log as it is written", content: .otherForm)
    }
    if let refusal = FormatSignature.refusal(of: head, path: path, compression: .none) {
      return refusal
    }
    guard (shape ?? LogShape(head: head)).isCollected else { return nil }
    return InputError(
      path: path, message: "is an answer of a log service, whose records are put in order first",
      advice: "it cannot be followed; read it as it is by dnplog validate", content: .otherForm)
  }

  /// The shape that the first bytes show; meant for the first chunk.
  package static func shape(of chunk: Span<UInt8>) -> LogShape { LogShape(head: chunk) }

  // MARK: Bytes

  /// Adds bytes, and lends what lines they end.
  package mutating func add(_ bytes: Span<UInt8>, _ read: Reading) {
    var place = 0
    while place < bytes.count {
      if isTooLong {
        let newline = bytes.firstIndex(of: Self.newline, in: place..<bytes.count)
        let end = newline.map { $0 + 1 } ?? bytes.count
        count += Int64(end - place)
        openCount = newline == nil ? openCount + Int64(end - place) : 0
        if newline != nil { cut(read) }
        place = end
        continue
      }
      let end = min(bytes.count, place + (isHeld ? heldSize : lineLength + 1) - pending.count)
      if let newline = bytes.lastIndex(of: Self.newline, in: place..<end) {
        openCount = Int64(end - newline - 1)
      } else {
        openCount += Int64(end - place)
      }
      count += Int64(end - place)
      pending.append(bytes.extracting(place..<end))
      place = end
      if isHeld, pending.count >= heldSize { goOnFromHead() }
      if !isHeld { lendLines(read) }
    }
  }

  /// Ends the wait for the first lines.
  private mutating func goOnFromHead() {
    if pending.span.matches(Self.byteOrderMark.span, at: 0) {
      pending.removeFirst(Self.byteOrderMark.count)
    }
    hasContent = !pending.isEmpty
    let hasLine = pending.span.lastIndex(of: Self.newline, in: 0..<pending.count) != nil
    // A reader enlarges its block until it holds a line.
    if !hasLine, heldSize <= lineLength {
      heldSize = min(2 * heldSize, lineLength + 1)
    } else {
      isHeld = false
    }
  }

  private mutating func lendLines(_ read: Reading) {
    if let newline = pending.span.lastIndex(of: Self.newline, in: old..<pending.count) {
      return lend(upTo: newline + 1, isWhole: false, read)
    }
    guard pending.count > lineLength else { return }
    if old > 0, let newline = pending.span.lastIndex(of: Self.newline, in: 0..<old) {
      lend(upTo: newline + 1, isWhole: true, read)
    } else {
      isTooLong = true
    }
  }

  private mutating func lend(upTo end: Int, isWhole: Bool, _ read: Reading) {
    let used = read(pending.span.extracting(0..<end), isWhole)
    let taken = isWhole ? end : min(used, end)
    pending.removeFirst(taken)
    old = end - taken
  }

  /// Lends a line that is too long up to its limit, once its end has come.
  private mutating func cut(_ read: Reading) {
    isTooLong = false
    cutLines += 1
    // The byte behind the limit gives way to a newline, so that line numbers stay right.
    pending[lineLength] = Self.newline
    lend(upTo: pending.count, isWhole: true, read)
  }

  // MARK: Ends

  /// Forgets the line that goes on.
  package mutating func dropOpenLine() {
    let end = pending.span.lastIndex(of: Self.newline, in: 0..<pending.count).map { $0 + 1 } ?? 0
    pending.removeSubrange(end...)
    count -= openCount
    openCount = 0
    isTooLong = false
  }

  /// Lends what is left, the last line too, and returns what is known of all.
  package mutating func end(_ read: Reading) -> ReadReport {
    if isHeld {
      heldSize = lineLength + 1
      goOnFromHead()
      isHeld = false
    }
    var report = ReadReport()
    report.endsWithoutNewline = isTooLong
    if isTooLong {
      cut(read)
    } else {
      lendLines(read)
      report.endsWithoutNewline = pending.last.map { $0 != Self.newline } ?? false
      if !pending.isEmpty { lend(upTo: pending.count, isWhole: true, read) }
    }
    report.storedBytes = count
    report.cutLines = cutLines
    report.hasContent = hasContent
    return report
  }
}
