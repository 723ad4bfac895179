internal import CZlib

/// Compresses bytes to one gzip member.
/// - Parameter level: 0 stores them, so that tests know where each byte stands.
package func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
  var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 128)
  var input = bytes
  var length = 0
  // SAFETY: both counts are those of the arrays; the output has room for the worst case.
  unsafe input.withUnsafeMutableBufferPointer { source in
    unsafe output.withUnsafeMutableBufferPointer { target in
      var stream = unsafe z_stream()
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      let status = unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
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
