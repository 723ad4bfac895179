internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// How a run that goes on stands at a moment, beside its summary.
package struct LiveStatus: Sendable {
  package var name = ""
  package var summary = RunSummary()
  /// The findings that were told, the last first.
  package var findings: [RunChanges.Told] = []
  package var bytes: Int64 = 0
  /// Bytes a second, lately.
  package var rate = 0.0
  package var silence = LiveSilence()
  /// What became of the source last, and when it did, the last first.
  package var notices: [String] = []
  package init() {}
}

/// The run as a page of a terminal: no more rows and columns than there are.
package enum LivePage {
  /// Returns the rows, without ends of lines.
  package static func rows(
    of status: LiveStatus, width: Int, height: Int, isColoured: Bool
  ) -> [String] {
    let palette = isColoured ? Palette.ansi : .plain
    let head = head(of: status)
    let foot = foot(of: status, width: width, height: height)
    // Where there is room for little, the verdict comes first.
    let shownHead = head.prefix(max(0, height - foot.count))
    let body = body(of: status, width: width, room: height - shownHead.count - foot.count)
    let rows = shownHead + body + foot
    return rows.suffix(max(1, height)).map { $0.text(width: width, palette) }
  }

  /// From how many columns and rows on texts go on in a second row.
  private static let (roomyWidth, roomyHeight) = (40, 16)

  // MARK: Head and foot

  private static func head(of status: LiveStatus) -> [LiveRow] {
    let summary = status.summary
    var size = "\(TextLayout.size(Double(status.bytes))), \(TextLayout.size(status.rate))/s"
    size += ", " + summary.extent
    var times: [String] = []
    if let last = summary.lastTime { times.append("last line \(InstantText.iso(last))") }
    let silence = status.silence.seconds.rounded(.down)
    if silence >= 2 { times.append("silent for \(TextLayout.span(silence))") }
    return [
      LiveRow([(.heading, "dnplog watch "), (nil, status.name)]),
      LiveRow([(nil, size)]),
      LiveRow([(nil, times.isEmpty ? "no line with a time yet" : times.joined(separator: ", "))]),
      LiveRow([(nil, summary.counters.shortWords)]),
    ]
  }

  private static func foot(of status: LiveStatus, width: Int, height: Int) -> [LiveRow] {
    let summary = status.summary
    let silent = status.silence.findings
    let role: Palette.Role =
      switch summary.verdict {
      case .pass: silent == 0 ? .good : .doubtful
      case .fail: .bad
      case .inconclusive: .doubtful
      }
    let reason = summary.reasons.first.map { ": \($0)" } ?? ""
    // What the clock alone says is in no verdict.
    let rest = silent == 0 ? "" : ", and \(TextLayout.plural(silent, "finding")) by silence"
    let word = "\(summary.verdict.word) so far\(rest)"
    // A long reason goes on in a second row, where there is room for it.
    let lines =
      width >= roomyWidth && height >= roomyHeight
      ? TextLayout.rows(of: word + reason, width: width, limit: 2) : [word + reason]
    var rows = lines.map { LiveRow([(nil, $0)]) }
    rows[0] = LiveRow([(role, word), (nil, String(lines[0].dropFirst(word.count)))])
    if let notice = status.notices.first { rows.insert(LiveRow([(.quiet, notice)]), at: 0) }
    return rows
  }

  // MARK: Cycles and findings

  private static func body(of status: LiveStatus, width: Int, room: Int) -> [LiveRow] {
    guard room >= 2 else { return (0..<max(0, room)).map { _ in LiveRow() } }
    let cycles = cycleRows(of: status).map { [$0] }
    // Each list has a heading, and as many rows as the other one leaves.
    let hasGap = room >= 12
    let lines = room - (hasGap ? 4 : 3)
    let findings = findingRows(of: status, width: width, isDetailed: lines >= 8)
    guard lines >= 2 else {
      let rows = status.findings.isEmpty ? cycles : findings
      return padded([LiveRow()] + shown(rows, room - 1), to: room)
    }
    let wanted = findings.reduce(0) { $0 + $1.count }
    let cycleRoom = min(cycles.count, max(lines / 2, lines - wanted))
    var rows = [LiveRow(), LiveRow([(.heading, "Open cycles and deadlines")])]
    rows += shown(cycles, cycleRoom)
    if hasGap { rows.append(LiveRow()) }
    rows.append(LiveRow([(.heading, "Findings, errors first")]))
    rows += shown(findings, lines - cycleRoom)
    return padded(rows, to: room)
  }

  /// The first items that fit, and the number of those that do not.
  private static func shown(_ items: [[LiveRow]], _ room: Int) -> [LiveRow] {
    if items.reduce(0, { $0 + $1.count }) <= room { return items.flatMap(\.self) }
    var rows: [LiveRow] = []
    var count = 0
    for item in items {
      guard rows.count + item.count < room else { break }
      rows += item
      count += 1
    }
    return rows + (room > 0 ? [LiveRow([(.quiet, "  … and \(items.count - count) more")])] : [])
  }

  private static func padded(_ rows: [LiveRow], to count: Int) -> [LiveRow] {
    rows + (0..<max(0, count - rows.count)).map { _ in LiveRow() }
  }

  private static func cycleRows(of status: LiveStatus) -> [LiveRow] {
    let summary = status.summary
    let deadlines = summary.runningDeadlines.filter { $0.rule != nil }
    let now = (summary.lastTime ?? 0).addingSaturated(Int64(status.silence.seconds * 1_000_000))
    var rows: [(due: Int64, row: LiveRow)] = []
    var used: Set<Int> = []
    for cycle in summary.openCycles {
      let own = deadlines.indices.filter { cycle.names.contains(deadlines[$0].scope) }
      used.formUnion(own)
      let last = cycle.steps.last { $0.status == .seen }.map { ", after \($0.event)" } ?? ""
      let next = own.first.map { words(of: deadlines[$0], at: now) }
      let due = own.first.map { deadlines[$0].instant } ?? cycle.due ?? .max
      let row = LiveRow([
        (nil, "  \(LiveText.name(of: cycle)): "),
        (
          due < now && cycle.assumed.isEmpty ? .doubtful : nil,
          next ?? notification(of: cycle, at: now)
        ), (.quiet, last),
      ])
      rows.append((due, row))
    }
    for (number, deadline) in deadlines.enumerated() where !used.contains(number) {
      let rule = deadline.rule ?? ""
      let scope = deadline.scope.isEmpty ? rule : deadline.scope
      let row = LiveRow([
        (nil, "  \(scope): "),
        (deadline.instant < now ? .doubtful : nil, words(of: deadline, at: now)),
        (.quiet, " (\(rule))"),
      ])
      rows.append((deadline.instant, row))
    }
    if rows.isEmpty { return [LiveRow([(.quiet, "  none")])] }
    // What is due next comes first.
    return rows.enumerated().sorted { ($0.element.due, $0.offset) < ($1.element.due, $1.offset) }
      .map(\.element.row)
  }

  private static func notification(of cycle: CycleSummary, at now: Int64) -> String {
    guard let time = cycle.notificationTime, !WallClock.lacksYear(time) else {
      return "waits for no deadline"
    }
    if !cycle.assumed.isEmpty { return "notification due when the time zone of the lines says so" }
    // It is in time until three minutes behind its time.
    if let due = cycle.due, time <= now, now <= due { return "notification due now" }
    return "notification \(LiveText.left(until: time, at: now))"
  }

  private static func words(of deadline: RunningDeadline, at now: Int64) -> String {
    let rest = deadline.missing.count - 1
    let others = rest > 0 ? " or \(TextLayout.plural(rest, "other"))" : ""
    let first = deadline.missing.first ?? "an event"
    return "\(first)\(others) \(LiveText.left(until: deadline.instant, at: now))"
  }

  /// The findings, with what is wrong on rows of its own where there is room for it.
  private static func findingRows(
    of status: LiveStatus, width: Int, isDetailed: Bool
  ) -> [[LiveRow]] {
    let told = ranked(status.findings.filter { $0.finding.outcome != .excused })
    if told.isEmpty { return [[LiveRow([(.quiet, "  none")])]] }
    return told.map { told in
      let (finding, isOver) = (told.finding, told.state == .corrected)
      let role: Palette.Role =
        switch told.state {
        case .corrected: .quiet
        case .bySilence: .doubtful
        case .certain, .confirmed:
          finding.outcome == .violated && finding.severity == .error ? .bad : .doubtful
        }
      let text: Palette.Role? = isOver ? .quiet : nil
      let mark = (role, "  \(TextLayout.padded(LiveText.mark(of: finding, told.state), to: 10)) ")
      let head = LiveText.head(of: finding, in: status.summary)
      let account = LiveText.account(of: finding)
      if !isDetailed {
        // Where there is little room, what is wrong says more than the name of the rule.
        return [LiveRow([mark, (text, width < 80 ? account : "\(head): \(account)")])]
      }
      let cause = finding.cause.map { " (follows from \($0))" } ?? ""
      let lines =
        width >= roomyWidth
        ? TextLayout.rows(of: account, width: width - 4, limit: 2) : [account]
      return [LiveRow([mark, (text, head), (.quiet, cause)])]
        + lines.map { LiveRow([(text, "    \($0)")]) }
    }
  }

  /// The findings in the order in which they matter: what holds, errors, causes, and the last first.
  private static func ranked(_ findings: [RunChanges.Told]) -> [RunChanges.Told] {
    func rank(_ told: RunChanges.Told) -> Int {
      (told.state == .corrected ? 4 : 0) + (told.finding.severity == .error ? 0 : 2)
        + (told.finding.cause == nil ? 0 : 1)
    }
    return findings.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }
}

