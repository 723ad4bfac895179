internal import CZlib

/// A writer that compresses a log to gzip as it is written: one member, or many.
///
/// The header is fixed (no name, no time, no system), so the same bytes give the same file.
///
///     guard var gzip = GzipWriter() else { … }
///     gzip.append(writer.take(), to: &stored)
///     gzip.finish(to: &stored)
@safe
package struct GzipWriter: ~Copyable {
  /// The bytes of content after which a member ends with its line; nil for one member.
  private let memberSize: Int?
  // zlib keeps the address of the stream, so it must not move with this value.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isOpen = false
  private var members = 0
  private var checksum: UInt32 = 0
  private var length = 0
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  static let trailerLength = 8

  /// Nil when there is no memory for it.
  package init?(memberSize: Int? = nil) {
    // SAFETY: the shim clears the stream before zlib sees it; freed here or in deinit.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    guard unsafe dnp_deflate_init_raw(stream) == Z_OK else {
      unsafe stream.deallocate()
      return nil
    }
    unsafe self.stream = unsafe stream
    self.memberSize = memberSize.map { max(1, $0) }
  }

  deinit {
    // SAFETY: initialised in init, and not used after.
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses the next bytes of the log.
  package mutating func append(_ bytes: [UInt8], to stored: inout [UInt8]) {
    var start = 0
    while start < bytes.count {
      beginMember(in: &stored)
      let end = memberEnd(in: bytes, from: start)
      deflate(bytes, start..<(end ?? bytes.count), Z_NO_FLUSH, to: &stored)
      length += (end ?? bytes.count) - start
      start = end ?? bytes.count
      if end != nil { endMember(in: &stored) }
    }
  }

  /// Ends the file; one without content has an empty member.
  package mutating func finish(to stored: inout [UInt8]) {
    if members == 0 { beginMember(in: &stored) }
    endMember(in: &stored)
  }

  /// Makes all that was appended decodable from what is stored so far, whatever follows.
  mutating func flush(to stored: inout [UInt8]) {
    beginMember(in: &stored)
    deflate([], 0..<0, Z_FULL_FLUSH, to: &stored)
  }

  /// Whether the last bytes ended a member.
  var isBetweenMembers: Bool { !isOpen }

  // MARK: Members

  private mutating func beginMember(in stored: inout [UInt8]) {
    if isOpen { return }
    // SAFETY: the stream is initialised.
    _ = unsafe deflateReset(stream)
    checksum = 0
    length = 0
    isOpen = true
    members += 1
    stored += Self.header
  }

  private mutating func endMember(in stored: inout [UInt8]) {
    guard isOpen else { return }
    deflate([], 0..<0, Z_FINISH, to: &stored)
    for value in [checksum, UInt32(truncatingIfNeeded: length)] {
      for shift in stride(from: UInt32(0), through: 24, by: 8) {
        stored.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    isOpen = false
  }

  /// Returns the end of the line at which the member is full, if it lies in these bytes.
  private func memberEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard let memberSize else { return nil }
    let full = start + max(0, memberSize - length - 1)
    guard full < bytes.count else { return nil }
    return bytes[full...].firstIndex(of: 0x0A).map { $0 + 1 }
  }

  private mutating func deflate(
    _ bytes: [UInt8], _ range: Range<Int>, _ flush: Int32, to stored: inout [UInt8]
  ) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    // zlib counts in 32 bits.
    var rest = range
    repeat {
      let part = rest.prefix(1 << 30)
      rest = part.upperBound..<range.upperBound
      // SAFETY: the counts given to zlib are those of the checked range and of the buffer; zlib
      // does not write to its input; the pointers are not used after this block.
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe buffer.withUnsafeMutableBufferPointer { target in
          let from = unsafe source.baseAddress.map { unsafe $0 + part.lowerBound }
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: from)
          unsafe stream.pointee.avail_in = UInt32(part.count)
          if let from = unsafe from {
            checksum = unsafe UInt32(
              truncatingIfNeeded: crc32(UInt(checksum), from, UInt32(part.count)))
          }
          var isFull = true
          while isFull {
            unsafe stream.pointee.next_out = target.baseAddress
            unsafe stream.pointee.avail_out = UInt32(target.count)
            _ = unsafe CZlib.deflate(stream, rest.isEmpty ? flush : Z_NO_FLUSH)
            let left = unsafe Int(stream.pointee.avail_out)
            unsafe stored += target[..<(target.count - left)]
            isFull = left == 0
          }
        }
      }
    } while !rest.isEmpty
  }
}
