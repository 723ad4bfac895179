/// A file that is read as it is stored, or unpacked from gzip.
struct Unpacking: ~Copyable {
  var file: InputFile
  var gzip: GzipStream?

  /// Reads or unpacks into a part of a buffer and returns how much came; 0 at the end.
  mutating func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    if let got = try gzip?.read(from: &file, into: &bytes, at: room) { return got }
    return try file.read(into: &bytes, at: room)
  }

  var state: UnpackState {
    var state = UnpackState(
      position: file.position, isStopped: file.isStopped, fileDamage: file.damage)
    switch gzip {
    case .some(let gzip): state.gzipDamage = gzip.damage
    case .none: break
    }
    return state
  }
}

/// The progress in a file, and the damage found in it.
struct UnpackState: Sendable {
  /// How many stored bytes were read.
  var position: Int64 = 0
  /// Whether reading was stopped before the end of the file.
  var isStopped = false
  /// The damage of the file in its archive.
  var fileDamage: ReadReport.Damage?
  var gzipDamage: ReadReport.Damage?
}

/// The bytes from one call of a stream, and the file's state behind them.
///
/// The output for corrupt data may depend on the room that the library is given. So the room is
/// always a whole block, on any thread: the place of damage does not depend on threads.
struct UnpackedBlock: Sendable {
  private(set) var bytes: [UInt8]
  /// How many of the bytes mean something; 0 at the end.
  private(set) var count = 0
  private(set) var state = UnpackState()
  /// The ends of members met on the way.
  private(set) var ends: [PartEnd] = []
  private(set) var failure: InputError?

  init(size: Int = ChunkReader.Limits().blockSize) {
    bytes = [UInt8](repeating: 0, count: size)
  }

  /// Unpacks as much as one call gives.
  mutating func fill(from unpacking: inout Unpacking) {
    count = 0
    do throws(InputError) {
      count = try unpacking.read(into: &bytes, at: bytes.indices)
    } catch {
      failure = error
    }
    state = unpacking.state
    ends = unpacking.gzip?.takeEnds() ?? []
  }
}

extension [UInt8] {
  /// Copies bytes of another array over some of this one.
  mutating func copy(_ other: [UInt8], from start: Int, count: Int, to place: Int) {
    precondition(start >= 0 && count >= 0 && count <= other.count - start)
    precondition(place >= 0 && count <= self.count - place)
    // SAFETY: both ranges were checked just now, and the arrays are two.
    unsafe withUnsafeMutableBytes { target in
      unsafe other.withUnsafeBytes { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        unsafe (to + place).copyMemory(from: from + start, byteCount: count)
      }
    }
  }
}
