internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// Puts findings of the engine into names and words.
struct FindingWords {
  private let names: RunNames
  let book: RuleBook
  /// What claims of records came to, by the number of their event.
  private let claims: [Int64: ComparedClaim]
  /// What the comparison of states found, by the number of its event.
  private let items: [Int64: ExplainedItem]
  /// What documents came to, by the number of its event.
  private let documents: [Int64: ExplainedDocument]
  /// What is said of the messages of a feed, by the number of its event.
  private let messages: [Int64: ExplainedMessage]
  /// Lines without a zone were read as UTC, since nothing tells it.
  private let assumesZone: Bool
  /// The day on which the log begins: the times of others are told with their dates.
  private let firstDay: Int64?

  init(
    _ names: RunNames, claims: [Int64: ComparedClaim], items: [Int64: ExplainedItem],
    documents: [Int64: ExplainedDocument], messages: [Int64: ExplainedMessage],
    assumesZone: Bool, firstTime: Int64?
  ) {
    self.names = names
    book = names.book
    self.claims = claims
    self.items = items
    self.documents = documents
    self.messages = messages
    self.assumesZone = assumesZone
    firstDay = firstTime.map { WallClock.day(of: $0) }
  }

  func finding(_ record: FindingRecord) -> Finding {
    let rule = book.rules[record.rule]
    var finding = Finding()
    finding.rule = names.rule(record.rule)
    let words = rule.words
    finding.title = words.title
    finding.covers = words.covers
    finding.outcome = record.outcome
    finding.fault = record.fault
    finding.severity = rule.severity
    finding.bucket = rule.bucket
    finding.scope = scope(record)
    finding.missing = record.missing.map { book.catalogue.name(of: $0) }
    finding.reason = reason(record)
    finding.deadline = record.deadline
    finding.steps = steps(record)
    finding.nearMisses = record.nearMisses.map { nearMiss($0, rule) }
    finding.evidence = zip(record.events, record.texts).map { event, text in
      Finding.Evidence(
        file: names.files[Int(event.file)], line: Int64(clamping: event.line), time: event.time,
        event: book.catalogue.name(of: event.kind), text: String(masking: text),
        isCarried: event.isCarried)
    }
    addProof(record, to: &finding)
    // What the log ends before has nothing wrong that one could check.
    finding.hints =
      record.outcome == .inconclusive && record.reason == .tailCut
      ? ["Record the log until some minutes after that"] : words.hints
    finding.message = message(record, words.message)
    finding.condition = record.detail
    if let event = record.events.first, let claim = claims[event.sequence] {
      claim.explain(&finding)
    }
    if let event = record.events.first, let item = items[event.sequence] {
      item.explain(&finding)
    }
    if let event = record.events.first, let document = documents[event.sequence] {
      document.explain(&finding)
    }
    // Of two messages with one id the second is at fault.
    if let event = record.events.last, let message = messages[event.sequence] {
      message.explain(&finding)
    }
    return finding
  }

  /// Adds the lines that excuse it, or that ended its process. An excuse that reads nothing speaks of the
  /// last event itself, whose moment is the system's.
  private func addProof(_ record: FindingRecord, to finding: inout Finding) {
    if let end = record.processEnd { add(end, .end, to: &finding) }
    guard record.outcome == .excused else { return }
    if record.proofs.isEmpty, record.stated.isEmpty, !finding.evidence.isEmpty {
      finding.evidence[finding.evidence.count - 1].role = .excuse
    }
    for proof in record.proofs { add(proof, .excuse, to: &finding) }
  }

  private func add(
    _ proof: FindingRecord.Proof, _ role: Finding.Evidence.Role, to finding: inout Finding
  ) {
    let file = names.files[Int(proof.file)]
    let line = Int64(clamping: proof.line)
    if let shown = finding.evidence.firstIndex(where: { $0.file == file && $0.line == line }) {
      finding.evidence[shown].role = role
    } else {
      finding.evidence.append(
        Finding.Evidence(
          file: file, line: line, time: proof.time, event: book.catalogue.name(of: proof.kind),
          text: String(masking: proof.text), isCarried: proof.isCarried, role: role))
    }
  }

