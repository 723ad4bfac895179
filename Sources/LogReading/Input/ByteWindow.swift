#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A reused block of bytes: those read and not yet used, and the room behind them.
struct ByteWindow: ~Copyable {
  /// The whole block; only the pending bytes mean something.
  var bytes: [UInt8]
  private(set) var pending = 0..<0

  init(capacity: Int) {
    bytes = [UInt8](repeating: 0, count: capacity)
  }

  var pendingBytes: Span<UInt8> {
    @_lifetime(borrow self) get { bytes.span.extracting(pending) }
  }

  /// The free bytes behind the pending ones, for the next read.
  var room: Range<Int> { pending.upperBound..<bytes.count }

  /// Counts bytes that were written to the room as pending.
  mutating func append(_ count: Int) {
    pending = pending.lowerBound..<(pending.upperBound + count)
  }

  mutating func removeFirst(_ count: Int) {
    pending = (pending.lowerBound + count)..<pending.upperBound
  }

  mutating func removeAll() {
    pending = 0..<0
  }

  /// Makes used bytes pending again, as far as they are still in the block.
  mutating func restore(_ count: Int) {
    pending = max(0, pending.lowerBound - count)..<pending.upperBound
  }

  /// Moves the pending bytes, and some used ones before them, to the front of the block.
  /// - Returns: by how much they moved.
  mutating func compact(keeping used: Int = 0) -> Int {
    let start = max(0, pending.lowerBound - used)
    let count = pending.upperBound - start
    if start == 0 { return 0 }
    // SAFETY: source and target lie in the block; memmove allows that they overlap.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      if let base = buffer.baseAddress { unsafe memmove(base, base + start, count) }
    }
    pending = (pending.lowerBound - start)..<count
    return start
  }

  /// Gives the block away for another one, into which the pending bytes move.
  mutating func exchange(_ other: inout [UInt8]) {
    if other.count < bytes.count { other = [UInt8](repeating: 0, count: bytes.count) }
    let (start, count) = (pending.lowerBound, pending.count)
    // SAFETY: the pending bytes lie in this block, and the other has room for all of it.
    unsafe other.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        unsafe to.copyMemory(from: from + start, byteCount: count)
      }
    }
    swap(&bytes, &other)
    pending = 0..<count
  }

  mutating func grow(to capacity: Int) {
    if capacity <= bytes.count { return }
    var larger = [UInt8](repeating: 0, count: capacity)
    // SAFETY: the larger block has room for all of the smaller one.
    unsafe larger.withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
    bytes = larger
  }
}
