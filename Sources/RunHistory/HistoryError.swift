package import Database

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
  package init(_ path: String, _ error: DatabaseError) {
    self.path = path
    (message, advice) =
      switch error.kind {
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
}
