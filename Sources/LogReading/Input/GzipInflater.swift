/// Inflates the deflate data of one gzip member or zip file and sums up its checksum.
///
/// Framing (header, trailer, several members) is left to the caller, so that either library can do
/// the work.
struct GzipInflater: ~Copyable {
  enum State { case running, ended, corrupt }

  struct Step {
    var consumed: Int
    var produced: Int
    var state: State
  }

  private enum Work: ~Copyable {
    #if canImport(CISAL)
      case isal(ISALInflater)
    #endif
    case zlib(ZlibInflater)
  }

  private let work: Work
  /// The CRC-32 of the output of the member so far.
  private(set) var checksum: UInt32 = 0
  /// The length of the output of the member so far, modulo 2³² as in its trailer.
  private(set) var length: UInt32 = 0

  /// Nil when there is no memory for it.
  init?(_ library: GzipLibrary = .fastest) {
    switch library {
    #if canImport(CISAL)
      case .isal:
        guard let inflater = ISALInflater() else { return nil }
        work = .isal(inflater)
    #endif
    case .zlib:
      guard let inflater = ZlibInflater() else { return nil }
      work = .zlib(inflater)
    }
  }

  /// Returns the CRC-32 of bytes behind others whose sum is known.
  static func checksum(of bytes: [UInt8], in range: Range<Int>, after sum: UInt32) -> UInt32 {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    // SAFETY: the range lies in the array, as checked above.
    return unsafe bytes.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return sum }
      return unsafe checksum(base + range.lowerBound, UInt32(clamping: range.count), after: sum)
    }
  }

  @unsafe
  private static func checksum(
    _ bytes: UnsafePointer<UInt8>, _ count: UInt32, after sum: UInt32
  ) -> UInt32 {
    #if canImport(CISAL)
      unsafe ISALInflater.checksum(of: bytes, count: count, after: sum)
    #else
      unsafe ZlibInflater.checksum(of: bytes, count: count, after: sum)
    #endif
  }

  /// Begins the next member.
  mutating func reset() {
    switch work {
    #if canImport(CISAL)
      case .isal(let inflater): inflater.reset()
    #endif
    case .zlib(let inflater): inflater.reset()
    }
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
    var step = Step(consumed: 0, produced: 0, state: .running)
    // SAFETY: the counts given to the library are those of the checked ranges; the pointers are not
    // used after this block.
    unsafe input.withUnsafeBufferPointer { source in
      unsafe output.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        let (first, start) = unsafe (from + range.lowerBound, to + room.lowerBound)
        switch work {
        #if canImport(CISAL)
          case .isal(let inflater):
            step = unsafe inflater.inflate(first, given, into: start, space)
        #endif
        case .zlib(let inflater):
          step = unsafe inflater.inflate(first, given, into: start, space)
        }
        let produced = UInt32(clamping: step.produced)
        checksum = unsafe Self.checksum(start, produced, after: checksum)
        length &+= produced
      }
    }
    return step
  }
}
