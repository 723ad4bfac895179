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
    // Findings need no note; the reasons why some may be lacking do, and what to know before believing them.
    var notes = summary.verdict == .inconclusive || summary.interrupted ? summary.allReasons : []
    notes += summary.notes
    if summary.omittedFindings > 0 {
      let others = TextLayout.plural(summary.omittedFindings, "other finding")
      notes.append("\(others) left out here: --max-details sets how many are kept")
    }
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
          let results = SARIFResults(summary)
          $0.array("results", of: Fingerprints.numbered(findings)) { writer, result in
            let place = rules.places[result.finding.rule]
            writer.object {
              results.write(result.finding, result.fingerprint, rule: place, to: &$0)
            }
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
        writer.object { write(ruleOf: rule, to: &$0) }
      }
    }
  }

  /// Writes what a finding tells of its rule.
  private static func write(ruleOf finding: Finding, to writer: inout JSONWriter) {
    writer.member("id", finding.rule)
    writer.object("shortDescription", inline: true) { $0.member("text", finding.title) }
    writer.object("fullDescription", inline: true) {
      $0.member("text", "\(finding.title). \(finding.bucket.account)")
    }
    writer.object("defaultConfiguration", inline: true) {
      $0.member("level", level(of: finding.severity))
    }
    let hints = finding.hints.map { "Check: \($0)" }
    let advice =
      "'dnplog explain \(finding.rule) LOG' shows how the rule came out, each time that it applied."
    writer.object("help", inline: true) {
      $0.member("text", (hints + [advice]).joined(separator: "\n"))
    }
    writer.object("properties", inline: true) { $0.strings("tags", finding.covers) }
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
}

extension SARIFRenderer {
  /// Returns the level of a violation of that severity.
  static func level(of severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}

extension Bucket {
  /// What may be concluded from an outcome of such a rule, in a sentence.
  fileprivate var account: String {
    switch self {
    case .a: "The plugin alone decides it: what happens is the same each time."
    case .b: "The plugin decides what happens, and the system when."
    case .c: "The system decides whether and when it happens."
    }
  }
}