  private func reason(_ record: FindingRecord) -> String {
    if record.reason == .notSeen, let nearest = record.nearMisses.first {
      return nearest.reason.name
    }
    return record.reason.name
  }

  private func scope(_ record: FindingRecord) -> Finding.Scope {
    let process = record.segment > 0 ? Int(record.segment) : nil
    if let cycle = names.cycle(CycleLabel(record.scheduleId, record.notificationTime)) {
      return Finding.Scope(process: process, cycle: cycle)
    }
    var scope = Finding.Scope(process: process)
    scope.cycles = record.witnessCycles.compactMap {
      names.cycle(CycleLabel($0.scheduleId, $0.notificationTime))
    }
    return scope
  }

  private func steps(_ record: FindingRecord) -> [Finding.StepMet] {
    var steps = record.events.map {
      Finding.StepMet(
        event: book.catalogue.name(of: $0.kind), line: Int64(clamping: $0.line), status: "seen")
    }
    if !record.missing.isEmpty {
      let late = record.nearMisses.first {
        $0.reason == .seenLate || $0.reason == .afterCancel
      }
      steps.append(
        Finding.StepMet(
          event: late.map { book.catalogue.name(of: $0.event.kind) }
            ?? record.missing.map { book.catalogue.name(of: $0) }.joined(separator: " | "),
          line: late.map { Int64(clamping: $0.event.line) },
          status: late == nil ? "missing" : "late"))
    }
    return steps
  }

  private func nearMiss(_ miss: FindingRecord.NearMiss, _ rule: Rule) -> Finding.NearMiss {
    Finding.NearMiss(
      reason: miss.reason.name, event: book.catalogue.name(of: miss.event.kind),
      offsetSeconds: miss.offset.map { Double($0) / 1_000_000 },
      line: Int64(clamping: miss.event.line), detail: detail(of: miss, rule))
  }

  private func detail(of miss: FindingRecord.NearMiss, _ rule: Rule) -> String {
    if let other = miss.other { return "for schedule " + String(masking: other) }
    let condition = miss.condition
    if condition.isEmpty || condition.utf8.count > 60 { return "" }
    // What a rule calls an event means nothing outside of it.
    let namesRole = rule.roles.contains {
      condition.holds($0.name + ".") || condition.holds("(" + $0.name + ")")
    }
    return namesRole ? "" : "not where \(condition)"
  }

  // MARK: Words

  private func message(_ record: FindingRecord, _ stated: String) -> String {
    // What a rule states is what a violation of it says: of its conditions, where it has some. And what
    // came late is not what did not come.
    var isDerived =
      stated.isEmpty || record.outcome == .satisfied || lateness(of: record) != nil
      || record.reason == .notUnderstood || record.missing.isEmpty && record.reason.isOfLine
    if case .response(_, _, let checks) = book.rules[record.rule].obligation, !checks.isEmpty,
      !record.missing.isEmpty
    {
      isDerived = true
    }
    var text = isDerived ? derivedMessage(record) : filled(stated, record)
    if !isDerived, record.reason == .differs { text += difference(in: record) }
    if !isDerived { text += missingField(in: record) }
    // What it says is not shown to be so: else there were no finding, or an excuse.
    if let reason = record.dropReason, !record.missing.isEmpty {
      text += ", and gives the reason '\(Self.shortened(String(masking: reason)))'"
    }
    text += values(record)
    if record.excuse >= 0, record.outcome != .inconclusive {
      let excuse = book.excuses[record.excuse]
      text += "; " + (excuse.note.isEmpty ? excuse.name : excuse.note)
      if !record.stated.isEmpty {
        text += " (stated by --env \(record.stated.map(\.name).joined(separator: ",")))"
      }
    }
    if record.outcome == .inconclusive, let why = why(record) { text += "; " + why }
    return text
  }

