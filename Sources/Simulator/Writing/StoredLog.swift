package import LogReading

/// A finished log as it is stored: packed, and damaged if asked for, with the truth about that.
///
///     let log = try StoredLog(writer.take(), packing: .gzip(), damage: [.gzipCorrupt], seed: 7)
///     print(log.bytes.count, log.lines[40])
package struct StoredLog: Sendable {
  /// The packing of the log.
  package enum Packing: Sendable, Equatable {
    case plain
    /// With the bytes of content after which a member ends, if there are to be several.
    case gzip(memberSize: Int? = nil)
  }

  package private(set) var bytes: [UInt8]
  /// The place at which each line of the whole log can be read now.
  package private(set) var lines = LineMap()
  /// Whether the last line is incomplete; it is still counted as one that is there.
  package private(set) var isTailCut = false
  /// The damage that a reader must report of the archive.
  package private(set) var damage: ReadReport.Damage.Kind?
  /// Lines longer than the reader's limit.
  package private(set) var longLines = 0
  private var random: Random

  /// - Parameter headLines: A cut head ends before this line, so that what follows stays; the whole
  ///   log by default.
  package init(
    _ content: [UInt8], packing: Packing = .plain, damage: [Damage] = [], seed: UInt64,
    headLines: Int? = nil
  ) throws(DamageError) {
    bytes = content
    random = Random(seed: seed, part: 0xDA3A6E)
    for kind in Damage.allCases where damage.contains(kind) && !kind.needsGzip {
      switch kind {
      case .headCut: cutHead(within: headLines)
      case .tailCut: cutTail()
      case .crlf: endLinesWithCarriageReturns()
      case .binaryNoise: insertBinaryNoise()
      default: insertLongLine()
      }
    }
    let archival = Damage.allCases.filter { damage.contains($0) && $0.needsGzip }
    guard case .gzip(let memberSize) = packing else {
      if let first = archival.first { throw .needsGzip(first) }
      return
    }
    if archival.count > 1 { throw .contradictory(archival[0], archival[1]) }
    guard let gzip = GzipWriter(memberSize: memberSize) else { throw .outOfMemory }
    self.damage = archival.first?.kind
    pack(gzip, damage: archival.first)
  }

  // MARK: Lines

  /// The index of each line's first byte.
  private var lineStarts: [Int] {
    guard !bytes.isEmpty else { return [] }
    return [0] + bytes.indices.dropLast().filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  /// Removes the first lines: a third to two thirds of the part given.
  private mutating func cutHead(within limit: Int?) {
    let starts = lineStarts
    let part = Int64(min(limit ?? starts.count, starts.count))
    guard part > 1 else { return }
    let count = Int(random.number(in: max(1, part / 3)...max(1, part * 2 / 3)))
    bytes.removeSubrange(..<starts[count])
    lines.remove(count, from: 1)
  }

  /// Cuts the last line in its middle.
  private mutating func cutTail() {
    guard let start = lineStarts.last, bytes.count - start > 2 else { return }
    let length = Int64(bytes.count - start)
    let keep = Int(random.number(in: max(1, length / 4)...(length - 2)))
    bytes.removeSubrange((start + keep)...)
    isTailCut = true
  }

  private mutating func endLinesWithCarriageReturns() {
    var wide: [UInt8] = []
    wide.reserveCapacity(bytes.count + bytes.count / 32)
    for byte in bytes {
      if byte == 0x0A { wide.append(0x0D) }
      wide.append(byte)
    }
    bytes = wide
  }

  /// Puts three lines without a printable byte between the others.
  private mutating func insertBinaryNoise() {
    for _ in 0..<3 {
      let length = random.number(in: 16...4096)
      let noise = (0..<length).map { _ in
        // Beyond ASCII, or a control byte that neither ends a line nor begins a colour code.
        let byte = UInt8(truncatingIfNeeded: random.next() >> 24)
        return byte >= 0x80 ? byte : byte & 0x07
      }
      insert(noise + [0x0A])
    }
  }

  private mutating func insertLongLine() {
    let length = EventScanner.lineLimit + 4096
    insert([UInt8](repeating: UInt8(ascii: "A"), count: length) + [0x0A])
    longLines += 1
  }

  /// Puts a line behind one of the others, so that the log's first bytes stay.
  private mutating func insert(_ line: [UInt8]) {
    let starts = lineStarts
    guard starts.count > 1 else { return }
    let place = Int(random.number(in: 1...Int64(starts.count - 1)))
    bytes.insert(contentsOf: line, at: starts[place])
    lines.insert(before: place + 1)
  }

  // MARK: Archives

  private mutating func pack(_ gzip: consuming GzipWriter, damage: Damage?) {
    let content = bytes
    bytes = []
    switch damage {
    case .gzipTruncated: packTruncated(content, gzip)
    case .gzipCorrupt: packCorrupt(content, gzip)
    default:
      gzip.append(content, to: &bytes)
      gzip.finish(to: &bytes)
      if damage == .gzipChecksum { bytes[bytes.count - GzipWriter.trailerLength] ^= 0x10 }
      if damage == .gzipGarbage {
        // Neither padding nor the mark of another member.
        for _ in 0..<64 { bytes.append(UInt8(random.number(in: 0x20...0x7E))) }
      }
    }
  }

  /// Returns the number of lines before the damage, and their end: somewhere in the middle.
  private mutating func breakingPoint(in content: [UInt8]) -> (line: Int, end: Int) {
    let ends = content.indices.filter { content[$0] == 0x0A }.map { $0 + 1 }
    guard ends.count > 1 else { return (0, 0) }
    let count = Int64(ends.count)
    let line = Int(random.number(in: max(1, count / 3)...max(1, count * 2 / 3)))
    return (line, ends[line - 1])
  }

  /// Ends the file behind a line that can still be decoded.
  private mutating func packTruncated(_ content: [UInt8], _ gzip: consuming GzipWriter) {
    let point = breakingPoint(in: content)
    gzip.append(Array(content[..<point.end]), to: &bytes)
    // A member that ends just here would leave a whole file.
    gzip.flush(to: &bytes)
    lines.remove(.max / 2, from: point.line + 1)
  }

  /// Writes invalid codes behind a line, in place of the rest of the member.
  private mutating func packCorrupt(_ content: [UInt8], _ gzip: consuming GzipWriter) {
    let point = breakingPoint(in: content)
    gzip.append(Array(content[..<point.end]), to: &bytes)
    gzip.flush(to: &bytes)
    let broken = bytes.count
    var lost = 0
    var start = point.end
    // Line by line, since a member ends with one.
    while start < content.count {
      let end = content[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? content.count
      gzip.append(Array(content[start..<end]), to: &bytes)
      start = end
      lost += 1
      if gzip.isBetweenMembers { break }
    }
    gzip.append(Array(content[start...]), to: &bytes)
    gzip.finish(to: &bytes)
    // A block of the type that is reserved.
    bytes[broken] = 0xFF
    if lost > 0 { lines.remove(lost, from: point.line + 1) }
  }
}
