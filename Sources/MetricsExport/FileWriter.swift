#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file could not be written.
package struct ExportError: Error, Equatable, CustomStringConvertible {
  package var path: String
  /// What went wrong, and what to do about it.
  package var message: String
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
  package var description: String { "\(path): \(message)" }
}

/// Replaces files whole: a reader sees the old bytes or the new ones, never a part.
package enum FileWriter {
  /// Writes the bytes to a file of mode 0644, by way of a temporary `NAME.PID` beside it.
  ///
  /// A device or a pipe is written to as it stands; replacing `/dev/null` would break the system.
  package static func replace(path: String, bytes: [UInt8]) throws(ExportError) {
    if path.isEmpty { throw ExportError(path: path, message: "no file name: give a path") }
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG: break
      case S_IFDIR:
        throw ExportError(path: path, message: "is a directory: name a file in it")
      default:
        return try overwrite(path: path, bytes: bytes)
      }
    }
    try replaceRegular(path: target(of: path), bytes: bytes, named: path)
  }

  /// The file that a symbolic link names, so that the link stays.
  private static func target(of path: String) -> String {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let real = unsafe realpath(path, nil)
    else { return path }
    // The C library allocated the name.
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func replaceRegular(
    path: String, bytes: [UInt8], named name: String
  ) throws(ExportError) {
    let temporary = "\(path).\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = unsafe open(temporary, flags, 0o644)
    if descriptor < 0, errno == EEXIST {
      // Left by a process of this number that was killed.
      unsafe unlink(temporary)
      descriptor = unsafe open(temporary, flags, 0o644)
    }
    if descriptor < 0 { throw failure(name, errno) }
    // The mask of the caller may be narrower, and the collector runs as another user.
    var code = fchmod(descriptor, 0o644) == 0 ? 0 : errno
    if code == 0 { code = write(bytes, to: descriptor) }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0, unsafe rename(temporary, path) != 0 { code = errno }
    if code != 0 {
      unsafe unlink(temporary)
      throw failure(name, code)
    }
  }

  private static func overwrite(path: String, bytes: [UInt8]) throws(ExportError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    if descriptor < 0 { throw failure(path, errno) }
    var code = write(bytes, to: descriptor)
    if close(descriptor) != 0, code == 0 { code = errno }
    if code != 0 { throw failure(path, code) }
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
      case ENAMETOOLONG: "the name is too long: shorten it"
      default: "cannot be written (\(unsafe String(cString: strerror(code))))"
      }
    return ExportError(path: path, message: message)
  }
}
