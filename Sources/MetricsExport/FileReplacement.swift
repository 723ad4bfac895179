internal import TemporaryFiles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is written part by part and appears under its name only when it is complete.
///
/// Until then it is a temporary `NAME.dnplog-1` beside it, which is gone again where it is not
/// committed. A device or a pipe is written to as it stands; replacing `/dev/null` would break the
/// system.
package struct FileReplacement: ~Copyable {
  /// The path as the caller names it, for messages.
  private let name: String
  private let descriptor: Int32
  /// The file that is made; nil for a device or a pipe.
  private let file: TemporaryFile?
  /// The number of the first error; 0 for none.
  private var code: Int32 = 0

  /// - Parameter mode: Who may read and write it; nil for those of the file that it replaces, or of any
  ///   other file that the caller makes.
  package init(path name: String, mode: UInt32? = nil) throws(ExportError) {
    if name.isEmpty { throw ExportError(path: name, message: "no file name: give a path") }
    let (descriptor, file) = try Self.open(name)
    self.name = name
    self.descriptor = descriptor
    self.file = file
    // A temporary file is its owner's alone.
    if file != nil, fchmod(descriptor, mode.map { mode_t($0) } ?? Self.usualMode(of: name)) != 0 {
      code = errno
    }
  }

  /// The mode of an older file; where there is none, what the mask of the caller leaves.
  private static func usualMode(of path: String) -> mode_t {
    var status = stat()
    // stat(2) reads the path during the call.
    if unsafe stat(path, &status) == 0 { return status.st_mode & 0o777 }
    // A mask is asked for by setting another one.
    let mask = umask(0o077)
    umask(mask)
    return 0o666 & ~mask
  }

  deinit {
    // A temporary file closes itself.
    if file == nil { _ = close(descriptor) }
  }

  private static func open(_ name: String) throws(ExportError) -> (Int32, TemporaryFile?) {
    var status = stat()
    // stat(2) reads the path during the call, and so does open(2).
    if unsafe stat(name, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw ExportError(path: name, message: "is a directory: name a file in it")
      }
      let descriptor = openFile(name, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw failure(name, errno) }
      return (descriptor, nil)
    }
    do throws(TemporaryFileError) {
      let file = try TemporaryFile(for: target(of: name))
      return (file.descriptor, file)
    } catch {
      throw failure(name, error.number)
    }
  }

  /// Whether a path names what is written to as it stands.
  static func isPipeOrDevice(_ path: String) -> Bool {
    var status = stat()
    // stat(2) reads the path during the call.
    guard unsafe stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Appends bytes; after an error nothing more is written.
  package mutating func append(_ bytes: [UInt8]) throws(ExportError) {
    if code == 0 { code = Self.write(bytes, to: descriptor) }
    if code != 0 { throw Self.failure(name, code) }
  }

  /// Gives the file its name; a reader sees the old bytes or the new ones, never a part.
  package consuming func commit() throws(ExportError) {
    guard let file else { return }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if code != 0 { throw Self.failure(name, code) }
    do throws(TemporaryFileError) { try file.keep() } catch {
      throw Self.failure(name, error.number)
    }
  }

  /// Returns the file that a symbolic link names, there already or not, so that the link stays.
  private static func target(of path: String) -> String {
    var path = path
    // As many links in a row as the system follows.
    for _ in 0..<40 {
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { break }
      var text = [CChar](repeating: 0, count: Int(PATH_MAX))
      let length = unsafe readlink(path, &text, text.count)
      guard length > 0, length < text.count else { break }
      let named = String(decoding: text[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = named.hasPrefix("/") ? named : folder + named
    }
    return path
  }

  /// Writes all bytes; returns 0 or the error number.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    // The range lies within the array; the C call only reads it.
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
        #if canImport(Glibc)
          let count = unsafe Glibc.write(descriptor, part.baseAddress, part.count)
        #else
          let count = unsafe Darwin.write(descriptor, part.baseAddress, part.count)
        #endif
        if count > 0 {
          unsafe rest = rest.dropFirst(count)
        } else if count == 0 || errno != EINTR {
          return count == 0 ? EIO : errno
        }
      }
      return 0
    }
  }

  private static func failure(_ path: String, _ code: Int32) -> ExportError {
    let message =
      switch code {
      case ENOENT: "the directory does not exist: create it first"
      case ENOTDIR: "a part of the path is not a directory: check the path"
      case EACCES, EPERM: "no permission to write there: check owner and mode of the directory"
      case ENOSPC, EDQUOT: "no space left: free some; an older file is untouched"
      case EFBIG: "the file would exceed the size limit: raise it; an older file is untouched"
      case EROFS: "the file system is read-only: name another place"
      case EEXIST: "many temporary files beside it are in use: remove what is called NAME.dnplog-N"
      case ENAMETOOLONG: "the name is too long: shorten it"
      default: "cannot be written (\(unsafe String(cString: strerror(code))))"
      }
    return ExportError(path: path, message: message)
  }
}

/// Calls the C function, which the method of the same name hides.
private func openFile(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
