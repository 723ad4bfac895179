#if canImport(CISAL)
  internal import CISAL

  /// An inflater of raw deflate data by ISA-L, the only caller of that library.
  @safe
  struct ISALInflater: ~Copyable {
    /// The library's state, whose layout only the shim knows.
    private let state: UnsafeMutableRawPointer

    /// Nil when there is no memory for it.
    init?() {
      // SAFETY: the shim gives a state that is ready, or null; freed in deinit.
      guard let state = unsafe dnp_isal_create() else { return nil }
      unsafe self.state = unsafe state
    }

    deinit {
      // SAFETY: made in init, and not used after.
      unsafe free(state)
    }

    /// Returns the CRC-32 of bytes behind others whose sum is known.
    @unsafe
    static func checksum(of bytes: UnsafePointer<UInt8>, count: UInt32, after sum: UInt32) -> UInt32
    {
      unsafe crc32_gzip_refl(sum, bytes, UInt64(count))
    }

    /// Begins the next member.
    func reset() {
      // SAFETY: the state is ready.
      unsafe dnp_isal_reset(state)
    }

    /// Inflates between two addresses; the caller guarantees both lengths.
    @unsafe
    func inflate(
      _ input: UnsafePointer<UInt8>, _ given: UInt32, into output: UnsafeMutablePointer<UInt8>,
      _ space: UInt32
    ) -> GzipInflater.Step {
      var consumed = given
      var produced = space
      // SAFETY: the shim hands both counts to the library, which stays within them and does not
      // write to its input.
      let status = unsafe dnp_isal_inflate(state, input, &consumed, output, &produced)
      return GzipInflater.Step(
        consumed: Int(consumed), produced: Int(produced),
        state: status < 0 ? .corrupt : status > 0 ? .ended : .running)
    }
  }
#endif
