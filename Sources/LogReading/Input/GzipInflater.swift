internal import CZlib

/// Inflates one gzip member's deflate data and sums up its checksum: the only user of zlib.
///
/// Framing (header, trailer, several members) is not its business, so that another library can
/// stand here.
@safe
struct GzipInflater: ~Copyable {
  enum State { case running, ended, corrupt }

  struct Step {
    var consumed: Int
    var produced: Int
    var state: State
  }

  // zlib keeps the address of the stream, so it must not move with this value.
  private let stream: UnsafeMutablePointer<z_stream>
  /// CRC-32 of what the member yielded so far.
  private(set) var checksum: UInt32 = 0
  /// Length of what the member yielded so far, modulo 2³² as its trailer has it.
  private(set) var length: UInt32 = 0

  /// Nil when there is no memory for it.
  init?() {
    // SAFETY: the shim clears the stream before zlib sees it; freed here or in deinit.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    guard unsafe dnp_inflate_init_raw(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = unsafe stream
  }

  deinit {
    // SAFETY: initialised in init, and not used after.
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// The CRC-32 of bytes behind others whose sum is known.
  static func checksum(of bytes: [UInt8], in range: Range<Int>, after sum: UInt32) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    // SAFETY: the range lies in the array, as checked above.
    return unsafe bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return sum }
      return unsafe UInt32(
        truncatingIfNeeded: crc32(
          UInt(sum), base + range.lowerBound, UInt32(clamping: range.count)))
    }
  }

  /// Begins the next member.
  mutating func reset() {
    // SAFETY: the stream is initialised.
    _ = unsafe inflateReset(stream)
    checksum = 0
    length = 0
  }

  /// Inflates until the input is used up, the output is full, the data ends or is corrupt.
  mutating func inflate(
    _ input: [UInt8], in range: Range<Int>, into output: inout [UInt8], at room: Range<Int>
  ) -> Step {
    precondition(range.lowerBound >= 0 && range.upperBound <= input.count)
    precondition(room.lowerBound >= 0 && room.upperBound <= output.count)
    let given = UInt32(clamping: range.count)
    let space = UInt32(clamping: room.count)
    var status = Z_OK
    var produced: UInt32 = 0
    var unused = given
    // SAFETY: the counts given to zlib are those of the checked ranges; zlib does not write to its
    // input; the pointers are not used after this block.
    unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let start = unsafe to + room.lowerBound
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: from + range.lowerBound)
        unsafe stream.pointee.avail_in = given
        unsafe stream.pointee.next_out = start
        unsafe stream.pointee.avail_out = space
        status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        produced = unsafe space - stream.pointee.avail_out
        checksum = unsafe UInt32(truncatingIfNeeded: crc32(UInt(checksum), start, produced))
        length &+= produced
        unused = unsafe stream.pointee.avail_in
      }
    }
    let state: State =
      switch status {
      case Z_OK, Z_BUF_ERROR: .running
      case Z_STREAM_END: .ended
      default: .corrupt
      }
    return Step(consumed: Int(given - unused), produced: Int(produced), state: state)
  }
}
