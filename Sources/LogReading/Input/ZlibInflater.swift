internal import CZlib

/// An inflater of raw deflate data by zlib, in this module the only caller of that library.
@safe
struct ZlibInflater: ~Copyable {
  // zlib keeps the address of the stream, so it must not move with this value.
  private let stream: UnsafeMutablePointer<z_stream>

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

  /// Returns the CRC-32 of bytes behind others whose sum is known.
  @unsafe
  static func checksum(of bytes: UnsafePointer<UInt8>, count: UInt32, after sum: UInt32) -> UInt32 {
    unsafe UInt32(truncatingIfNeeded: crc32(UInt(sum), bytes, count))
  }

  /// Begins the next member.
  func reset() {
    // SAFETY: the stream is initialised.
    _ = unsafe inflateReset(stream)
  }

  /// Inflates between two addresses; the caller guarantees both lengths.
  @unsafe
  func inflate(
    _ input: UnsafePointer<UInt8>, _ given: UInt32, into output: UnsafeMutablePointer<UInt8>,
    _ space: UInt32
  ) -> GzipInflater.Step {
    // SAFETY: zlib stays within the counts and does not write to its input.
    unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input)
    unsafe stream.pointee.avail_in = given
    unsafe stream.pointee.next_out = output
    unsafe stream.pointee.avail_out = space
    let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
    let state: GzipInflater.State =
      switch status {
      case Z_OK, Z_BUF_ERROR: .running
      case Z_STREAM_END: .ended
      default: .corrupt
      }
    return unsafe GzipInflater.Step(
      consumed: Int(given - stream.pointee.avail_in),
      produced: Int(space - stream.pointee.avail_out), state: state)
  }
}
