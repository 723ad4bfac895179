/// The notes of a log on lines that it lost, and whose they were. Only notes by programs that keep
/// logs count, since any program may speak of what it suppresses.
package struct LossNotes: Sendable, Equatable, Codable {
  /// The texts by which such notes are found.
  static let needles = [
    "chatty", "Suppressed", "-limiting", "QUARANTINED", "live streaming", " unreliable messages",
  ].map { Array($0.utf8) }

  /// The most processes that are told apart; further losses count for all.
  private static let processLimit = 256

  /// The number of notes that name no process.
  package private(set) var ofAnyone: Int64 = 0
  /// The number of notes on each process, which is -1 where the line has no number.
  package private(set) var byProcess: [Int32: Int64] = [:]

  package init() {}

  /// Reads a line that holds no event.
  mutating func read(_ line: Span<UInt8>) {
    if line.finds("chatty"), line.finds(" expire "), line.finds(" line") {
      // The head is that of the process whose lines are lost; `identical` lines stand in the log.
      let head = LineHead.read(line)
      let tag = line.trimmed(head.tagColumn)
      if tag.count == 6, line.holds("chatty", at: tag.lowerBound) { add(of: head.pid) }
    } else if line.finds("systemd-journald"), let place = line.end(of: "Suppressed ") {
      guard let number = line.processNumber(at: place),
        line.holds(" messages from ", at: number.end)
      else { return }
      // It names a unit, and no line of a log tells its unit.
      ofAnyone &+= 1
    } else if line.finds("rsyslogd"), line.finds(" due to rate-limiting") {
      if let place = line.end(of: "from pid ") ?? line.end(of: "[pid: "),
        let number = line.processNumber(at: place)
      {
        add(of: number.pid)
      } else {
        ofAnyone &+= 1
      }
    } else if line.finds("QUARANTINED DUE TO HIGH LOGGING VOLUME") {
      add(of: LineHead.read(line).pid)
    } else if line.finds("lost "), line.finds(" unreliable messages from ") {
      // Of log show, in the place of the messages.
      ofAnyone &+= 1
    } else if line.finds("=== Messages dropped during live streaming") {
      ofAnyone &+= 1
    }
  }

  private mutating func add(of process: Int32) {
    if byProcess[process] == nil, byProcess.count == Self.processLimit {
      ofAnyone &+= 1
    } else {
      byProcess[process, default: 0] &+= 1
    }
  }

  /// Adds the notes of another input.
  package mutating func add(_ other: LossNotes) {
    ofAnyone &+= other.ofAnyone
    for (process, count) in other.byProcess { byProcess[process, default: 0] &+= count }
  }

  /// The number of notes that lines of these processes may be lost.
  ///
  /// Losses of other processes do not count; without known processes, any loss does.
  package func count(for processes: [Int32]) -> Int64 {
    let counted = processes.isEmpty ? Array(byProcess.keys) : processes
    return counted.reduce(ofAnyone) { $0 + (byProcess[$1] ?? 0) }
  }
}

extension Span where Element == UInt8 {
  fileprivate func finds(_ text: StaticString) -> Bool { end(of: text) != nil }

  /// The index behind the first occurrence of a text.
  fileprivate func end(of text: StaticString) -> Int? {
    firstRange(of: text, in: indices)?.upperBound
  }
}
