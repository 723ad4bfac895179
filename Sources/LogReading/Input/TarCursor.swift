/// A place in a tar archive, plain or inside gzip, that moves forward.
///
/// Unchecked: its archive hands it to one reader at a time.
final class TarCursor: @unchecked Sendable {
  private var file: InputFile
  private var gzip: GzipStream?
  /// The place in the archive's content, unpacked where it is gzip.
  private(set) var position: Int64 = 0
  private var passed: [UInt8] = []
  /// Content of which any byte may be wrong; past the limit, sound content between counts too.
  private(set) var unsound: [Range<Int64>] = []
  private var partStart: Int64 = 0
  private static let unsoundLimit = 1000

  private static let passedSize = 256 << 10

  /// Opens an archive at its first byte.
  init(_ place: ArchivePlace, isGzip: Bool, stop: StopFlag?) throws(InputError) {
    file = try place.open(stop: stop)
    gzip = isGzip ? GzipStream(head: ByteWindow(capacity: Self.passedSize)) : nil
    if isGzip, gzip == nil { throw .outOfMemory(path: place.name) }
  }

  /// The damage of the gzip data around the archive; nil for none.
  var damage: ReadReport.Damage? { gzip?.damage }

  /// The place in the stored file, compressed where it is.
  var storedPosition: Int64 { file.position }

  var isStopped: Bool { file.isStopped }

  /// Reads content into a part of a buffer; 0 at the end.
  func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    let unpacked = try gzip?.read(from: &file, into: &bytes, at: room)
    let got = if let unpacked { unpacked } else { try file.read(into: &bytes, at: room) }
    position += Int64(got)
    noteParts()
    return got
  }

  /// Moves to the end of gzip data.
  func finish() throws(InputError) {
    guard gzip != nil else { return }
    while try skip(Int64(Self.passedSize)) > 0 {}
  }

  private func noteParts() {
    for end in gzip?.takeEnds() ?? [] {
      if end.kind != .sound { noteUnsound(end.kind == .gap ? end.offset : partStart, end.offset) }
      partStart = end.offset
    }
  }

  private func noteUnsound(_ start: Int64, _ end: Int64) {
    if let last = unsound.last, unsound.count == Self.unsoundLimit || last.upperBound == start {
      unsound[unsound.count - 1] = last.lowerBound..<end
    } else {
      unsound.append(start..<end)
    }
  }

  /// Reads that many bytes, or less at the end.
  func read(_ count: Int) throws(InputError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = try read(into: &bytes, at: filled..<count)
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// Skips content and returns how much there was of it.
  func skip(_ count: Int64) throws(InputError) -> Int64 {
    if gzip == nil, let size = file.size {
      let there = max(0, min(count, Int64(size) - file.position))
      file.seek(to: file.position + there)
      position += there
      return there
    }
    if passed.isEmpty { passed = [UInt8](repeating: 0, count: Self.passedSize) }
    var left = count
    while left > 0 {
      // The buffer is taken out meanwhile, since it is written to.
      var bytes: [UInt8] = []
      swap(&bytes, &passed)
      defer { swap(&bytes, &passed) }
      let got = try read(into: &bytes, at: 0..<Int(min(left, Int64(bytes.count))))
      if got == 0 { break }
      left -= Int64(got)
    }
    return count - left
  }
}

/// A reader of one file of a tar archive, which gives the cursor back.
final class TarMemberReader: MemberReader {
  private let archive: Archive
  private let cursor: TarCursor
  private let size: Int64
  private(set) var position: Int64 = 0
  private(set) var damage: ReadReport.Damage?

  /// Takes a cursor that stands at the file's first byte.
  init(_ archive: Archive, _ cursor: TarCursor, size: Int64) {
    self.archive = archive
    self.cursor = cursor
    self.size = size
  }

  deinit { archive.giveBack(cursor) }

  func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int {
    let wanted = Int(min(Int64(room.count), size - position))
    if wanted == 0 { return 0 }
    let end = room.lowerBound + wanted
    let got = try cursor.read(into: &bytes, at: room.lowerBound..<end)
    position += Int64(got)
    if got == 0, !cursor.isStopped {
      damage = ReadReport.Damage(kind: .truncated, offset: cursor.storedPosition)
    }
    return got
  }
}
