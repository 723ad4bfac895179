internal import RuleLanguage
internal import TextWriting

/// The run as SARIF 2.1.0, which code scanning services read: a result for each finding, at the
/// first line that proves it; excused ones are informational.
package enum SARIFRenderer: ReportRenderer {
  /// Appends the document.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    let findings = summary.findings.filter {
      [.violated, .inconclusive, .excused].contains($0.outcome)
    }
    // Findings need no note; the reasons why some may be lacking do.
    let notes = summary.verdict == .inconclusive || summary.interrupted ? summary.allReasons : []
    document(
      Invocation(
        version: summary.toolVersion, exitStatus: summary.exitStatus, notes: notes,
        level: "warning"),
      findings, of: summary, into: &bytes)
  }

  /// Appends the document of a run that could not be judged.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    document(
      Invocation(
        version: failure.toolVersion, exitStatus: failure.exitStatus, notes: failure.problems,
        level: "error"),
      [], of: RunSummary(), into: &bytes)
  }

  /// The status and the notes of the run itself.
  private struct Invocation {
    var version: String
    var exitStatus: Int32
    var notes: [String]
    var level: String
  }

  private static func document(
    _ invocation: Invocation, _ findings: [Finding], of summary: RunSummary,
    into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: true)
    writer.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.array("runs", of: [summary]) { writer, summary in
        writer.object {
          let rules = Rules(findings)
          $0.object("tool") { write(rules, version: invocation.version, to: &$0) }
          $0.array("invocations", of: [invocation]) { writer, invocation in
            writer.object { write(invocation, to: &$0) }
          }
          $0.array("results", of: findings) { writer, finding in
            writer.object { write(finding, rules, of: summary, to: &$0) }
          }
          $0.member("columnKind", "unicodeCodePoints")
        }
      }
    }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }

  /// The rules that have results, in order, and the place of each.
  private struct Rules {
    var list: [Finding] = []
    var places: [String: Int] = [:]

    init(_ findings: [Finding]) {
      for finding in findings where places[finding.rule] == nil {
        places[finding.rule] = list.count
        list.append(finding)
      }
    }
  }

  private static func write(_ rules: Rules, version: String, to writer: inout JSONWriter) {
    writer.object("driver") {
      $0.member("name", "dnplog")
      $0.member("version", version)
      $0.array("rules", of: rules.list) { writer, rule in
        writer.object {
          $0.member("id", rule.rule)
          $0.object("shortDescription", inline: true) { $0.member("text", rule.title) }
          if !rule.hints.isEmpty {
            let hints = rule.hints.joined(separator: "\n")
            $0.object("help", inline: true) { $0.member("text", hints) }
          }
          $0.object("properties", inline: true) { $0.strings("tags", rule.covers) }
        }
      }
    }
  }

  private static func write(_ invocation: Invocation, to writer: inout JSONWriter) {
    // A run that found faults succeeded as an invocation; one that could not judge did not.
    writer.member("executionSuccessful", invocation.exitStatus <= 1)
    writer.member("exitCode", Int64(invocation.exitStatus))
    writer.array("toolExecutionNotifications", of: invocation.notes) { writer, note in
      writer.object {
        $0.member("level", invocation.level)
        $0.object("message", inline: true) { $0.member("text", note) }
      }
    }
  }

  private static func write(
    _ finding: Finding, _ rules: Rules, of summary: RunSummary, to writer: inout JSONWriter
  ) {
    writer.member("ruleId", finding.rule)
    if let place = rules.places[finding.rule] { writer.member("ruleIndex", place) }
    let kind =
      switch finding.outcome {
      case .violated: "fail"
      case .excused: "informational"
      case .inconclusive, .satisfied, .notApplicable: "open"
      }
    writer.member("kind", kind)
    let level = finding.severity == .info ? "note" : finding.severity.name
    writer.member("level", finding.outcome == .violated ? level : "none")
    let text = FindingText(finding, of: summary)
    let lines = text.parts.filter { !$0.isLogText }.map { part in
      part.label.isEmpty ? "  \(part.text)" : "\(part.label): \(part.text)"
    }
    writer.object("message", inline: true) {
      $0.member("text", ([text.blame] + lines).joined(separator: "\n"))
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
    writer.object("properties", inline: true) {
      $0.member("class", finding.fault.name)
      $0.member("cycle", finding.scope.cycle)
      $0.member("process", finding.scope.process.map(Int64.init))
    }
  }

  private static func write(_ evidence: Finding.Evidence, to writer: inout JSONWriter) {
    writer.object("physicalLocation") {
      $0.object("artifactLocation", inline: true) { $0.member("uri", uri(of: evidence.file)) }
      $0.object("region") {
        $0.member("startLine", evidence.line)
        if !evidence.text.isEmpty {
          $0.object("snippet", inline: true) { $0.member("text", evidence.text) }
        }
      }
    }
    if evidence.role == .excuse {
      writer.object("message", inline: true) { $0.member("text", FindingText.excuseLabel) }
    }
  }

  private static func uri(of path: String) -> String {
    var bytes: [UInt8] = []
    if path.hasPrefix("/") { bytes.append(utf8: "file://") }
    TextEscaping.uriPath(path.utf8.span, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
