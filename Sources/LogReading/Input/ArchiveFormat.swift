extension Archive.Format {
  /// How many stored bytes tell an archive from anything else.
  static let headLength = 4096

  /// Recognises an archive by its first bytes, whatever its name.
  init?(head: Span<UInt8>) {
    if ZipHeader.begins(head) {
      self = .zip
    } else if head.matches(Self.emptyZip.span, at: 0) {
      self = .zip
    } else if TarHeader(head) != nil {
      self = .tar(isGzip: false)
    } else if Self.holdsTar(head) {
      self = .tar(isGzip: true)
    } else {
      return nil
    }
  }

  /// Whether more than these first bytes may be needed: all that a text takes is one block.
  static func needsMore(_ head: Span<UInt8>) -> Bool {
    if head.count < 2 { return true }
    return head.count < (GzipHeader.mayBegin(head) ? headLength : TarHeader.blockSize)
  }

  private static let emptyZip: [UInt8] = [0x50, 0x4B, 0x05, 0x06]

  /// Whether gzip data begin with the first block of a tar archive.
  private static func holdsTar(_ head: Span<UInt8>) -> Bool {
    guard head.count > 2, case .complete(let length) = GzipHeader.parse(head),
      var inflater = GzipInflater()
    else { return false }
    var stored: [UInt8] = []
    for index in head.indices { stored.append(head[index]) }
    var block = [UInt8](repeating: 0, count: TarHeader.blockSize)
    let step = inflater.inflate(stored, in: length..<stored.count, into: &block, at: block.indices)
    return step.produced == block.count && TarHeader(block.span) != nil
  }
}