  private func derivedMessage(_ record: FindingRecord) -> String {
    let last = record.events.last.map(name)
    switch words(of: record) {
    case .satisfied: return "The rule holds here"
    case .forbidden where record.events.count > 1 && !record.detail.isEmpty:
      // Where they are held against each other, their order says nothing.
      let first = record.events.first.map { " conflicts with " + name($0) } ?? " is wrong"
      return (last ?? "An event") + first
    case .forbidden:
      if record.events.count > 1, let first = record.events.first, let last {
        let order = "\(last) came after \(name(first))"
        // Where values tell what is wrong, the order does not.
        return values(record).isEmpty ? order + end(of: record) : order
      }
      return (last ?? "An event") + " must not occur here"
    case .tooMany: return (last ?? "An event") + " occurs once too often"
    case .checkFailed, .relation:
      // What a share or a schema asks for is told by its values, an expression by what it read.
      switch book.rules[record.rule].obligation {
      case .schema where record.detail.hasPrefix("has("):
        return (last ?? "The event") + " has no " + record.detail.dropFirst(4).dropLast()
      case .ratio, .schema:
        return (last ?? "The log") + " fails the check '\(record.detail)'"
      default: return (last ?? "An event") + " fails the rule's check"
      }
    case .tailCut where record.missing.isEmpty:
      return (last ?? "The last line") + " may be cut off"
    case .damaged where record.missing.isEmpty:
      return (last ?? "A line") + " may have been altered"
    case .differs:
      return "The values differ" + difference(in: record)
    case .missingField, .redacted, .evaluation:
      return unreadValues(record) ?? (last ?? "An event") + " lacks a value that the rule needs"
    default:
      let missing = Self.named(record.missing.map { book.catalogue.name(of: $0) })
      if missing.isEmpty { return "The log does not show whether this is so" }
      let trigger = zip(record.events, record.eventSteps).first { $0.1 == -1 }.map { name($0.0) }
      if let late = lateness(of: record) {
        return late + ((trigger ?? last).map { " after " + $0 } ?? "")
      }
      if case .precedence = book.rules[record.rule].obligation {
        return "No \(missing)" + (trigger.map { " before " + $0 } ?? "")
      }
      return "No \(missing)" + ((trigger ?? last).map { " after " + $0 } ?? "")
    }
  }

  /// `: 60 and 90`, the two values that should be the same.
  private func difference(in record: FindingRecord) -> String {
    let values = record.values.map { Self.text(of: $0.value) }.joined(separator: " and ")
    let told = record.detail.isEmpty ? values : record.detail
    return told.isEmpty ? "" : ": " + told
  }

  /// `fetch_success at line 10 came 10 s too late`, where that is all that is wrong.
  private func lateness(of record: FindingRecord) -> String? {
    guard let miss = record.nearMisses.first, miss.reason == .seenLate else { return nil }
    let span = miss.offset.map { TextLayout.span(Double($0.magnitude) / 1_000_000) + " " }
    return "\(name(miss.event)) came \(span ?? "")too late"
  }

  /// `, with no bgtask_submit in between`, where such an event would have ended what forbids it.
  private func end(of record: FindingRecord) -> String {
    let rule = book.rules[record.rule]
    guard case .never(_, _, let until) = rule.obligation else { return "" }
    let patterns = until.map { rule.patterns[Int($0)] }
      .filter { $0.kind != record.events.last?.kind && $0.condition == nil }
    let names = patterns.map { book.catalogue.name(of: $0.kind) }
    return names.isEmpty ? "" : ", with no \(Self.named(names)) in between"
  }

  /// Returns where and when an event was logged: `line 9 (05:50:00Z)`.
  private func place(of event: EventReference) -> String {
    guard let time = event.time else { return "line \(event.line)" }
    // Fractions of a second say nothing here, and are left out downward in years before 1970 too,
    // as one that is unknown counts.
    let second: Int64 = 1_000_000
    let fraction = (time % second + second) % second
    let whole = time &- fraction
    let isFirstDay = firstDay == nil || WallClock.day(of: whole) == firstDay
    return "line \(event.line) (\(isFirstDay ? InstantText.time(whole) : InstantText.iso(whole)))"
  }

  /// What a sentence of a rule may leave open.
  private enum Mark: String, CaseIterable {
    /// The line and time of the event that it begins from.
    case line = "{line}"
    /// Those of the last event that took part.
    case last = "{last}"
    /// The events of which one would do, the first two.
    case missing = "{missing}"
  }

