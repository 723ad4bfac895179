/// A database file with its log and its journal, looked at before SQLite opens it.
struct StoreFile {
  /// The smallest file of SQLite: one page of the smallest size.
  private static let smallest: Int64 = 512
  /// The length of what a log begins with; a longer one holds frames.
  private static let logHeader: Int64 = 32

  /// The path as it was given, for reports.
  let path: String
  /// The path without symbolic links, beside which SQLite keeps its other files.
  let location: String
  let size: Int64
  let header: StoreHeader
  /// The size of the `-wal` file; zero where there is none, or it holds no frame.
  let logSize: Int64
  /// The size of the `-journal` file; zero where there is none, or it asks for nothing to be undone.
  let journalSize: Int64

  init(_ path: String) throws(StateError) {
    let look: Look
    do throws(SystemError) { look = try Look(path) } catch {
      throw StoreRefusal.unreadable(path, error)
    }
    switch look.kind {
    case .file: break
    case .folder: throw StoreRefusal.folder(path)
    case .other: throw StoreRefusal.noFile(path)
    }
    let header = StoreHeader(look.beginning)
    let location = StorePath.resolved(path) ?? path
    if let mistake = StoreRefusal.companion(path, header.content) { throw mistake }
    guard look.size > 0 else { throw StoreRefusal.empty(path) }
    guard header.content == .database else { throw StoreRefusal.noDatabase(path) }
    guard look.size >= Self.smallest else { throw StoreRefusal.cutOff(path, at: look.size) }
    guard !look.isBeingWritten else { throw StoreRefusal.locked(path) }
    self.path = path
    self.location = location
    self.size = look.size
    self.header = header
    do throws(SystemError) {
      let log = try Look(beside: location + "-wal")
      logSize = log.map { $0.size > Self.logHeader ? $0.size : 0 } ?? 0
      // A journal that was done with may stay, with zeros where it began.
      let journal = try Look(beside: location + "-journal")
      let isHot = journal?.beginning.first.map { $0 != 0 } ?? false
      journalSize = isHot ? journal?.size ?? 0 : 0
    } catch {
      throw StoreRefusal.unreadable(path, error)
    }
  }

  var name: String { StorePath.name(of: path) }

  /// Whether pages are missing at the end, by the database's own word.
  ///
  /// Where there is a log or a journal, the missing pages may be there.
  var isCutOff: Bool {
    logSize == 0 && journalSize == 0 && header.fullSize.map { $0 > size } ?? false
  }

  /// Whether SQLite would write beside the file, or refuse it as a whole.
  var needsCopy: Bool { logSize > 0 || journalSize > 0 || isCutOff }

  /// The number of pages that there can be, those of the log included.
  var pages: Int64 { (size + logSize + journalSize) / (header.pageSize ?? Self.smallest) }
}

/// What can be known of a file without SQLite.
private struct Look {
  let kind: StoreDescriptor.Kind
  let size: Int64
  let beginning: [UInt8]
  let isBeingWritten: Bool

  init(_ path: String) throws(SystemError) {
    let file = try StoreDescriptor(reading: path)
    (kind, size) = try file.status()
    beginning = kind == .file ? try file.bytes(at: 0, count: StoreHeader.length) : []
    isBeingWritten = kind == .file && file.isBeingWritten
  }

  /// Looks at a file that need not be there.
  init?(beside path: String) throws(SystemError) {
    guard StorePath.isThere(path) else { return nil }
    try self.init(path)
  }
}
