internal import TextWriting

/// Writes lines in a container, and keeps account of which line of the output each came to stand on.
package struct LogWriter: Sendable {
  package let style: LogStyle
  /// What was written and not yet taken.
  package internal(set) var bytes: [UInt8] = []
  /// Where the marked lines stand, in the order of the output.
  package private(set) var marks: [Mark] = []
  /// The number of the line that the next byte belongs to.
  var line = 1

  /// A line of the output that somebody asked to be told about.
  package struct Mark: Sendable, Equatable {
    package let id: Int
    package let line: Int
  }

  package init(style: LogStyle) { self.style = style }

  /// Writes one message.
  package mutating func write(_ entry: LogLine, mark: Int? = nil) {
    if let mark { marks.append(Mark(id: mark, line: line)) }
    switch style {
    case .bare: writeBare(entry)
    case .threadtime: writeThreadtime(entry)
    }
  }

  /// Writes what closes the log.
  package mutating func end() {}

  /// The bytes so far, which are then gone from here.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Ends a line of the output.
  mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    line += 1
  }
}

/// The containers that can be written.
package enum LogStyle: String, Sendable, CaseIterable {
  case bare, threadtime

  /// What its lines carry of all that a judge may need.
  package var shows: Injected.Needs {
    switch self {
    case .bare: [.text]
    case .threadtime: [.text, .times, .fractions, .processes]
    }
  }
}

extension LogWriter {
  /// The tag in brackets, then the message.
  mutating func writeBare(_ entry: LogLine) {
    appendTagged(entry)
    newline()
  }

  /// The message with its tag in brackets, as it stands where the container has no place for tags.
  mutating func appendTagged(_ entry: LogLine) {
    if !entry.tag.isEmpty, !entry.isRecord {
      bytes.append(UInt8(ascii: "["))
      bytes.append(utf8: entry.tag)
      bytes.append(utf8: "] ")
    }
    bytes += entry.message
  }

  /// `11-14 05:48:00.123  1234  5678 I DNP-FETCH: …`
  mutating func writeThreadtime(_ entry: LogLine) {
    let clock = WallClock(entry.time + entry.zoneOffset)
    bytes.append(utf8: NumberText.padded(clock.month, to: 2) + "-")
    bytes.append(utf8: NumberText.padded(clock.day, to: 2) + " ")
    bytes.append(utf8: NumberText.padded(clock.hour, to: 2) + ":")
    bytes.append(utf8: NumberText.padded(clock.minute, to: 2) + ":")
    bytes.append(utf8: NumberText.padded(clock.second, to: 2) + ".")
    bytes.append(utf8: NumberText.padded(clock.micros / 1000, to: 3))
    bytes.append(utf8: " \(entry.process.pid) \(entry.process.tid) I \(entry.tag): ")
    bytes += entry.message
    newline()
  }
}