  /// A sentence of a rule with its marks filled in.
  private func filled(_ sentence: String, _ record: FindingRecord) -> String {
    // By its bytes: the library's own replacement takes 40,000 instructions to find nothing.
    let (bytes, brace, at) = (Array(sentence.utf8), UInt8(ascii: "{"), Array(" at ".utf8))
    guard bytes.contains(brace) else { return sentence }
    var filled: [UInt8] = []
    filled.reserveCapacity(bytes.count + 32)
    var index = 0
    while let open = bytes[index...].firstIndex(of: brace) {
      filled.append(contentsOf: bytes[index..<open])
      index = open
      guard let mark = Mark.allCases.first(where: { bytes[open...].starts(with: $0.rawValue.utf8) })
      else {
        filled.append(brace)
        index += 1
        continue
      }
      if let text = text(for: mark, of: record) {
        filled.append(contentsOf: text.utf8)
      } else if filled.suffix(at.count).elementsEqual(at) {
        filled.removeLast(at.count)
      }
      index += mark.rawValue.utf8.count
    }
    filled.append(contentsOf: bytes[index...])
    return String(decoding: filled, as: UTF8.self)
  }

  private func text(for mark: Mark, of record: FindingRecord) -> String? {
    switch mark {
    case .line:
      let trigger = zip(record.events, record.eventSteps).first { $0.1 == -1 }?.0
      return (trigger ?? record.events.first).map { place(of: $0) }
    case .last: return record.events.last.map { place(of: $0) }
    case .missing: return Self.named(record.missing.map { book.catalogue.name(of: $0) })
    }
  }

  /// What would count against the plugin if its lines named their zone is told in the same words.
  private func words(of record: FindingRecord) -> FindingReason {
    guard record.reason.isOfClock else { return record.reason }
    if !record.missing.isEmpty { return .notSeen }
    if case .never = book.rules[record.rule].obligation { return .forbidden }
    return .checkFailed
  }

  func name(_ event: EventReference) -> String {
    "\(book.catalogue.name(of: event.kind)) at line \(event.line)"
  }

  /// The events that would do: the first two, since all of them stand under `missing`.
  private static func named(_ names: [String]) -> String {
    names.prefix(2).joined(separator: " or ")
  }

  /// Why an outcome could not be told, for a sentence.
  private func why(_ record: FindingRecord) -> String? {
    switch record.reason {
    case .headCut: "the log may not hold what came before"
    case .tailCut: "the log, or the process, ends before that could be seen"
    case .sourceCannotShow: "such lines seem to be left out of this log"
    case .otherEpoch: "the clock was set back in between, so it may only seem so"
    case .evicted: "too many were open at once"
    case .redacted: "the value is hidden in the log"
    case .zoneAssumed where record.tally.rest.isOfJump:
      "the device changed its zone in between, and the lines do not name it"
    case .zoneAssumed: whyZone
    case .yearAssumed: "the lines have no year; give it with --year"
    case .notUnderstood:
      "lines under its tag are not understood, and it may be one of them; see them with -v"
    case .damaged: "a checksum is wrong, so any line that it covers may be altered"
    case .appsMixed:
      "lines of several apps, or for several users, stand in the log: judge those of each by themselves"
    case .devicesMixed: "lines of several devices stand in the log; judge each by itself"
    default: nil
    }
  }

  private var whyZone: String {
    assumesZone
      ? "the lines have no time zone and were read as UTC; give it with --tz"
      : "the lines have no time zone, and the log contradicts the one that was assumed; see the notes"
  }
}

extension FindingReason {
  /// Whether what is wrong is that a line cannot be read to its end.
  fileprivate var isOfLine: Bool {
    switch self {
    case .tailCut, .missingField, .redacted, .evaluation, .damaged: true
    default: false
    }
  }

  /// Whether it rests on a year or a zone that nothing tells.
  fileprivate var isOfClock: Bool { self == .zoneAssumed || self == .yearAssumed }
}

extension String {
  /// Whether a text stands in it, byte for byte: `contains` takes 100,000 instructions for a rule's condition.
  fileprivate func holds(_ text: String) -> Bool {
    utf8.span.firstRange(of: text.utf8.span, in: 0..<utf8.count) != nil
  }
}
