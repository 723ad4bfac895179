internal import CZlib

/// Compresses bytes to one gzip member.
/// - Parameters:
///   - level: 0 stores them, so that tests know where each byte stands.
///   - isFixed: Whether to use the codes that every decoder knows.
package func gzip(_ bytes: [UInt8], level: Int32 = 6, isFixed: Bool = false) -> [UInt8] {
  var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 128)
  var input = bytes
  var length = 0
  // SAFETY: both counts are those of the arrays; the output has room for the worst case.
  unsafe input.withUnsafeMutableBufferPointer { source in
    unsafe output.withUnsafeMutableBufferPointer { target in
      var stream = unsafe z_stream()
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      let status = unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, isFixed ? Z_FIXED : Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, size)
      precondition(status == Z_OK)
      unsafe stream.next_in = source.baseAddress
      unsafe stream.avail_in = UInt32(source.count)
      unsafe stream.next_out = target.baseAddress
      unsafe stream.avail_out = UInt32(target.count)
      let end = unsafe deflate(&stream, Z_FINISH)
      precondition(end == Z_STREAM_END)
      length = unsafe target.count - Int(stream.avail_out)
      unsafe deflateEnd(&stream)
    }
  }
  return Array(output[..<length])
}

/// Decodes gzip members with zlib, to which each byte is given by itself: all that can be decoded of the members
/// before the first damage.
package func gunzip(_ bytes: [UInt8]) -> [UInt8] {
  var output: [UInt8] = []
  var input = bytes
  var room = [UInt8](repeating: 0, count: 64 << 10)
  // SAFETY: both counts are those of the arrays, of which zlib sees one byte and one block at a time.
  unsafe input.withUnsafeMutableBufferPointer { source in
    unsafe room.withUnsafeMutableBufferPointer { target in
      var stream = unsafe z_stream()
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      guard unsafe inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else { return }
      for index in unsafe source.indices {
        unsafe stream.next_in = source.baseAddress.map { unsafe $0 + index }
        unsafe stream.avail_in = 1
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        let status = unsafe inflate(&stream, Z_NO_FLUSH)
        unsafe output.append(contentsOf: target[..<(target.count - Int(stream.avail_out))])
        if status == Z_STREAM_END {
          guard unsafe inflateReset(&stream) == Z_OK else { break }
        } else if status != Z_OK, status != Z_BUF_ERROR {
          break
        }
      }
      unsafe inflateEnd(&stream)
    }
  }
  return output
}
