/// Bytes of an input with the events found in them, on their way from reading to judging.
///
/// It borrows nothing, so that it can be filled by one thread and taken by another.
package struct ScannedChunk: Sendable {
  private var block: [UInt8] = []
  private var range = 0..<0
  package private(set) var batch = EventBatch()
  /// Whether it begins the input.
  package private(set) var isFirst = false
  /// Whether its lines were put in order first, with others of a part of the input.
  package private(set) var isOfPart = false
  /// The ends of parts of the input in its bytes; the bytes behind the last belong to another part.
  package private(set) var ends: [PartEnd] = []
  /// Whether the block is shared by all lines that were put in order.
  private var isShared = false

  package init() {}

  /// The bytes that the events refer to.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self) get { block.span.extracting(range) }
  }

  /// The index of the first event, from a start on, whose line reaches beyond an offset; the number
  /// of events where none does.
  package func firstEvent(from start: Int, beyond offset: Int64) -> Int {
    batch.events[start...].firstIndex { Int64($0.textStart) + Int64($0.textLength) > offset }
      ?? batch.events.count
  }

  /// Empties it and keeps its memory, unless that is shared.
  mutating func removeAll() {
    batch.removeAll()
    range = 0..<0
    isFirst = false
    isOfPart = false
    ends = []
    if isShared { block = [] }
    isShared = false
  }

  /// Finds the events of the next chunk and takes its bytes over; false at the end.
  mutating func fill(
    from reader: inout ChunkReader, with scan: inout InputScan
  ) throws(InputError) -> Bool {
    var (count, end, used) = (0, 0, 0)
    if let lent = try reader.next() {
      isFirst = !scan.hasBegun
      count = lent.bytes.count
      // A cut line is left out, so that its last value does not count as whole.
      end =
        lent.isCut && !lent.shape.isDocument
        ? (lent.bytes.lastIndex(of: 0x0A, in: 0..<count) ?? -1) + 1 : count
      used = scan.read(
        lent.bytes.extracting(0..<end), shape: lent.shape, isWhole: lent.isWhole, into: &batch)
    } else {
      return false
    }
    ends = reader.takeEnds(ofChunk: count, upTo: used)
    for end in ends where end.kind == .gap { batch.markCut(before: end.offset) }
    let start = reader.exchange(&block, chunk: count, unread: count - used)
    range = start..<(start + end)
    return true
  }

  /// Finds the events of the next ordered lines; false behind the last.
  mutating func fillOrdered(with scan: inout InputScan, isOfPart: Bool) -> Bool {
    guard let bytes = scan.readOrdered(into: &batch) else { return false }
    block = bytes
    range = bytes.indices
    isShared = true
    self.isOfPart = isOfPart
    return true
  }
}

extension EventBatch {
  /// Marks the events of a line that ends at a gap: the rest of it may be lost.
  fileprivate mutating func markCut(before gap: Int64) {
    for index in events.indices
    where Int64(events[index].textStart) + Int64(events[index].textLength) == gap {
      events[index].isCut = true
    }
  }
}
