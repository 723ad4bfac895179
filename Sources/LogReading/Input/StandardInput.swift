internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Standard input, whose first bytes may be looked at before it is read.
enum StandardInput {
  /// The bytes taken to recognise the format, and not read yet.
  private static let head = Mutex<[UInt8]>([])

  static func takeHead() -> [UInt8] {
    head.withLock { head in
      defer { head = [] }
      return head
    }
  }

  /// The archive that standard input holds; nil where it holds anything else.
  ///
  /// A file is read in place. Bytes from a pipe are first copied as stored to a file without a
  /// name: the directory of a zip archive stands at its end, and logs of a tar archive may be
  /// wanted in another order.
  static func archive(stop: StopFlag?) throws(InputError) -> (ArchivePlace, Archive.Format)? {
    let name = InputSet.standardInputName
    var file = try InputFile(
      descriptor: STDIN_FILENO, name: name, readSize: ChunkReader.Limits().readSize, stop: stop)
    // Another program may have read a part of the file before.
    if file.size != nil, lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 {
      let bytes = try file.bytes(at: 0, count: Archive.Format.headLength)
      guard let format = Archive.Format(head: bytes.span) else { return nil }
      return (.descriptor(OwnedDescriptor(STDIN_FILENO, closesAtEnd: false)), format)
    }
    var bytes = takeHead()
    var count = bytes.count
    bytes += [UInt8](repeating: 0, count: max(0, Archive.Format.headLength - count))
    while count < bytes.count, Archive.Format.needsMore(bytes.span.extracting(0..<count)) {
      let got = try file.read(into: &bytes, at: count..<bytes.count)
      if got == 0 { break }
      count += got
    }
    bytes.removeLast(bytes.count - count)
    guard let format = Archive.Format(head: bytes.span) else {
      head.withLock { $0 = bytes }
      return nil
    }
    let copy = try OwnedDescriptor.temporary()
    try copy.append(bytes, count: bytes.count)
    var block = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let got = try file.read(into: &block, at: block.indices)
      if got == 0 { break }
      try copy.append(block, count: got)
    }
    return (.descriptor(copy), format)
  }
}
