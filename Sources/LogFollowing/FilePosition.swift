internal import LogReading

/// A place in a file, with what shows later that it is the same file.
package struct FilePosition: Sendable, Equatable {
  /// How many of the bytes before the place are known by their digest.
  static let tailLength = 4096

  package var device: UInt64
  package var file: UInt64
  package var offset: Int64
  /// The bytes before the place that the digest is of, and the digest.
  package var tailCount: Int
  package var tailDigest: [UInt8]
  /// When it was noted, in nanoseconds since 1970; of one where nothing was read it tells what came later.
  package var since: Int64?

  package init(device: UInt64, file: UInt64, offset: Int64, tailCount: Int, tailDigest: [UInt8]) {
    self.device = device
    self.file = file
    self.offset = offset
    self.tailCount = tailCount
    self.tailDigest = tailDigest
  }

  init(_ identity: FileIdentity, offset: Int64, tail: [UInt8]) {
    self.init(
      device: identity.device, file: identity.file, offset: offset, tailCount: tail.count,
      tailDigest: ContentDigest.of(tail.span))
  }

  var identity: FileIdentity { FileIdentity(device: device, file: file) }

  /// Whether a file holds the bytes that were read before this place; one of which nothing was read is
  /// known by its identity alone.
  func fits(_ file: FollowedFile) -> Bool {
    guard tailCount > 0 else { return offset == 0 && file.identity == identity }
    guard tailCount <= Self.tailLength, Int64(tailCount) <= offset,
      let tail = file.bytes(at: offset - Int64(tailCount), count: tailCount)
    else { return false }
    return ContentDigest.of(tail.span) == tailDigest
  }
}

/// What tells one file from all others of a system while it is there.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let file: UInt64
}
