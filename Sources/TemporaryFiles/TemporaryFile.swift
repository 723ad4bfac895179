#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is written as `NAME.dnplog-1` and becomes `NAME` when it is complete; else it is removed.
package final class TemporaryFile {
  /// The open file, which is closed with this value.
  package let descriptor: Int32
  private let path: String
  private let target: String
  private let noted: NotedPath
  private var isThere = true

  /// The most processes that may write one file at a time.
  private static let mostNames = 99
  /// The names that are looked at for what killed processes have left.
  private static let oftenUsed = 1...8

  /// Makes the file beside the one that it becomes, and removes what killed processes have left of it.
  package init(for target: String) throws(TemporaryFileError) {
    var number = 1
    var triesAgain = true
    while true {
      let path = Self.name(number, of: target)
      let noted = NotedPath(path)
      let descriptor = Making.whole { Self.make(path) }
      if descriptor >= 0 {
        self.descriptor = descriptor
        self.path = path
        self.target = target
        self.noted = noted
        break
      }
      let error = errno
      guard error == EEXIST, number < Self.mostNames else {
        throw TemporaryFileError(number: error)
      }
      // What a killed process has left is gone at the second look; what a living one writes is not.
      let isGone = triesAgain && Self.removeLeft(at: path)
      if !isGone { number += 1 }
      triesAgain = !isGone
    }
    for other in Self.oftenUsed where other != number {
      _ = Self.removeLeft(at: Self.name(other, of: target))
    }
  }

  deinit {
    if isThere {
      Making.whole {
        unsafe unlink(path)
        noted.forget()
      }
    }
    // Behind that: who has no lock on a file may not remove it.
    _ = close(descriptor)
  }

  /// Gives the file its name, under which it replaces what was there.
  package func keep() throws(TemporaryFileError) {
    // rename(2) reads both paths during the call.
    let error = Making.whole {
      guard unsafe rename(path, target) == 0 else { return errno }
      noted.forget()
      return 0
    }
    if error != 0 { throw TemporaryFileError(number: error) }
    isThere = false
  }

  private static func name(_ number: Int, of target: String) -> String {
    "\(target).dnplog-\(number)"
  }

  /// Makes and locks a file; -1, with an error number, where that did not work.
  private static func make(_ path: String) -> Int32 {
    // open(2) reads the path during the call.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0, !LifeLock.take(descriptor, at: path) else { return descriptor }
    // Another process took it for one that was left, before it had its lock.
    _ = close(descriptor)
    errno = EEXIST
    return -1
  }

  /// Removes the file at a path if it is ours and its process is gone.
  private static func removeLeft(at path: String) -> Bool {
    guard let descriptor = LifeLock.openLeft(at: path, kind: S_IFREG) else { return false }
    defer { _ = close(descriptor) }
    return unsafe unlink(path) == 0
  }

  /// Opens a new file without a name in a folder; it is gone when it is closed.
  package static func nameless(in folder: String) throws(TemporaryFileError) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, which the headers hide from Swift.
      let nameless = 0o20_000_000 | O_DIRECTORY
      let made = unsafe open(folder, O_RDWR | O_CLOEXEC | nameless, 0o600)
      if made >= 0 { return made }
    #endif
    // Some file systems have no such files.
    var template = Array("\(folder)/dnplog-XXXXXX".utf8CString)
    let descriptor = Making.whole {
      // The call writes to the six letters of the terminated template.
      unsafe template.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return Int32(-1) }
        let made = unsafe mkstemp(start)
        if made >= 0 { _ = unsafe unlink(start) }
        return made
      }
    }
    guard descriptor >= 0 else { throw TemporaryFileError(number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
