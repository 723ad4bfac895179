/// The bytes of a damaged gzip member that ISA-L leaves.
///
/// It decodes up to three symbols at once, and gives none of them where the codes of the last one are cut
/// or wrong; zlib gives each.
enum DamagedTail {
  /// The most stored bytes of a member that are inflated once more; more would take too long.
  static let storedLimit: Int64 = 64 << 20
  /// More than this is no matter of some symbols.
  private static let tailLimit = 4 << 10

  /// Returns what zlib decodes of a member behind the bytes that were given of it.
  ///
  /// Empty where the file cannot be read by place, as a pipe.
  ///
  /// - Parameters:
  ///   - start: Where the member's deflate data begin in the file.
  ///   - count: How many bytes were given.
  static func bytes(
    of file: borrowing InputFile, from start: Int64, behind count: Int64
  ) -> [UInt8] {
    guard var twin = file.twin(), var inflater = GzipInflater(.zlib) else { return [] }
    var stored = StoredBytes(ByteWindow(capacity: StoredBytes.usualSize))
    stored.move(to: start, in: &twin)
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var tail: [UInt8] = []
    var decoded: Int64 = 0
    while tail.count < tailLimit, stored.position - start <= storedLimit {
      let step = inflater.inflate(
        stored.window.bytes, in: stored.window.pending, into: &block, at: block.indices)
      stored.window.removeFirst(step.consumed)
      let known = Int(clamping: count - decoded)
      if step.produced > max(0, known) { tail += block[max(0, known)..<step.produced] }
      decoded += Int64(step.produced)
      if step.state != .running { break }
      if step.produced == 0 {
        // What cannot be read again was told when it was read.
        guard let hasMore = try? stored.readMore(from: &twin), hasMore else { break }
      }
    }
    return Array(tail.prefix(tailLimit))
  }
}
