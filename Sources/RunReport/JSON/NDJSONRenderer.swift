internal import RuleLanguage
internal import TextWriting

/// The run as JSON lines: one finding a line, the worst first, then one line that ends the run.
///
/// A reader that takes line by line need not hold the run. Without its last line a report is cut.
package enum NDJSONRenderer: ReportRenderer {
  /// Appends the lines.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: false)
    for finding in summary.findings {
      writer.object { writer in
        writer.member("schema", "dnplog.finding/1")
        writer.members(of: finding)
      }
      writer.newline()
    }
    writer.object { writeEnd(of: summary, to: &$0) }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }

  private static func writeEnd(of summary: RunSummary, to writer: inout JSONWriter) {
    writer.member("schema", "dnplog.end/1")
    writer.object("tool") {
      $0.member("name", "dnplog")
      $0.member("version", summary.toolVersion)
    }
    writer.member("verdict", summary.verdict.rawValue)
    writer.member("exitStatus", Int64(summary.exitStatus))
    writer.strings("reasons", summary.allReasons)
    writer.array("assumptions", of: summary.toldAssumptions) { writer, assumption in
      writer.object { $0.members(of: assumption) }
    }
    writer.member("profile", summary.profile)
    writer.strings("inputs", summary.inputs.map(\.name))
    writer.member("findings", summary.findings.count)
    writer.member("omittedFindings", summary.omittedFindings)
    writer.member("cycles", summary.cycles.count.addingSaturated(summary.omittedCycles))
    writer.member("interrupted", summary.interrupted)
  }
}
