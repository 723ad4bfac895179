internal import LogFollowing
internal import RunReport
internal import TextWriting

/// Something that is told while a log is watched.
enum WatchEvent {
  /// The watching began; behind how many bytes, where it goes on from a checkpoint.
  case start(resumedAt: Int64?)
  case source(SourceNotice)
  case change(RunChange)
  /// Nothing has come for so many seconds.
  case silence(Double)
  /// How the run stands.
  case status

  /// Returns the line for people; nil for what they are not told, or see elsewhere.
  func line(
    of name: String, _ summary: RunSummary, _ detail: TextRenderer.Detail
  ) -> LiveText.Line? {
    switch self {
    case .start(let bytes):
      let place =
        bytes.map { "goes on behind \(TextLayout.plural($0, "byte"))" } ?? "from its start"
      return detail == .quiet ? nil : LiveText.Line("watching", "\(name), \(place)")
    case .source(let notice):
      if detail == .quiet, !notice.isLoss { return nil }
      return LiveText.Line(notice.mark, notice.words(of: name))
    case .change(let change):
      return LiveText.isTold(change, detail) ? LiveText.line(of: change, in: summary) : nil
    case .silence(let seconds):
      return detail == .quiet
        ? nil
        : LiveText.Line(
          "silent", "for \(TextLayout.span(seconds.rounded())): the clock decides what is due now")
    case .status: return nil
    }
  }

  /// Returns the record for programs.
  func record(of name: String, _ status: LiveStatus) -> LiveRecord {
    switch self {
    case .start(let bytes): .start(input: name, resumedAt: bytes)
    case .source(let notice):
      .source(change: notice.mark, lostBytes: notice.lostBytes, message: notice.words(of: name))
    case .change(let change): .change(change, status.summary)
    case .silence(let seconds): .silence(seconds: seconds)
    case .status: .status(status.summary, bytes: status.bytes, silence: status.silence)
    }
  }
}

extension SourceNotice {
  /// The word in front of its line, which is its name for programs.
  var mark: String {
    switch self {
    case .rotated: "rotated"
    case .truncated: "truncated"
    case .shortened: "shortened"
    case .replaced: "replaced"
    case .absent: "absent"
    case .present: "present"
    case .unreadable: "unreadable"
    case .reopened: "reopened"
    case .ended: "ended"
    case .started: "started"
    case .repeated: "repeated"
    case .complaint: "stderr"
    }
  }

  /// How many bytes are known to be lost.
  var lostBytes: Int64? {
    switch self {
    case .truncated(let lost): lost
    case .shortened(let lost): lost
    default: nil
    }
  }

  /// A sentence for people.
  func words(of name: String) -> String {
    switch self {
    case .rotated: "another file has the name \(name) now; the one before was read to its end"
    case .truncated(0): "\(name) was cut and begins again; no loss is known"
    case .truncated(let lost): "\(name) was cut and begins again; \(Self.words(ofLost: lost))"
    case .shortened(0): "the end of \(name) was cut off; what is added is read"
    case .shortened(nil):
      "the end of \(name) was cut off, and nothing shows where: lines that came behind the cut may be lost"
    case .shortened(let lost?):
      "the end of \(name) was cut off; \(Self.words(ofLost: lost)); what is added is read"
    case .replaced: "\(name) was replaced by a copy of itself; nothing is read twice"
    case .absent: "there is no \(name); it is waited for"
    case .present: "\(name) is there"
    case .unreadable(let message): "\(name) cannot be read: \(message); it is tried again"
    case .reopened: "\(name) was opened again, as asked for"
    case .ended(let status, let seconds):
      "the command ended with \(status); it is started again in \(TextLayout.span(seconds))"
    case .started: "the command was started again"
    case .repeated(let lines):
      "\(TextLayout.plural(lines, "line")) came once more and were not counted again"
    case .complaint(let text): text
    }
  }

  private static func words(ofLost count: Int64) -> String {
    "\(TextLayout.plural(count, "byte")) \(count == 1 ? "was" : "were") lost before being read"
  }
}
