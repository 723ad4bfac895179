/// An unpacker on a thread of its own, a few blocks ahead of the reader.
struct InflateAhead: ~Copyable {
  private let blocks: HandOver<UnpackedBlock>
  private let thread: WorkerThread

  /// Continues the unpacking; nil where there is no thread, and the parcel stays full.
  init?(_ parcel: Parcel<Unpacking>) {
    // One is filled and two wait; another is the caller's.
    let blocks = HandOver(blank: [UnpackedBlock(), UnpackedBlock(), UnpackedBlock()])
    let thread = WorkerThread {
      guard var unpacking = parcel.take() else { return }
      while var block = blocks.takeBlank() {
        block.fill(from: &unpacking)
        let isLast = block.count == 0
        blocks.put(block)
        if isLast { return }
      }
    }
    guard let thread else { return nil }
    self.thread = thread
    self.blocks = blocks
  }

  // Runs before the thread is waited for.
  deinit { blocks.cancel() }

  /// Takes the next block in place of one that was used; none comes behind an empty one.
  func next(_ used: consuming UnpackedBlock) -> UnpackedBlock {
    blocks.giveBack(used)
    return blocks.takeFilled()
  }
}
