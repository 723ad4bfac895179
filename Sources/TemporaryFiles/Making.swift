internal import CTemporaries
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error number of the operating system, of a temporary file that could not be made.
package struct TemporaryFileError: Error {
  package let number: Int32
}

/// The signals that end the program, and remove its temporary files first.
package enum EndingSignals {
  /// Has a signal end the program from now on, without its temporary files; a signal handler may call it.
  ///
  /// All signals that nothing else handles are handled so as soon as the first file is made.
  package static func end(on signal: Int32) { dnp_end_on(signal) }
}

/// A path that a signal has removed.
final class NotedPath: Sendable {
  /// The place in the table; -1 where it was full, and a signal leaves the file to the next run.
  private let place: Atomic<Int32>

  /// Notes a path before anything is there.
  init(_ path: String, isFolder: Bool = false) {
    // The call copies the text.
    place = Atomic(unsafe dnp_note_temporary(path, isFolder))
  }

  /// Forgets the path: what is there from now on may be another process's.
  func forget() { dnp_forget_temporary(place.exchange(-1, ordering: .relaxed)) }

  deinit { forget() }
}

/// What is done to temporary files while no signal can end the program.
enum Making {
  /// Does something short: a signal waits until it is done.
  static func whole<Result: ~Copyable>(_ work: () -> Result) -> Result {
    dnp_begin_making()
    defer { dnp_end_making() }
    return work()
  }
}

/// The lock by which others see that the process of a temporary file still lives.
enum LifeLock {
  /// Takes the lock of an open file, unless somebody has it, and says whether its path still leads to it.
  ///
  /// Only who has the lock of what is at a path may remove it.
  static func take(_ descriptor: Int32, at path: String) -> Bool {
    // A file system without locks has no file that is known to be left: none is removed, and each
    // process works with its own.
    let isFree = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    if !isFree, errno == EWOULDBLOCK || errno == EINTR { return false }
    var (opened, named) = (stat(), stat())
    // Both calls fill what Swift lends them.
    guard unsafe fstat(descriptor, &opened) == 0, unsafe lstat(path, &named) == 0 else {
      return false
    }
    return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  /// Opens what a process that is gone has left at a path; nil for anything else.
  static func openLeft(at path: String, kind: mode_t) -> Int32? {
    // Neither a link is followed nor a pipe waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    let isOurs =
      unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind
      && status.st_uid == geteuid()
    if isOurs, flock(descriptor, LOCK_EX | LOCK_NB) == 0, take(descriptor, at: path) {
      return descriptor
    }
    _ = close(descriptor)
    return nil
  }
}
