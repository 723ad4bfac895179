internal import Synchronization
internal import TextWriting

/// The source of an archive's bytes, which can be opened as often as needed.
enum ArchivePlace: Sendable {
  case path(String)
  /// Standard input, or the copy that was made of it.
  case descriptor(OwnedDescriptor)

  var name: String {
    switch self {
    case .path(let path): path
    case .descriptor: InputSet.standardInputName
    }
  }

  /// Opens the source at its first byte.
  func open(stop: StopFlag?) throws(InputError) -> InputFile {
    let readSize = ChunkReader.Limits().readSize
    switch self {
    case .path(let path):
      var file = try InputFile(opening: path, readSize: readSize, stop: stop)
      file.seek(to: 0)
      return file
    case .descriptor(let owned):
      var file = try InputFile(
        descriptor: owned.descriptor, name: name, readSize: readSize, stop: stop)
      file.seek(to: 0)
      return file
    }
  }
}

/// A tar or zip archive of logs, and what is in it.
package final class Archive: Sendable {
  enum Format: Sendable, Equatable {
    case tar(isGzip: Bool)
    case zip
  }

  /// The reasons why a file of an archive cannot be read in place.
  enum Refusal: Sendable, Equatable {
    case encrypted
    case method(UInt16)
    case sparse
    /// The file shares bytes with another one.
    case overlapping
  }

  /// A file in the archive.
  struct Entry: Sendable {
    /// The path in the archive, as text.
    var name: String
    /// The start of its bytes: in the content of a tar archive, at the header in a zip archive.
    var offset: Int64
    /// How many bytes the archive holds of it.
    var stored: Int64
    /// The length and the CRC-32 that a zip archive states.
    var length: Int64 = 0
    var checksum: UInt32 = 0
    var isDeflated = false
    var refusal: Refusal?
    /// Damage of the archive found in the file or behind it.
    var damage: ReadReport.Damage?
    /// Whether any byte may be wrong, since a checksum around the file does not fit.
    var isUnsound = false

    init(name: [UInt8], offset: Int64, stored: Int64) {
      self.name = String(decoding: name.prefix(Archive.nameLimit), as: UTF8.self)
      self.offset = offset
      self.stored = stored
    }
  }

  let place: ArchivePlace
  let format: Format
  let entries: [Entry]
  /// A cursor that may go on where the last reader ended.
  private let cursor = Mutex<TarCursor?>(nil)
  /// The bytes unpacked again because files were not read in the archive's order.
  private let unpackedAgain = Mutex<Int64>(0)

  /// The name in reports.
  package var name: String { place.name }

  /// Lists an archive.
  init(_ place: ArchivePlace, format: Format, stop: StopFlag?) throws(InputError) {
    self.place = place
    self.format = format
    var damage: ReadReport.Damage?
    switch format {
    case .tar(let isGzip):
      let cursor = try TarCursor(place, isGzip: isGzip, stop: stop)
      let listing = try TarListing(cursor, name: place.name)
      entries = listing.entries
      damage = listing.damage
    case .zip:
      let file = try place.open(stop: stop)
      let directory = try ZipDirectory(file)
      entries = directory.entries
      damage = directory.damage
    }
    if entries.isEmpty, let damage {
      throw InputError(
        path: place.name,
        message: "is damaged at byte \(damage.offset), and nothing in it could be decoded",
        advice: "fetch the file again")
    }
  }

  // MARK: Limits

  static let countLimit = 100_000
  static let nameLimit = 4096
  private static let nameBytesLimit = 64 << 20
  /// The most bytes unpacked again: a log whose rotations stand newest first needs it for each.
  private static let unpackedAgainLimit: Int64 = 16 << 30

  /// Refuses an archive with more files than a bug report could have.
  static func checkCount(
    _ count: Int, nameBytes: Int, of archive: String
  ) throws(InputError) {
    if count >= countLimit || nameBytes > nameBytesLimit {
      throw InputError(
        path: archive, message: "holds more than \(countLimit) files, or very long names",
        advice: "unpack it and name the logs")
    }
  }

  // MARK: Reading

  func reader(for index: Int, stop: StopFlag?) throws(InputError) -> any MemberReader {
    let entry = entries[index]
    if let refusal = entry.refusal { throw error(refusal, entry) }
    switch format {
    case .zip: return try ZipMemberReader(place.open(stop: stop), entry)
    case .tar(let isGzip):
      let cursor = try takeCursor(before: entry.offset, isGzip: isGzip, stop: stop)
      _ = try cursor.skip(entry.offset - cursor.position)
      return TarMemberReader(self, cursor, size: entry.stored)
    }
  }

  private func takeCursor(
    before offset: Int64, isGzip: Bool, stop: StopFlag?
  ) throws(InputError) -> TarCursor {
    let kept = cursor.withLock { cursor in
      defer { cursor = nil }
      return cursor
    }
    if let kept, kept.position <= offset { return kept }
    if isGzip {
      let again = unpackedAgain.withLock { again in
        again += offset
        return again
      }
      if again > Self.unpackedAgainLimit {
        throw InputError(
          path: name, message: "holds its logs in an order that takes too long to read",
          advice: "unpack it and name the logs")
      }
    }
    return try TarCursor(place, isGzip: isGzip, stop: stop)
  }

  func giveBack(_ used: TarCursor) {
    cursor.withLock { $0 = used }
  }

  private func error(_ refusal: Refusal, _ entry: Entry) -> InputError {
    let path = "\(name)!\(entry.name)"
    let archive = name == InputSet.standardInputName ? "FILE" : TextEscaping.shellWord(name)
    let tool = format == .zip ? "unzip \(archive)" : "tar -xf \(archive)"
    return switch refusal {
    case .encrypted:
      InputError(
        path: path, message: "is encrypted",
        advice: "unpack it with its password: \(tool); then name the log")
    case .method(let number):
      InputError(
        path: path, message: "is compressed by method \(number), which only few programs know",
        advice: "unpack it with 7z x \(archive) and name the log")
    case .sparse:
      InputError(
        path: path, message: "is stored as a sparse file",
        advice: "unpack it with \(tool) and name the log")
    case .overlapping:
      InputError(
        path: path, message: "shares its bytes with another file of the archive",
        advice: "fetch the archive again; no sound one is like that")
    }
  }
}

/// One file of an archive, as a part of an input.
package struct ArchivedFile: Sendable, Hashable {
  let archive: Archive
  let index: Int

  var entry: Archive.Entry { archive.entries[index] }

  package var archiveName: String { archive.name }

  /// The archive's name and the path in it.
  package var name: String { "\(archive.name)!\(entry.name)" }

  package static func == (left: ArchivedFile, right: ArchivedFile) -> Bool {
    left.archive === right.archive && left.index == right.index
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(archive))
    hasher.combine(index)
  }

  func open(readSize: Int, stop: StopFlag?) throws(InputError) -> InputFile {
    InputFile(
      try archive.reader(for: index, stop: stop), of: entry, name: name, readSize: readSize,
      stop: stop)
  }

  /// The form in which it is stored, in the words of the JSON summary.
  var compression: ReadReport.Compression {
    switch archive.format {
    case .tar(let isGzip): isGzip ? .tarGzip : .tar
    case .zip: .zip
    }
  }
}
