/// The chunks of an input member with their events, read by the caller's thread or ahead of it.
///
/// A long input goes to a thread of its own, which reads and scans a chunk or two ahead while the
/// caller judges the last one. The chunks are the same, since one thread at a time reads, in order.
///
///     var stream = try ChunkStream(member, scanner, limits: limits, shape: nil, stop: StopFlag())
///     var chunk = ScannedChunk()
///     while try stream.next(into: &chunk) { judge(chunk.batch, chunk.bytes) }
///     print(stream.ending.tally.lines)
package struct ChunkStream: ~Copyable {
  private var here: ChunkScanner?
  private var ahead: ScanAhead?
  /// The number of bytes until a thread reads ahead; nil for never.
  private var bytesUntilAhead: Int?
  private var endingAhead: InputEnding?
  private let stop: StopFlag

  /// Opens a member.
  ///
  /// - Parameters:
  ///   - scanner: A scanner that has read nothing yet.
  ///   - shape: The way to read the member, where its first bytes are not to decide.
  ///   - stop: A flag that ends the reading; also set where this value ends before its thread does.
  package init(
    _ member: InputMember, _ scanner: EventScanner, limits: ChunkReader.Limits, shape: LogShape?,
    stop: StopFlag
  ) throws(InputError) {
    let reader = try ChunkReader(member, limits: limits, shape: shape, stop: stop)
    here = ChunkScanner(reader, scanner, stop: stop)
    bytesUntilAhead = limits.aheadFrom
    self.stop = stop
  }

  // A thread that waits for a pipe ends with the stop; it is waited for after this. Without a
  // thread nothing waits, and an archive may go on with a file that this has opened.
  deinit {
    if ahead != nil { stop.request() }
  }

  /// The facts about the input; complete once `next` has returned false.
  package var ending: InputEnding? {
    switch here {
    case .some(let scanner): scanner.ending
    case .none: endingAhead
    }
  }

  /// Takes the next chunk in exchange for a used one; false at the end.
  ///
  /// After a stop, chunks that were read already still come.
  package mutating func next(into chunk: inout ScannedChunk) throws(InputError) -> Bool {
    if let left = bytesUntilAhead, left <= 0 { goAhead() }
    if ahead != nil { return try nextAhead(into: &chunk) }
    let comes = try here?.next(into: &chunk) ?? false
    if let left = bytesUntilAhead { bytesUntilAhead = left - chunk.bytes.count }
    return comes
  }

  private mutating func nextAhead(into chunk: inout ScannedChunk) throws(InputError) -> Bool {
    do throws(InputError) {
      if let comes = try ahead?.next(into: &chunk), comes { return true }
    } catch {
      ahead = nil
      throw error
    }
    endingAhead = ahead?.ending
    ahead = nil
    return false
  }

  private mutating func goAhead() {
    bytesUntilAhead = nil
    guard let scanner = here.take() else { return }
    let parcel = Parcel(scanner)
    ahead = ScanAhead(parcel)
    if ahead == nil { here = parcel.take() }
  }
}

/// A thread that reads and scans a chunk or two ahead of the caller.
private struct ScanAhead: ~Copyable {
  private struct Item: Sendable {
    var chunk = ScannedChunk()
    var ending: InputEnding?
    var failure: InputError?

    var isLast: Bool { ending != nil || failure != nil }
  }

  private let items: HandOver<Item>
  private let thread: WorkerThread
  private(set) var ending: InputEnding?

  /// Continues from the scanner's state; nil where there is no thread, and the parcel stays full.
  init?(_ parcel: Parcel<ChunkScanner>) {
    // One is filled and one waits; the third is the caller's.
    let items = HandOver(blank: [Item(), Item()])
    let thread = WorkerThread {
      guard var scanner = parcel.take() else { return }
      while var item = items.takeBlank() {
        do throws(InputError) {
          if try !scanner.next(into: &item.chunk) { item.ending = scanner.ending }
        } catch {
          item.failure = error
        }
        let isLast = item.isLast
        items.put(item)
        if isLast { return }
      }
    }
    guard let thread else { return nil }
    self.thread = thread
    self.items = items
    ending = nil
  }

  // Runs before the thread is waited for.
  deinit { items.cancel() }

  mutating func next(into chunk: inout ScannedChunk) throws(InputError) -> Bool {
    if ending != nil { return false }
    var used = Item()
    swap(&used.chunk, &chunk)
    items.giveBack(consume used)
    var item = items.takeFilled()
    swap(&item.chunk, &chunk)
    if let failure = item.failure { throw failure }
    ending = item.ending
    return ending == nil
  }
}
