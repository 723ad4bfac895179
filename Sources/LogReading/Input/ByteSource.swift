/// The bytes of an input as they are to be read, unpacked here or on a thread ahead.
struct ByteSource: ~Copyable {
  /// The name for errors.
  let path: String
  /// Whether the bytes are those of a file in an archive.
  let isArchived: Bool
  /// The size of a regular file when it was opened; nil for any other kind.
  let size: Int?
  private var here: Unpacking?
  private var isUnpacking = false
  private var ahead: InflateAhead?
  /// The number of bytes until a thread unpacks ahead; nil for never.
  private var bytesUntilAhead: Int?
  /// The block unpacked last; nil where the file is read as it is.
  private var block: UnpackedBlock?
  /// How much of the block was read.
  private var used = 0
  private var ends: [PartEnd] = []
  private var blockSize = 0

  init(_ file: consuming InputFile) {
    path = file.path
    isArchived = file.isArchived
    size = file.size
    here = Unpacking(file: file, gzip: nil)
  }

  /// Begins to unpack, starting with the bytes that were read already; false when memory lacks.
  mutating func unpack(_ head: consuming ByteWindow, limits: ChunkReader.Limits) -> Bool {
    guard let gzip = GzipStream(head: head, size: limits.blockSize, library: limits.library) else {
      return false
    }
    blockSize = limits.blockSize
    here?.gzip = consume gzip
    isUnpacking = true
    bytesUntilAhead = limits.aheadFrom
    return true
  }

  var state: UnpackState {
    if let block { return block.state }
    switch here {
    case .some(let unpacking): return unpacking.state
    case .none: return UnpackState()
    }
  }

  /// Reads into a part of a buffer and returns how much came; 0 at the end.
  mutating func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    if !isUnpacking { return try here?.read(into: &bytes, at: room) ?? 0 }
    if room.isEmpty { return 0 }
    if block == nil || used == block?.count { try unpackBlock() }
    guard let block else { return 0 }
    let count = min(room.count, block.count - used)
    bytes.copy(block.bytes, from: used, count: count, to: room.lowerBound)
    used += count
    return count
  }

  /// Takes the ends of parts met since the last call, counted in the bytes given out.
  mutating func takeEnds() -> [PartEnd] {
    defer { ends = [] }
    return ends
  }

  private mutating func unpackBlock() throws(InputError) {
    // An empty block was the end.
    if block != nil, used == 0 { return }
    if let left = bytesUntilAhead, left <= 0 { goAhead() }
    used = 0
    var next = block.take() ?? UnpackedBlock(size: blockSize)
    if ahead != nil {
      block = ahead?.next(consume next)
    } else if var unpacking = here.take() {
      next.fill(from: &unpacking)
      here = consume unpacking
      if let left = bytesUntilAhead { bytesUntilAhead = left - next.count }
      block = consume next
    }
    ends += block?.ends ?? []
    if let failure = block?.failure { throw failure }
  }

  private mutating func goAhead() {
    bytesUntilAhead = nil
    here?.gzip?.goAhead()
    guard let unpacking = here.take() else { return }
    let parcel = Parcel(unpacking)
    ahead = InflateAhead(parcel)
    if ahead == nil { here = parcel.take() }
  }
}
