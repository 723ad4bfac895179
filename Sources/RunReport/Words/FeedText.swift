internal import TextWriting

extension FeedSummary {
  /// `feed.json: 5 messages, for region ON, version 1.4.0, on 2025-11-15, receipts of receipts.json`
  var words: String {
    let count = rows.count.addingSaturated(omittedRows)
    let known = [
      region.map { "region \($0)" }, appVersion.map { "version \($0)" }, today.map { "on \($0)" },
      receipts.map { $0 == "none" ? "no receipt" : "receipts of \($0)" },
    ].compactMap { $0 }
    let held = known.isEmpty ? "held against nothing" : "for " + known.joined(separator: ", ")
    return "\(TextLayout.plural(count, "message")), \(held)"
  }

  /// The heads of the table of messages.
  var columns: [String] { ["message", "verdict"] + (isTold == nil ? [] : ["the log"]) }

  func cells(of row: Row) -> [String] {
    let name = "\(row.place)" + (row.id.map { " " + $0 } ?? "")
    return [name, row.verdict.rawValue] + (isTold == nil ? [] : [told(of: row)])
  }

  /// What the log tells of a message.
  func told(of row: Row) -> String {
    guard let first = row.displays.first else {
      return isTold == true ? "not shown" : "tells of no message"
    }
    var text = "shown"
    if let time = first.time, !WallClock.lacksYear(time) { text += " at \(InstantText.iso(time))" }
    text += " line \(first.line)"
    let more = (row.displayCount ?? 0) - 1
    return more > 0 ? text + ", and \(TextLayout.plural(more, "more time"))" : text
  }
}

extension FeedSummary.Verdict {
  /// The mark before a row.
  var mark: String {
    switch self {
    case .shown: "✓"
    case .waits, .alreadyShown: "·"
    case .expired, .notYet, .otherRegion, .otherVersion: " "
    case .faulty: "✗"
    case .unknown: "?"
    }
  }

  var role: Palette.Role {
    switch self {
    case .shown: .good
    case .waits, .alreadyShown, .expired, .notYet, .otherRegion, .otherVersion: .quiet
    case .faulty: .bad
    case .unknown: .doubtful
    }
  }
}
