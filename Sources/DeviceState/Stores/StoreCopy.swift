internal import TemporaryFiles

/// A private copy of a database and of the files beside it, gone with its folder at the end.
///
/// SQLite writes beside a database whose log or journal it reads, and the original must stay as it is.
struct StoreCopy: ~Copyable {
  /// The most bytes that are copied; no store of the plugin comes near it.
  private static let largest: Int64 = 1 << 30
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  private let folder: TemporaryFolder
  var location: String { folder.path + "/store.db" }

  private init() throws(SystemError) {
    do throws(TemporaryFileError) {
      folder = try TemporaryFolder("dnplog-store", files: Self.suffixes.map { "store.db" + $0 })
    } catch {
      throw SystemError(number: error.number)
    }
  }

  static func make(of file: StoreFile) throws(StateError) -> StoreCopy {
    guard file.size <= Self.largest - file.logSize - file.journalSize else {
      throw StoreRefusal.tooLarge(file.path)
    }
    let copy: StoreCopy
    do throws(SystemError) { copy = try StoreCopy() } catch {
      throw StoreRefusal.noRoom(file.path, error)
    }
    try copy.fill(from: file)
    return copy
  }

  private func fill(from file: StoreFile) throws(StateError) {
    if file.isCutOff {
      try copyWholePages(of: file)
    } else {
      try copy(file, "", count: file.size)
    }
    if file.logSize > 0 { try copy(file, "-wal", count: file.logSize) }
    if file.journalSize > 0 {
      try copy(file, "-journal", count: file.journalSize)
      try refuseSeveralDatabases(file)
    }
  }

  /// Copies a file that is shorter than its header says, so that SQLite reads what is there.
  ///
  /// SQLite refuses such a file as a whole. Where the number of the change does not agree with the
  /// one beside the count of pages, it takes the file's length for the count, and refuses the missing
  /// pages alone.
  private func copyWholePages(of file: StoreFile) throws(StateError) {
    guard let pageSize = file.header.pageSize, file.size >= pageSize else {
      throw StoreRefusal.cutOff(file.path, at: file.size)
    }
    try copy(file, "", count: file.size / pageSize * pageSize) { $0[95] ^= 0xFF }
  }

  /// Refuses a journal that names the journal of a transaction over several databases.
  ///
  /// SQLite would delete the file of that name, wherever it lies.
  private func refuseSeveralDatabases(_ file: StoreFile) throws(StateError) {
    let mark = StoreHeader.journalMark
    let end: [UInt8]
    do throws(SystemError) {
      let journal = try StoreDescriptor(reading: location + "-journal")
      let size = try journal.status().size
      end = size < 16 ? [] : try journal.bytes(at: size - Int64(mark.count), count: mark.count)
    } catch {
      throw StoreRefusal.unreadable(file.path, error)
    }
    guard end != mark else { throw StoreRefusal.severalDatabases(file.path) }
  }

  private func copy(
    _ file: StoreFile, _ suffix: String, count: Int64, change: (inout [UInt8]) -> Void = { _ in }
  ) throws(StateError) {
    let source: StoreDescriptor
    do throws(SystemError) {
      source = try StoreDescriptor(reading: file.location + suffix)
    } catch {
      throw StoreRefusal.unreadable(file.path, error)
    }
    do throws(SystemError) {
      let target = try StoreDescriptor(making: location + suffix)
      var position: Int64 = 0
      while position < count {
        var bytes = try source.bytes(at: position, count: Int(min(count - position, 1 << 20)))
        // A file that shrinks meanwhile is damaged for SQLite to see.
        if bytes.isEmpty { break }
        if position == 0 { change(&bytes) }
        try target.append(bytes)
        position += Int64(bytes.count)
      }
    } catch {
      throw StoreRefusal.noRoom(file.path, error)
    }
  }
}
