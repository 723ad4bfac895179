#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension OwnedDescriptor {
  /// Unpacks a gzip file into a file without a name, so that any place of it can be read.
  ///
  /// One that is damaged is refused: what came behind the damage would stand at another place.
  package static func unpacking(_ path: String) throws(InputError) -> OwnedDescriptor {
    let blockSize = 256 << 10
    var source = ByteSource(try InputFile(opening: path, readSize: blockSize))
    guard source.unpack(ByteWindow(capacity: blockSize), limits: ChunkReader.Limits()) else {
      throw InputError(path: path, errorNumber: ENOMEM)
    }
    let copy = try temporary()
    var buffer = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = try source.read(into: &buffer, at: 0..<buffer.count)
      if count == 0 { break }
      try copy.append(buffer, count: count)
    }
    guard source.state.gzipDamage == nil else {
      throw InputError(path: path, message: "is damaged", advice: "fetch the file again")
    }
    return copy
  }
}
