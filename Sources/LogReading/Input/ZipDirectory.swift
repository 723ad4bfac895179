/// The directory at the end of a zip archive; without it, the headers before the files are read.
struct ZipDirectory: ~Copyable {
  private(set) var entries: [Archive.Entry] = []
  private(set) var damage: ReadReport.Damage?

  private static let endLength = 22
  private static let end64Mark: [UInt8] = [0x50, 0x4B, 0x06, 0x06]
  private static let locatorMark: [UInt8] = [0x50, 0x4B, 0x06, 0x07]
  private static let entryMark: [UInt8] = [0x50, 0x4B, 0x01, 0x02]
  private static let sizeLimit: UInt64 = 64 << 20
  private static let saturated: UInt32 = .max

  /// The place of the directory in the file.
  private struct Place {
    var offset: Int64
    var size: Int
    /// Bytes before the archive's own first, as of a program that unpacks itself.
    var shift: Int64
  }

  init(_ opened: consuming InputFile) throws(InputError) {
    var file = opened
    guard let place = try Self.find(&file) else {
      let hasEnd = try Self.holdsEnd(&file)
      let scan = try ZipScan(file, hasEnd: hasEnd)
      entries = scan.entries
      damage = scan.damage
      return
    }
    let bytes = try file.bytes(at: place.offset, count: place.size)
    try read(bytes.span, place, of: file.path)
    markOverlaps()
  }

  // MARK: Finding it

  private static func find(_ file: inout InputFile) throws(InputError) -> Place? {
    guard let size = file.size, size >= endLength else { return nil }
    // The last record may be followed by a comment of 65,535 bytes.
    let count = min(size, endLength + 0xFFFF)
    let start = Int64(size - count)
    let tail = try file.bytes(at: start, count: count)
    let bytes = tail.span
    var index = bytes.count - endLength
    while index >= 0 {
      if bytes[index] == ZipHeader.endMark[0], ZipHeader.endsDirectory(bytes, at: index) {
        let comment = Int(bytes.number16(at: index + 20))
        if index + endLength + comment <= bytes.count {
          return try place(&file, bytes, index, at: start + Int64(index))
        }
      }
      index -= 1
    }
    return nil
  }

  /// Whether the record that ends an archive is there, even one that gives a wrong place.
  private static func holdsEnd(_ file: inout InputFile) throws(InputError) -> Bool {
    let size = file.size ?? 0
    let count = min(size, endLength + 0xFFFF)
    let tail = try file.bytes(at: Int64(size - count), count: count)
    let bytes = tail.span
    return bytes.indices.contains { ZipHeader.endsDirectory(bytes, at: $0) }
  }

  private static func place(
    _ file: inout InputFile, _ bytes: Span<UInt8>, _ index: Int, at end: Int64
  ) throws(InputError) -> Place? {
    var size = UInt64(bytes.number32(at: index + 12))
    var offset = UInt64(bytes.number32(at: index + 16))
    var limit = end
    if bytes.number16(at: index + 4) != bytes.number16(at: index + 6) {
      throw InputError(
        path: file.path, message: "is one part of a zip archive that was split",
        advice: "join the parts with zip -s 0, then read the whole")
    }
    let isLarge =
      size == saturated || offset == saturated || bytes.number16(at: index + 10) == .max
    if isLarge, index >= 20, bytes.matches(locatorMark.span, at: index - 20) {
      let place = Int64(exactly: bytes.number64(at: index - 12)) ?? -1
      // Bytes before the archive shift it; the record then stands right before its locator.
      for at in [place, end - 76] where at >= 0 && at < end {
        let record = try file.bytes(at: at, count: 56)
        guard record.count == 56, record.span.matches(end64Mark.span, at: 0) else { continue }
        size = record.span.number64(at: 40)
        offset = record.span.number64(at: 48)
        limit = at
        break
      }
    }
    guard size <= sizeLimit else {
      throw InputError(
        path: file.path, message: "has a directory of more than 64 MiB",
        advice: "unpack it and name the logs")
    }
    let begin = limit - Int64(size)
    guard begin >= 0, let stated = Int64(exactly: offset), stated <= begin else { return nil }
    return Place(offset: begin, size: Int(size), shift: begin - stated)
  }