/// A row of pieces, each in the colour of its meaning.
private struct LiveRow {
  var pieces: [(role: Palette.Role?, text: String)]

  init(_ pieces: [(Palette.Role?, String)] = []) { self.pieces = pieces }

  /// Returns the row, no wider than a width, with nothing in it that commands the terminal.
  func text(width: Int, _ palette: Palette) -> String {
    var left = width
    var text = ""
    for (role, piece) in pieces where left > 0 {
      var bytes: [UInt8] = []
      TextEscaping.terminal(Array(piece.utf8).span, into: &bytes)
      let cut = Self.cut(String(decoding: bytes, as: UTF8.self), to: left)
      left -= cut.columns
      text += role.map { palette.paint($0, cut.text) } ?? cut.text
    }
    return text
  }

  /// Cuts a text to a number of columns; what is cut ends in `…`.
  private static func cut(_ text: String, to width: Int) -> (text: String, columns: Int) {
    var kept = String.UnicodeScalarView()
    var columns = 0
    for scalar in text.unicodeScalars {
      let wide = Self.columns(of: scalar)
      if columns + wide > width {
        while columns > width - 1, let last = kept.popLast() { columns -= Self.columns(of: last) }
        kept.append("…")
        return (String(kept), columns + 1)
      }
      kept.append(scalar)
      columns += wide
    }
    return (String(kept), columns)
  }

  /// The columns of a scalar: marks take none, and those of East Asia and pictures two.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
