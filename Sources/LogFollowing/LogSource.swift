package import LogReading

/// Where the bytes of a log that is still being written come from.
package protocol LogSource: AnyObject {
  /// Gives the next bytes, or says what became of the source; it never waits.
  func next(into buffer: inout [UInt8]) throws(InputError) -> SourceStep

  /// Gives what is there and was kept back too, such as half a line, until it says that it is at its end.
  func drain(into buffer: inout [UInt8]) throws(InputError) -> SourceStep

  /// The descriptors that are ready when there is something to do.
  var descriptors: [Int32] { get }

  /// Opens the source again where it has a name, as a writer does that was asked to.
  func reopen()

  /// When the log was written to last, in microseconds since 1970; nil where nothing shows it.
  var lastWrite: Int64? { get }

  /// Where a later call would go on; nil where it cannot.
  func position() -> FilePosition?
}

/// What a source has to give.
package enum SourceStep: Sendable, Equatable {
  /// So many bytes, at the start of the buffer.
  case bytes(Int)
  case notice(SourceNotice)
  /// Nothing now: to be asked again when a descriptor is ready, and in any case after these seconds.
  case nothing(seconds: Double)
  /// Nothing any more.
  case end
}

/// What became of a source while it was watched.
package enum SourceNotice: Sendable, Equatable {
  /// Another file has the name; the old one was read to its end.
  case rotated
  /// The file was cut, and begins again. Of so many bytes it is known that they were lost.
  case truncated(lost: Int64)
  /// The end of the file was cut off, and it goes on from there. So many bytes were lost before they were
  /// read; nil where that is not known.
  case shortened(lost: Int64?)
  /// The file was replaced by a copy of itself, in which the reading goes on.
  case replaced
  /// No file has the name.
  case absent
  /// A file has the name, which had none before.
  case present
  /// The file cannot be opened.
  case unreadable(String)
  /// The file was opened again, as asked for.
  case reopened
  /// A command ended, and is started again after so many seconds.
  case ended(status: String, seconds: Double)
  /// A command was started once more.
  case started
  /// So many lines that a command printed were known already.
  case repeated(lines: Int64)
  /// A command said something on standard error.
  case complaint(String)

  /// Whether bytes of the log are known to be lost.
  package var isLoss: Bool {
    switch self {
    case .truncated(let lost): lost > 0
    case .shortened(let lost): lost != 0
    default: false
    }
  }
}

extension [UInt8] {
  /// The number of bytes up to the last newline of the first so many; none where there is no newline.
  func wholeLines(of count: Int) -> Int {
    var end = count
    while end > 0, self[end - 1] != 0x0A { end -= 1 }
    return end
  }
}
