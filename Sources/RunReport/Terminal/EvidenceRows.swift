internal import RuleLanguage
internal import TextWriting

/// The lines that prove a finding, with notes between them that say what is wrong there.
struct EvidenceRows {
  /// A line of the log, or a note below one.
  struct Row: Equatable {
    /// The file and line that the row shows; nil for a note that belongs to the row before.
    var file: String?
    var line: Int64?
    /// The place as terminals and editors link it; nil for a note.
    var place: String?
    var text: String
    var isNote = false
    /// The most rows of the page that the text may take.
    var rows = 20
  }

  private(set) var rows: [Row] = []
  private let firstDay: Int64?
  /// More near misses than this say no more.
  private static let nearMisses = 3
  /// - Parameters:
  ///   - firstDay: The day on which the log begins: the times of others are shown with their dates.
  ///   - isWhole: Whether the heads of lines and all alternatives are shown.
  init(of finding: Finding, firstDay: Int64?, isWhole: Bool) {
    self.firstDay = firstDay
    for (place, evidence) in finding.evidence.enumerated() {
      // The line that something is missing after shows no more than where, one that ended the wait a little
      // more; others show what is wrong.
      let isMet = !finding.missing.isEmpty && evidence.role == .met
      let limit = isMet ? min(place + 1, 2) : 4
      add(evidence, isWhole: isWhole, rows: isWhole ? 20 : limit)
      if evidence.role == .excuse { addNote("this excuses it") }
      if evidence.role == .end { addNote("here the process ended") }
    }
    let lacks = Self.lack(of: finding, isWhole: isWhole)
    if !lacks.isEmpty, !rows.isEmpty { addNote(lacks) }
    let file = finding.evidence.last?.file
    let misses = finding.nearMisses.filter { isWhole || $0.isClear }
    for miss in misses.prefix(isWhole ? misses.count : Self.nearMisses) {
      add(miss, file: file, isWhole: isWhole)
    }
  }

  private mutating func add(_ evidence: Finding.Evidence, isWhole: Bool, rows limit: Int) {
    var text = evidence.text
    // The line's own head says no more than the time in front of it.
    if !isWhole || evidence.isCarried, let time = evidence.time,
      let message = evidence.isCarried ? text[...] : Self.message(of: text)
    {
      let isFirstDay = firstDay == nil || WallClock.day(of: time) == firstDay
      text = "\(isFirstDay ? InstantText.time(time) : InstantText.iso(time)) \(message)"
    }
    if text.isEmpty { text = evidence.event }
    rows.append(
      Row(
        file: evidence.file, line: evidence.line, place: evidence.place, text: text, rows: limit))
  }

  /// Returns a line without what stands in front of the plugin's tag; nil if it has none at its
  /// beginning.
  private static func message(of text: String) -> Substring? {
    guard let tag = text.firstRange(of: "[DNP-"),
      text.utf8.distance(from: text.startIndex, to: tag.lowerBound) <= longestHead
    else { return nil }
    return text[tag.lowerBound...]
  }

  /// A tag further behind is quoted by a message.
  private static let longestHead = 120

  private mutating func addNote(_ text: String) {
    rows.append(Row(text: "↳ " + text, isNote: true))
  }

  /// Adds what came near to the missing event, below its line if that is shown.
  private mutating func add(_ miss: Finding.NearMiss, file: String?, isWhole: Bool) {
    let text = "↳ " + miss.note(isWhole: isWhole)
    var row = Row(text: text, isNote: true)
    if let shown = rows.lastIndex(where: { $0.line == miss.line && $0.file == file }) {
      let behind = rows[(shown + 1)...].prefix { $0.line == nil }.endIndex
      rows.insert(row, at: behind)
    } else {
      row.file = file
      row.line = miss.line
      rows.append(row)
    }
  }

  /// Returns what is missing: "no fetch_success or fetch_failure (or 4 others) by 05:50:30Z".
  private static func lack(of finding: Finding, isWhole: Bool) -> String {
    if finding.missing.isEmpty || finding.outcome == .satisfied { return "" }
    var text = finding.lack(naming: isWhole ? .max : 2)
    if let deadline = finding.deadline {
      let day = finding.evidence.last?.time.map { WallClock.day(of: $0) }
      let isSameDay = day == WallClock.day(of: deadline)
      text += " by " + (isSameDay ? InstantText.time(deadline) : InstantText.iso(deadline))
    }
    return text
  }
}