  // MARK: Reading it

  private mutating func read(
    _ bytes: Span<UInt8>, _ place: Place, of archive: String
  ) throws(InputError) {
    var index = 0
    var nameBytes = 0
    while index + 46 <= bytes.count, bytes.matches(Self.entryMark.span, at: index) {
      let nameLength = Int(bytes.number16(at: index + 28))
      let extraLength = Int(bytes.number16(at: index + 30))
      let next = index + 46 + nameLength + extraLength + Int(bytes.number16(at: index + 32))
      guard next <= bytes.count else { break }
      let name = bytes.extracting((index + 46)..<(index + 46 + nameLength))
      let extra = (index + 46 + nameLength)..<(index + 46 + nameLength + extraLength)
      // The upper half holds Unix attributes: a link, stored without compression, is no file.
      let isLink =
        bytes.number32(at: index + 38) >> 28 == 0xA && bytes.number16(at: index + 10) == 0
      let isFolder =
        nameLength == 0
        || name[nameLength - 1] == UInt8(ascii: "/") && bytes.number32(at: index + 24) == 0
      if !isFolder, !isLink {
        nameBytes += nameLength
        try Archive.checkCount(entries.count, nameBytes: nameBytes, of: archive)
        if let entry = Self.entry(bytes, at: index, name: name, extra: extra, place) {
          entries.append(entry)
        } else {
          note(ReadReport.Damage(kind: .corrupt, offset: place.offset + Int64(index)))
        }
      }
      index = next
    }
    if index < bytes.count {
      note(ReadReport.Damage(kind: .corrupt, offset: place.offset + Int64(index)))
    }
  }

  private static func entry(
    _ bytes: Span<UInt8>, at index: Int, name: Span<UInt8>, extra: Range<Int>, _ place: Place
  ) -> Archive.Entry? {
    var values = [
      UInt64(bytes.number32(at: index + 24)), UInt64(bytes.number32(at: index + 20)),
      UInt64(bytes.number32(at: index + 42)),
    ]
    // The numbers that do not fit 32 bits stand in the extra field, in that order.
    var large = largeNumbers(bytes, in: extra)
    for number in values.indices where values[number] == saturated {
      guard !large.isEmpty else { break }
      values[number] = large.removeFirst()
    }
    guard let length = Int64(exactly: values[0]), let stored = Int64(exactly: values[1]),
      let offset = Int64(exactly: values[2]), offset <= place.offset,
      stored <= place.offset
    else { return nil }
    var copy: [UInt8] = []
    for position in name.indices { copy.append(name[position]) }
    var entry = Archive.Entry(name: copy, offset: offset + place.shift, stored: stored)
    entry.length = length
    entry.checksum = bytes.number32(at: index + 16)
    let method = bytes.number16(at: index + 10)
    entry.isDeflated = method == 8
    if method != 0, method != 8 { entry.refusal = .method(method) }
    if bytes.number16(at: index + 8) & 1 != 0 { entry.refusal = .encrypted }
    return entry
  }

  /// The numbers of the extra field of zip64.
  private static func largeNumbers(_ bytes: Span<UInt8>, in extra: Range<Int>) -> [UInt64] {
    var place = extra.lowerBound
    while place + 4 <= extra.upperBound {
      let length = Int(bytes.number16(at: place + 2))
      let end = place + 4 + length
      guard end <= extra.upperBound else { return [] }
      if bytes.number16(at: place) == 1 {
        return stride(from: place + 4, through: end - 8, by: 8).map { bytes.number64(at: $0) }
      }
      place = end
    }
    return []
  }

  /// Marks files that share their bytes: no program writes them, and they could be read for ever.
  private mutating func markOverlaps() {
    var end: Int64 = -1
    for index in entries.indices.sorted(by: { entries[$0].offset < entries[$1].offset }) {
      let entry = entries[index]
      if entry.offset < end { entries[index].refusal = .overlapping }
      end = max(end, entry.offset + Int64(ZipHeader.localLength) + entry.stored)
    }
  }

  private mutating func note(_ found: ReadReport.Damage) {
    if entries.isEmpty {
      damage = found
    } else {
      entries[entries.count - 1].damage = found
    }
  }
}
