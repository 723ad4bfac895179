/// A search for the files of a zip archive that has lost its directory, one after the other.
struct ZipScan: ~Copyable {
  private(set) var entries: [Archive.Entry] = []
  private(set) var damage: ReadReport.Damage?

  private static let descriptorMark: [UInt8] = [0x50, 0x4B, 0x07, 0x08]
  private static let blockSize = 64 << 10

  /// - Parameter hasEnd: Whether the archive has its end: the damage is before it.
  init(_ opened: consuming InputFile, hasEnd: Bool) throws(InputError) {
    var file = opened
    let size = Int64(file.size ?? 0)
    var place: Int64 = 0
    var nameBytes = 0
    while let entry = try Self.entry(&file, at: place) {
      nameBytes += entry.found.name.utf8.count
      try Archive.checkCount(entries.count, nameBytes: nameBytes, of: file.path)
      if !entry.found.name.hasSuffix("/") { entries.append(entry.found) }
      place = entry.end
    }
    let lost = ReadReport.Damage(kind: hasEnd ? .corrupt : .truncated, offset: size)
    if entries.isEmpty {
      damage = lost
    } else {
      entries[entries.count - 1].damage = lost
    }
  }

  /// Finds the file whose header stands at a place, and where the next header should stand.
  private static func entry(
    _ file: inout InputFile, at place: Int64
  ) throws(InputError) -> (found: Archive.Entry, end: Int64)? {
    let header = try file.bytes(at: place, count: ZipHeader.localLength)
    guard let dataOffset = ZipHeader.localDataOffset(header.span) else { return nil }
    let bytes = header.span
    let name = try file.bytes(
      at: place + Int64(ZipHeader.localLength), count: Int(bytes.number16(at: 26)))
    let start = place + Int64(dataOffset)
    let flags = bytes.number16(at: 6)
    let method = bytes.number16(at: 8)
    var entry = Archive.Entry(name: name, offset: place, stored: 0)
    entry.checksum = bytes.number32(at: 14)
    entry.stored = Int64(bytes.number32(at: 18))
    entry.length = Int64(bytes.number32(at: 22))
    entry.isDeflated = method == 8
    if method != 0, method != 8 { entry.refusal = .method(method) }
    if flags & 1 != 0 { entry.refusal = .encrypted }
    let isUnknown = flags & 8 != 0 || bytes.number32(at: 18) == .max
    guard isUnknown else { return (entry, start + entry.stored) }
    // The sizes stand behind the data, whose end only deflate itself tells.
    guard entry.isDeflated, entry.refusal == nil else { return nil }
    let data = try deflated(&file, at: start)
    entry.stored = data.stored
    entry.length = data.length
    entry.checksum = data.checksum
    return (entry, try behindDescriptor(&file, at: start + data.stored))
  }

  /// Inflates data to see where they end.
  private static func deflated(
    _ file: inout InputFile, at start: Int64
  ) throws(InputError) -> (stored: Int64, length: Int64, checksum: UInt32) {
    guard var inflater = GzipInflater() else { throw .outOfMemory(path: file.path) }
    var stored = ByteWindow(capacity: blockSize)
    var output = [UInt8](repeating: 0, count: blockSize)
    var taken: Int64 = 0
    var length: Int64 = 0
    file.seek(to: start)
    while true {
      let step = inflater.inflate(
        stored.bytes, in: stored.pending, into: &output, at: 0..<blockSize)
      stored.removeFirst(step.consumed)
      taken += Int64(step.consumed)
      length += Int64(step.produced)
      if step.state != .running { break }
      if step.produced == 0 {
        _ = stored.compact()
        let room = stored.room
        let got = try file.read(into: &stored.bytes, at: room)
        if got == 0 { break }
        stored.append(got)
      }
    }
    return (taken, length, inflater.checksum)
  }

  /// The place behind the sizes that follow some data, with or without a mark, in 32 or 64 bits.
  private static func behindDescriptor(
    _ file: inout InputFile, at place: Int64
  ) throws(InputError) -> Int64 {
    let bytes = try file.bytes(at: place, count: 28)
    let mark = bytes.span.matches(descriptorMark.span, at: 0) ? 4 : 0
    let isLong = ZipHeader.begins(bytes.span, at: mark + 20)
    return place + Int64(mark + (isLong ? 20 : 12))
  }
}
