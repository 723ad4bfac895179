internal import LogReading
internal import RuleEngine

extension LogAnalyser {
  /// A finding of the engine, in names and words.
  func finding(_ record: FindingRecord) -> Finding {
    let rule = book.rules[record.rule]
    var finding = Finding()
    finding.rule = ruleName(record.rule)
    finding.title = rule.title
    finding.covers = rule.covers
    finding.outcome = record.outcome
    finding.fault = record.fault
    finding.severity = rule.severity
    finding.bucket = rule.bucket
    finding.scope = Finding.Scope(
      process: record.segment > 0 ? Int(record.segment) : nil, cycle: cycleLabel(record))
    finding.missing = record.missing.map { book.catalogue[$0].name }
    finding.reason = reason(record)
    finding.deadline = record.deadline
    finding.steps = steps(record)
    finding.nearMisses = record.nearMisses.map(nearMiss)
    finding.evidence = zip(record.events, record.texts).map { event, text in
      Finding.Evidence(
        file: fileNames[Int(event.file)], line: Int64(clamping: event.line), time: event.time,
        event: book.catalogue[event.kind].name, text: masked(text))
    }
    finding.hints = rule.hints
    finding.message = message(record, rule)
    return finding
  }

  private func reason(_ record: FindingRecord) -> String {
    if record.reason == .notSeen, let nearest = record.nearMisses.first {
      return nearest.reason.name
    }
    return record.reason.name
  }

  private func cycleLabel(_ record: FindingRecord) -> String? {
    record.scheduleId ?? record.notificationTime.map { InstantText.iso($0) }
  }

  private func steps(_ record: FindingRecord) -> [Finding.StepMet] {
    var steps = record.events.map {
      Finding.StepMet(
        event: book.catalogue[$0.kind].name, line: Int64(clamping: $0.line), status: "seen")
    }
    if !record.missing.isEmpty {
      let late = record.nearMisses.first { $0.reason == .seenLate }
      steps.append(
        Finding.StepMet(
          event: record.missing.map { book.catalogue[$0].name }.joined(separator: " | "),
          line: late.map { Int64(clamping: $0.event.line) },
          status: late == nil ? "missing" : "late"))
    }
    return steps
  }

  private func nearMiss(_ miss: FindingRecord.NearMiss) -> Finding.NearMiss {
    Finding.NearMiss(
      reason: miss.reason.name, event: book.catalogue[miss.event.kind].name,
      offsetSeconds: miss.offset.map { Double($0) / 1_000_000 },
      line: Int64(clamping: miss.event.line), detail: miss.other.map { "for schedule \($0)" } ?? "")
  }

  func masked(_ text: [UInt8]) -> String {
    var bytes: [UInt8] = []
    _ = SecretMasking.mask(text.span, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Words

  private func message(_ record: FindingRecord, _ rule: Rule) -> String {
    var text = rule.message.isEmpty ? derivedMessage(record) : rule.message
    if record.excuse >= 0 {
      let excuse = book.excuses[record.excuse]
      text += "; " + (excuse.note.isEmpty ? excuse.name : excuse.note)
    }
    if record.outcome == .inconclusive, let why = Self.why(record.reason) { text += ": " + why }
    return text
  }

  private func derivedMessage(_ record: FindingRecord) -> String {
    let missing = record.missing.map { book.catalogue[$0].name }.joined(separator: " or ")
    let last = record.events.last.map { "\(book.catalogue[$0.kind].name) at line \($0.line)" }
    switch record.reason {
    case .satisfied: return "met"
    case .forbidden, .tooMany: return (last ?? "the event") + " must not come here"
    case .checkFailed: return "\(record.detail) does not hold" + (last.map { " for " + $0 } ?? "")
    case .relation: return "\(record.detail) does not hold" + (last.map { " at " + $0 } ?? "")
    case .differs: return "the values differ" + (record.detail.isEmpty ? "" : ": " + record.detail)
    case .missingField, .redacted, .evaluation:
      return (last ?? "the event") + " lacks what the rule needs"
        + (record.detail.isEmpty ? "" : " (\(record.detail))")
    default:
      if missing.isEmpty { return record.reason.name }
      return "no \(missing)" + (last.map { " for " + $0 } ?? "")
    }
  }

  /// Why an outcome could not be told, for a sentence.
  private static func why(_ reason: FindingReason) -> String? {
    switch reason {
    case .headCut: "the log begins in the middle"
    case .tailCut: "the log ends in the middle"
    case .sourceCannotShow: "this log does not show such lines"
    case .otherEpoch: "the clock was set back in between"
    case .evicted: "too many were open at once"
    case .redacted: "the value is hidden in the log"
    default: nil
    }
  }
}
