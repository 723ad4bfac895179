#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads the names in a directory.
package enum DirectoryListing {
  /// The visible names, sorted by their bytes.
  package static func names(in path: String) throws(InputError) -> [String] {
    // SAFETY: the stream is closed below; an entry is used before the next is read; its name is
    // terminated.
    guard let directory = unsafe opendir(path) else {
      throw InputError(path: path, errorNumber: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    // An error ends the listing as its end does, and is told by this alone.
    errno = 0
    while let entry = unsafe readdir(directory) {
      let start = unsafe UnsafeRawPointer(entry) + offset
      let name = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if !name.hasPrefix(".") { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw InputError(path: path, errorNumber: errno) }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a path is a symbolic link, which a walk does not follow into directories.
  static func isLink(_ path: String) -> Bool {
    var info = stat()
    // SAFETY: both pointers last for the call.
    return unsafe lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
  }
}
