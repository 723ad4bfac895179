/// Reads one file of a zip archive, stored or deflated.
final class ZipMemberReader: MemberReader {
  private var file: InputFile
  private var inflater: GzipInflater?
  private var stored = ByteWindow(capacity: 64 << 10)
  private let entry: Archive.Entry
  /// Stored bytes that were not read yet.
  private var left: Int64
  private var length: Int64 = 0
  private var checksum: UInt32 = 0
  private var isAtEnd = false
  /// Whether the header before the data names another file than the directory does.
  private var isMisnamed = false
  private(set) var damage: ReadReport.Damage?

  /// The number of the archive's bytes that were read for it.
  var position: Int64 { entry.stored - left }

  init(_ file: consuming InputFile, _ entry: Archive.Entry) throws(InputError) {
    let start = try Self.dataStart(&file, entry)
    isMisnamed = start.map { $0.name != entry.name } ?? false
    file.seek(to: start?.offset ?? 0)
    let path = file.path
    inflater = entry.isDeflated ? GzipInflater() : nil
    self.file = file
    self.entry = entry
    left = entry.stored
    if entry.isDeflated, inflater == nil { throw .outOfMemory(path: path) }
    if start == nil { end(.corrupt, at: entry.offset) }
  }

  /// The place of the data, behind the header before them, and the name in that header.
  private static func dataStart(
    _ file: inout InputFile, _ entry: Archive.Entry
  ) throws(InputError) -> (offset: Int64, name: String)? {
    let header = try file.bytes(at: entry.offset, count: ZipHeader.localLength)
    guard let length = ZipHeader.localDataOffset(header.span) else { return nil }
    let name = try file.bytes(
      at: entry.offset + Int64(ZipHeader.localLength), count: ZipHeader.nameLength(header.span))
    return (
      entry.offset + Int64(length), Archive.Entry(name: name, offset: 0, stored: 0).name
    )
  }

  func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    if isAtEnd || room.isEmpty { return 0 }
    let got = try inflater == nil ? copy(into: &bytes, at: room) : inflate(into: &bytes, at: room)
    length += Int64(got)
    return got
  }

  private func copy(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    let wanted = Int(min(Int64(room.count), left))
    if wanted == 0 {
      endSound()
      return 0
    }
    let place = room.lowerBound..<(room.lowerBound + wanted)
    let got = try file.read(into: &bytes, at: place)
    left -= Int64(got)
    checksum = GzipInflater.checksum(
      of: bytes, in: place.lowerBound..<(place.lowerBound + got), after: checksum)
    if got == 0 { endEarly() }
    return got
  }

  private func inflate(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    while !isAtEnd {
      let step = inflater?.inflate(stored.bytes, in: stored.pending, into: &bytes, at: room)
      guard let step else { return 0 }
      stored.removeFirst(step.consumed)
      checksum = inflater?.checksum ?? 0
      switch step.state {
      case .running: if step.produced == 0 { try refill() }
      case .ended:
        length += Int64(step.produced)
        endSound()
        length -= Int64(step.produced)
      case .corrupt: end(.corrupt, at: file.position - Int64(stored.pending.count))
      }
      if step.produced > 0 { return step.produced }
    }
    return 0
  }

  private func refill() throws(InputError) {
    _ = stored.compact()
    let room = stored.room
    let wanted = Int(min(Int64(room.count), left))
    guard wanted > 0 else { return endEarly() }
    let got = try file.read(
      into: &stored.bytes, at: room.lowerBound..<(room.lowerBound + wanted))
    if got == 0 { return endEarly() }
    stored.append(got)
    left -= Int64(got)
  }

  // MARK: The end

  /// Ends data that are complete; length and checksum say whether they are the right ones.
  private func endSound() {
    isAtEnd = true
    let isLength = length == entry.length
    let isSum = checksum == entry.checksum
    if !isLength || !isSum {
      end(isLength || isSum ? .checksum : .corrupt, at: file.position)
    } else if isMisnamed {
      end(.checksum, at: entry.offset)
    }
  }

  /// Ends bytes that stop before the data do: those of the archive, or the number stated.
  private func endEarly() {
    if file.isStopped {
      isAtEnd = true
    } else {
      // Without a directory, only the part that is there is known of the last file.
      let isCut = left > 0 || entry.damage?.kind == .truncated
      end(isCut ? .truncated : .corrupt, at: file.position)
    }
  }

  private func end(_ kind: ReadReport.Damage.Kind, at offset: Int64) {
    isAtEnd = true
    damage = ReadReport.Damage(kind: kind, offset: offset)
  }
}
