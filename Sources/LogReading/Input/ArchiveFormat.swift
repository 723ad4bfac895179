extension Archive.Format {
  /// How many stored bytes tell an archive from anything else.
  static let headLength = 4096

  /// Recognises an archive by its first bytes, whatever its name.
  init?(head: Span<UInt8>) {
    if ZipHeader.begins(head) || ZipHeader.endsDirectory(head) {
      self = .zip
    } else if TarHeader(head) != nil {
      self = .tar(isGzip: false)
    } else if Self.holdsTar(head) {
      self = .tar(isGzip: true)
    } else {
      return nil
    }
  }

  /// Whether more bytes are needed to decide: one block of content is enough, and a slow stream is
  /// not waited for longer.
  static func needsMore(_ head: Span<UInt8>) -> Bool {
    if head.count < 2 { return true }
    guard GzipHeader.mayBegin(head) else { return head.count < TarHeader.blockSize }
    return head.count < headLength && firstBlock(ofGzip: head).count < TarHeader.blockSize
  }

  /// Whether gzip data begin with the first block of a tar archive.
  private static func holdsTar(_ head: Span<UInt8>) -> Bool {
    TarHeader(firstBlock(ofGzip: head).span) != nil
  }

  /// The first block of the content of gzip data, or less where these bytes do not hold it all.
  private static func firstBlock(ofGzip head: Span<UInt8>) -> [UInt8] {
    guard head.count > 2, case .complete(let length) = GzipHeader.parse(head),
      var inflater = GzipInflater()
    else { return [] }
    var stored: [UInt8] = []
    stored.append(head)
    var block = [UInt8](repeating: 0, count: TarHeader.blockSize)
    let step = inflater.inflate(stored, in: length..<stored.count, into: &block, at: block.indices)
    block.removeLast(block.count - step.produced)
    return block
  }
}
