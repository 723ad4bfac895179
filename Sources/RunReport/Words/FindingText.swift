internal import RuleLanguage
internal import TextWriting

/// A finding in words, part by part, for every report that a person reads.
///
/// Nothing is escaped: that is a matter of the place where it is printed.
struct FindingText {
  /// A part of it and its label, which is empty behind another part of its kind.
  struct Part: Equatable {
    var label: String
    var text: String
    /// Whether it is text of the log, whose spaces mean something.
    var isLogText = false
  }

  /// The label of the lines that excuse it, and of that which ended the process; nil for those that prove it.
  static func label(of role: Finding.Evidence.Role) -> String? {
    switch role {
    case .excuse: "excused by"
    case .end: "process ended by"
    case .met, .around: nil
    }
  }

  /// The severity, and the class of the fault.
  let blame: String
  private(set) var parts: [Part] = []

  init(_ finding: Finding, of summary: RunSummary) {
    blame = Self.blame(for: finding)
    add("expected", [finding.title])
    add("found", [finding.account])
    add("in", [Self.scope(of: finding)])
    let met = finding.steps.filter { $0.status != "missing" }.map { step in
      let line = step.line.map { " (line \($0))" } ?? ""
      return step.event + line + (step.status == "late" ? ", late" : "")
    }
    add("met", [met.joined(separator: "; ")])
    add("missing", [Self.missing(in: finding)])
    add("near miss", finding.nearMisses.map(\.sentence))
    for label in [nil, Self.label(of: .end), Self.label(of: .excuse)] {
      let lines = finding.evidence.filter { Self.label(of: $0.role) == label }
      add(label ?? "evidence", Self.lines(lines, of: summary), isLogText: true)
    }
    // An excused finding is explained already.
    if finding.outcome != .excused { add("check next", finding.hints) }
  }

  private static func lines(_ evidence: [Finding.Evidence], of summary: RunSummary) -> [String] {
    evidence.map { evidence in
      let text = evidence.text.isEmpty ? evidence.event : evidence.text
      let time = evidence.isCarried ? evidence.time.map { InstantText.iso($0) + " " } : nil
      return "\(evidence.place(of: summary))  \(time ?? "")\(text)"
    }
  }

  private mutating func add(_ label: String, _ texts: [String], isLogText: Bool = false) {
    for (index, text) in texts.enumerated() where !text.isEmpty {
      parts.append(Part(label: index == 0 ? label : "", text: text, isLogText: isLogText))
    }
  }

  private static func blame(for finding: Finding) -> String {
    if finding.outcome == .inconclusive { return doubt(of: finding) }
    let severity = finding.outcome == .violated ? finding.severity.name : nil
    let known = finding.isKnown ? "known" : nil
    return [severity, words(of: finding.fault), known].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns what is not known of an inconclusive finding: whether it is so, or only who is to blame.
  static func doubt(of finding: Finding) -> String {
    let shown: [FindingReason] = [
      .checkFailed, .forbidden, .tooMany, .differs, .relation, .appsMixed,
      .devicesMixed,
    ]
    return shown.contains { $0.name == finding.reason } ? "cause unknown" : "evidence missing"
  }

  /// Returns whose fault it is, in words.
  static func words(of fault: FaultClass) -> String? {
    switch fault {
    case .plugin: "plugin fault"
    case .os: "OS limitation"
    case .environment: "environment"
    case .none: nil
    }
  }

  private static func scope(of finding: Finding) -> String {
    var parts: [String] = []
    if let cycle = finding.scope.cycle { parts.append("cycle \(cycle)") }
    let cycles = finding.scope.cycles
    if !cycles.isEmpty {
      let rest = cycles.count - Self.namedCycles
      let names = cycles.prefix(Self.namedCycles).joined(separator: ", ")
      let word = cycles.count == 1 ? "cycle" : "cycles"
      parts.append("\(word) \(names)" + (rest > 0 ? " and \(rest) more" : ""))
    }
    if let process = finding.scope.process { parts.append("process \(process)") }
    return parts.joined(separator: ", ")
  }

  /// How many cycles are named.
  private static let namedCycles = 6

  private static func missing(in finding: Finding) -> String {
    if finding.missing.isEmpty { return "" }
    let events = finding.missing.joined(separator: " or ")
    return finding.deadline.map { "\(events), due by \(InstantText.iso($0))" } ?? events
  }
}

extension Finding.Evidence {
  /// The place as terminals and editors link it: `device.log:12`.
  var place: String { "\(file.isEmpty ? "line" : file):\(line)" }

