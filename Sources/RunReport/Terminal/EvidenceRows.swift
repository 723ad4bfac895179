internal import RuleLanguage
internal import TextWriting

/// The lines that prove a finding, with notes between them that say what is wrong there.
struct EvidenceRows {
  /// A line of the log, or a note below one.
  struct Row: Equatable {
    /// The file and line that the row is of; nil for a note below the row before.
    var file: String?
    var line: Int64?
    /// The place as terminals and editors link it; nil for a note.
    var place: String?
    var text: String
    var isNote = false
    /// Whether the number is not in the gutter yet.
    var isNew = true
    /// The most rows of the page that the text may take.
    var rows = 20
  }

  private(set) var rows: [Row] = []
  /// More near misses than this say no more.
  private static let nearMisses = 3
  /// More alternatives than this are only counted.
  private static let alternatives = 2

  /// - Parameter isWhole: Whether the heads of lines and all alternatives are shown.
  init(of finding: Finding, isWhole: Bool) {
    // A line that something is missing after shows no more than where; others show what is wrong.
    let limit = isWhole ? 20 : finding.missing.isEmpty ? 4 : 1
    for evidence in finding.evidence {
      add(evidence, isWhole: isWhole, rows: limit)
      if evidence.role == .excuse { addNote("this excuses it") }
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
      text = "\(InstantText.time(time)) \(message)"
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

  /// No log format writes a longer head.
  private static let longestHead = 120

  private mutating func addNote(_ text: String) {
    rows.append(Row(file: nil, line: nil, text: "↳ " + text, isNote: true))
  }

  /// Adds what came near to the missing event, below its line if that is shown.
  private mutating func add(_ miss: Finding.NearMiss, file: String?, isWhole: Bool) {
    let text = "↳ " + miss.note(isWhole: isWhole)
    let isShown = rows.contains { $0.line == miss.line && !$0.isNote }
    rows.append(
      Row(file: file, line: miss.line, text: text, isNote: true, isNew: !isShown))
  }

  /// Returns what is missing: "no fetch_success or fetch_failure (or 4 others) by 05:50:30Z".
  private static func lack(of finding: Finding, isWhole: Bool) -> String {
    if finding.missing.isEmpty || finding.outcome == .satisfied { return "" }
    let shown = isWhole ? finding.missing[...] : finding.missing.prefix(alternatives)
    let rest = finding.missing.count - shown.count
    var text = "no " + shown.joined(separator: " or ")
    if rest > 0 { text += " (or \(TextLayout.plural(rest, "other")))" }
    if let deadline = finding.deadline {
      let day = finding.evidence.last?.time.map { WallClock.day(of: $0) }
      let isSameDay = day == WallClock.day(of: deadline)
      text += " by " + (isSameDay ? InstantText.time(deadline) : InstantText.iso(deadline))
    }
    return text
  }
}
