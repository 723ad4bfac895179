#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A folder that only its owner may enter, gone at the end with the few files that it may hold.
package struct TemporaryFolder: ~Copyable {
  /// The absolute path, without symbolic links.
  package let path: String
  private let descriptor: Int32
  private let files: [String]
  /// What a signal removes.
  private let notes: [NotedPath]

  /// Makes a folder `NAME-XXXXXX` in the folder that `TMPDIR` names, and removes there what killed
  /// processes have left of that name.
  ///
  /// - Parameter files: The names of the files that may be made in it.
  package init(_ name: String, files: [String]) throws(TemporaryFileError) {
    let parent = Self.parent
    Self.removeLeft(name, files, in: parent)
    for _ in 0..<10 {
      var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
      let made = Making.whole { () -> (path: String, descriptor: Int32, notes: [NotedPath])? in
        // The call writes to the six letters of the terminated template.
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
          unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
        }
        guard isMade else { return nil }
        let given = String(
          decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = Self.resolved(given) ?? given
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let notes = files.map { NotedPath("\(path)/\($0)") }
        return (path, descriptor, [NotedPath(path, isFolder: true)] + notes)
      }
      guard let made else { throw TemporaryFileError(number: errno) }
      // Another process may have taken it for one that was left, before it had its lock.
      guard made.descriptor >= 0, LifeLock.take(made.descriptor, at: made.path) else {
        let error = errno
        if made.descriptor >= 0 { _ = close(made.descriptor) }
        unsafe rmdir(made.path)
        if made.descriptor < 0, error != ENOENT { throw TemporaryFileError(number: error) }
        continue
      }
      (path, descriptor, notes) = made
      self.files = files
      return
    }
    throw TemporaryFileError(number: EEXIST)
  }

  deinit {
    Self.remove(path, files)
    _ = close(descriptor)
  }

  /// The folder that `TMPDIR` names.
  package static var parent: String {
    // The variable's text is copied at once, and nothing here sets variables.
    let named = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    return named.isEmpty ? "/tmp" : named
  }

  private static func resolved(_ path: String) -> String? {
    // The call reads the path, and returns a terminated text that is freed here.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  private static func remove(_ path: String, _ files: [String]) {
    for file in files { unsafe unlink("\(path)/\(file)") }
    unsafe rmdir(path)
  }

  /// Removes the folders of that name whose processes are gone; what else is in one keeps it.
  private static func removeLeft(_ name: String, _ files: [String], in parent: String) {
    for path in paths(named: name, in: parent) {
      guard let descriptor = LifeLock.openLeft(at: path, kind: S_IFDIR) else { continue }
      remove(path, files)
      _ = close(descriptor)
    }
  }

  private static func paths(named name: String, in parent: String) -> [String] {
    guard let directory = unsafe opendir(parent),
      let offset = MemoryLayout<dirent>.offset(of: \.d_name)
    else { return [] }
    // The stream is closed below; an entry is used before the next is read; its name is terminated.
    defer { unsafe closedir(directory) }
    var paths: [String] = []
    while let entry = unsafe readdir(directory) {
      let start = unsafe UnsafeRawPointer(entry) + offset
      let found = unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
      if found.hasPrefix("\(name)-"), found.utf8.count == name.utf8.count + 7 {
        paths.append("\(parent)/\(found)")
      }
    }
    return paths
  }
}
