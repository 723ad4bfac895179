#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error number of the operating system.
struct SystemError: Error {
  let number: Int32

  static var last: SystemError { SystemError(number: errno) }

  /// Whether nothing is at the path.
  var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// The C library's words, such as "Permission denied".
  var text: String {
    // SAFETY: the C library returns a terminated text that lasts until the next call.
    unsafe String(cString: strerror(number))
  }
}

/// A file that is open for reading or, of a copy, for writing; closed at its end.
///
/// Unsafe are only calls that read a text or fill a buffer while Swift lends it.
struct StoreDescriptor: ~Copyable {
  enum Kind { case file, folder, other }

  private let descriptor: Int32

  private init(_ descriptor: Int32) throws(SystemError) {
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
  }

  /// Opens a file for reading; of a pipe it does not wait for a writer.
  init(reading path: String) throws(SystemError) {
    try unsafe self.init(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
  }

  /// Makes a file that only its owner may read.
  init(making path: String) throws(SystemError) {
    try unsafe self.init(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
  }

  deinit { _ = close(descriptor) }

  /// The kind of the file, and its size in bytes.
  func status() throws(SystemError) -> (kind: Kind, size: Int64) {
    var info = stat()
    guard unsafe fstat(descriptor, &info) == 0 else { throw .last }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return (.file, Int64(info.st_size))
    case S_IFDIR: return (.folder, 0)
    default: return (.other, 0)
    }
  }

  /// Reads so many bytes from a place, or fewer at the end of the file.
  func bytes(at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = unsafe bytes.withUnsafeMutableBytes {
        unsafe pread(
          descriptor, $0.baseAddress?.advanced(by: filled), count - filled,
          off_t(offset) + off_t(filled))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw .last }
      if read == 0 { break }
      filled += read
    }
    return filled == count ? bytes : Array(bytes.prefix(filled))
  }

  /// Writes all bytes behind those that were written before.
  func append(_ bytes: [UInt8]) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .last }
      start += written
    }
  }

  /// Whether a program is writing to the database at this moment, as SQLite tells it by locks.
  ///
  /// A database that is opened as immutable is not locked, so SQLite itself would not notice.
  var isBeingWritten: Bool {
    // The pending byte, and the bytes of which readers hold one: whoever writes has locked either.
    let ranges: [(start: Int64, count: Int64)] = [(0x4000_0000, 1), (0x4000_0002, 510)]
    return ranges.contains { range in
      var lock = flock()
      lock.l_type = Int16(F_RDLCK)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_start = off_t(range.start)
      lock.l_len = off_t(range.count)
      // This one asks and locks nothing; a file system without locks has no writer to tell of.
      return unsafe fcntl(descriptor, Self.asksForLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
  }

  #if canImport(Glibc)
    // F_OFD_GETLK, which the headers hide from Swift; unlike F_GETLK it sees locks of this process.
    private static let asksForLock: Int32 = 36
  #else
    private static let asksForLock = F_GETLK
  #endif
}