  /// Returns `line 12`, or `device.log:12` where there is another input.
  package func place(of summary: RunSummary) -> String {
    // The name of the only input says nothing that the head has not said.
    let isOnly = summary.inputs.count == 1 && summary.inputs[0].name == file
    return isOnly ? "line \(line)" : "\(file):\(line)"
  }
}

extension Finding {
  /// What tells the findings of a rule apart that are told together: those of one outcome, with the same
  /// one to blame for the same reason.
  var judgement: String {
    let blame =
      switch outcome {
      case .excused: "\(fault.name) \(excuse)"
      case .inconclusive: FindingText.doubt(of: self)
      case .violated, .satisfied, .notApplicable: ""
      }
    return "\(outcome.name) \(rule) \(blame)"
  }

  /// Why it is excused, which ends its account.
  private var excuse: Substring {
    let start = message.utf8.lastIndex(of: UInt8(ascii: ";"))
    return message[(start ?? message.startIndex)...]
  }

  /// Whether it follows from a finding of another rule; of its own rule it is one more place.
  var isConsequence: Bool { cause.map { $0 != rule } ?? false }

  /// Whether another finding is its cause: of the same log, process and cycle.
  func follows(from other: Finding) -> Bool {
    isConsequence && cause == other.rule && scope.process == other.scope.process
      && (evidence.isEmpty || other.evidence.isEmpty
        || evidence[0].file == other.evidence[0].file)
      && (scope.cycle == nil || other.scope.cycle == nil || scope.cycle == other.scope.cycle)
  }

  /// Returns the place in a few words: its cycle, and the first line that proves it.
  func place(of summary: RunSummary) -> String {
    let line = evidence.first?.place(of: summary)
    guard let cycle = scope.cycle else { return line ?? "process \(scope.process ?? 1)" }
    return "cycle \(cycle)" + (line.map { " (\($0))" } ?? "")
  }

  /// Returns the missing events of which one would do, the first ones by name: "no fetch_success or
  /// fetch_failure (or 4 others)".
  func lack(naming limit: Int) -> String {
    let rest = max(0, missing.count - limit)
    return "no " + missing.prefix(limit).joined(separator: " or ")
      + (rest > 0 ? " (or \(TextLayout.plural(rest, "other")))" : "")
  }

  /// The message, or the reason where nothing else says what is wrong.
  var account: String {
    if !message.isEmpty || !missing.isEmpty { return message }
    return String(reason.map { $0 == "_" ? " " : $0 })
  }
}

extension Finding.NearMiss {
  /// The near miss in words: "fetch_success at line 40 came 4.2 s too late".
  package var sentence: String {
    event + (line.map { " at line \($0) " } ?? " ") + manner(isWhole: false)
  }

  /// The same for a place where the line's number stands already.
  ///
  /// - Parameter isWhole: Whether an expression of the rule may be in it.
  func note(isWhole: Bool) -> String { event + " " + manner(isWhole: isWhole) }

  /// Whether it can be understood without an expression of the rule.
  var isClear: Bool {
    reason != "wrong_field" || !detail.isEmpty && !detail.hasPrefix(Self.expressionMark)
  }

  private func manner(isWhole: Bool) -> String {
    let span = offsetSeconds.map { TextLayout.span(abs($0)) + " " } ?? ""
    let isExpression = detail.hasPrefix(Self.expressionMark)
    let note = detail.isEmpty || isExpression && !isWhole ? "" : " " + detail
    switch reason {
    case "seen_late": return "came \(span)too late" + note
    case "seen_early": return note.isEmpty ? "came \(span)too early" : "came too early" + note
    case "wrong_key":
      return "does not count: it is " + (note.isEmpty ? "for another" : String(note.dropFirst()))
    case "wrong_field":
      return "does not count: " + (note.isEmpty ? "its values do not fit" : "it is" + note)
    case "after_cancel": return "came only after what it must precede" + note
    case "other_epoch": return "came after the clock was set back" + note
    default: return "was not seen" + note
    }
  }

  /// The beginning of a detail that is an expression of the rule.
  private static let expressionMark = "not where "
}
