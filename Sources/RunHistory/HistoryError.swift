package import Database

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Why a history cannot be read or written, and what to do about it.
package struct HistoryError: Error, Sendable, Equatable {
  package var path: String
  package var message: String
  package var advice: String

  package init(_ path: String, _ message: String, advice: String = "") {
    self.path = path
    self.message = message
    self.advice = advice
  }

  /// Puts what SQLite says into words.
  ///
  /// - Parameter isReading: Whether nothing was to be written.
  package init(_ path: String, _ error: DatabaseError, isReading: Bool = false) {
    self.path = path
    if isReading, error.kind == .readOnly || error.kind == .unreadable {
      message = "it cannot be read (\(error.message))"
      advice =
        "check the mode of the file; after an interrupted write, and where an older dnplog wrote it, its"
        + " owner must record into it once"
      return
    }
    // Of the last bytes of a disk SQLite says no more than that it could not write them.
    let isFull = error.kind == .unreadable && Self.isDiskFull(at: path)
    (message, advice) =
      switch isFull ? .full : error.kind {
      case .busy:
        (
          "another program has held its lock for 5 seconds",
          "nothing was changed; try again when that program is done"
        )
      case .full: ("there is no space left on its disk", "free some; what was recorded is kept")
      case .readOnly: ("it cannot be written", "check owner and mode of the file and its directory")
      case .notADatabase: ("this is no history of dnplog", "name another file; it is left alone")
      case .damaged:
        (
          "it is damaged (\(error.message))",
          "restore a copy, or see what 'sqlite3 FILE .recover' saves; it is left alone"
        )
      case .unreadable:
        (
          "it cannot be read or written (\(error.message))",
          "check the path, the mode of its directory and the disk"
        )
      case .noMemory: ("there is not enough memory", "end other programs")
      case .tooLarge: ("a run is too large to be recorded", "lower --max-details")
      case .interrupted, .constraint, .denied, .statement:
        ("it cannot be used (\(error.message))", "restore a copy, or record into a new file")
      }
  }

  /// Whether there is less room than a run takes on the disk of a file, or of its folder.
  private static func isDiskFull(at path: String) -> Bool {
    var status = statvfs()
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    // statvfs(2) reads the path and fills the status during the call.
    guard unsafe statvfs(path, &status) == 0 || statvfs(folder, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 64 << 10
  }
}
