internal import RuleLanguage
internal import TextWriting

/// The writer of a run's results: a finding at the first line that proves it, with the steps of its cycle
/// as the way that led there.
struct SARIFResults {
  private let summary: RunSummary
  /// The cycles by the names that findings give them.
  private var cycles: [String: CycleSummary] = [:]

  init(_ summary: RunSummary) {
    self.summary = summary
    for cycle in summary.cycles {
      for name in cycle.names where cycles[name] == nil { cycles[name] = cycle }
    }
  }

  /// Writes the members of a result.
  func write(
    _ finding: Finding, _ fingerprint: String, rule: Int?, to writer: inout JSONWriter
  ) {
    writer.member("ruleId", finding.rule)
    if let rule { writer.member("ruleIndex", rule) }
    let kind =
      switch finding.outcome {
      case .violated: "fail"
      case .excused: "informational"
      case .inconclusive, .satisfied, .notApplicable: "open"
      }
    writer.member("kind", kind)
    let level =
      summary.fails(finding) ? "error" : SARIFRenderer.level(of: finding.severity)
    writer.member("level", finding.outcome == .violated ? level : "none")
    writer.object("message", inline: true) { $0.member("text", message(of: finding)) }
    writer.object("partialFingerprints", inline: true) {
      $0.member("dnplogFinding/v1", fingerprint)
    }
    if finding.isKnown {
      writer.array("suppressions", of: ["the baseline holds it"]) { writer, reason in
        writer.object(inline: true) {
          $0.member("kind", "external")
          $0.member("justification", reason)
        }
      }
    }
    // Standard input is no file that could be shown.
    let places = finding.evidence.filter { !$0.isPiped }
    writer.array("locations", of: Array(places.prefix(1))) { writer, evidence in
      writer.object { write(evidence, to: &$0) }
    }
    if places.count > 1 {
      writer.array("relatedLocations", of: Array(places.dropFirst())) {
        writer, evidence in
        writer.object { write(evidence, to: &$0) }
      }
    }
    writeCycle(of: finding, to: &writer)
    writer.object("properties", inline: true) {
      $0.member("class", finding.fault.name)
      $0.member("cycle", finding.scope.cycle)
      $0.member("process", finding.scope.process.map(Int64.init))
    }
  }

  /// The text of a result, of which many viewers show the first line only: what was found.
  private func message(of finding: Finding) -> String {
    let text = FindingText(finding, of: summary)
    let lines = text.parts.filter { !$0.isLogText }.map { part in
      part.label.isEmpty ? "  \(part.text)" : "\(part.label): \(part.text)"
    }
    let first = finding.account.isEmpty ? finding.title : finding.account
    return ([first, text.blame] + lines.filter { $0 != "found: \(first)" }).joined(separator: "\n")
  }

  /// Writes the steps of the finding's cycle in the order of the log.
  ///
  /// A step knows its line and not its file, so a cycle of several files has none.
  private func writeCycle(of finding: Finding, to writer: inout JSONWriter) {
    guard let cycle = finding.scope.cycle.flatMap({ cycles[$0] }), cycle.lines.count == 1 else {
      return
    }
    let file = cycle.lines[0].file
    let place = Finding.Evidence(file: file, line: 1, time: nil, event: "", text: "")
    let steps = cycle.steps.filter { $0.line != nil }.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    guard !place.isPiped, !steps.isEmpty else { return }
    let own = Set(finding.evidence.map(\.line))
    writer.array("codeFlows", of: [steps]) { writer, steps in
      writer.object { writer in
        writer.array("threadFlows", of: [steps]) { writer, steps in
          writer.object { writer in
            writer.array("locations", of: steps) { writer, step in
              writer.object(inline: true) { writer in
                writer.object("location") { writer in
                  writer.object("physicalLocation") {
                    $0.object("artifactLocation") { $0.member("uri", Self.uri(of: file)) }
                    $0.object("region") { $0.member("startLine", step.line) }
                  }
                  writer.object("message") { $0.member("text", Self.words(for: step)) }
                }
                if let time = step.time, !WallClock.lacksYear(time) {
                  writer.member("executionTimeUtc", time: time)
                }
                let isOwn = step.line.map(own.contains) ?? false
                writer.member("importance", isOwn ? "essential" : "important")
              }
            }
          }
        }
      }
    }
  }

  private static func words(for step: CycleSummary.StepSummary) -> String {
    step.status == .seen ? step.event : "\(step.event) (\(step.status.rawValue))"
  }

  private func write(_ evidence: Finding.Evidence, to writer: inout JSONWriter) {
    writer.object("physicalLocation") {
      $0.object("artifactLocation", inline: true) {
        $0.member("uri", Self.uri(of: evidence.file))
      }
      // What is of a whole file has no line, and a region must have one.
      guard evidence.line > 0 else { return }
      $0.object("region") {
        $0.member("startLine", evidence.line)
        if !evidence.text.isEmpty {
          $0.object("snippet", inline: true) { $0.member("text", evidence.text) }
        }
      }
    }
    if let label = FindingText.label(of: evidence.role) {
      writer.object("message", inline: true) { $0.member("text", label) }
    }
  }

  private static func uri(of path: String) -> String {
    var bytes: [UInt8] = []
    if path.hasPrefix("/") { bytes.append(utf8: "file://") }
    TextEscaping.uriPath(path.utf8.span, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
