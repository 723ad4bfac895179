package import TextWriting

/// The run summary as JSON: keys fixed and in a fixed order, the same bytes for the same run.
package enum JSONRenderer: ReportRenderer {
  /// Appends the summary and a newline.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: !style.isOneLine)
    writer.object { $0.members(of: summary) }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }

  /// Writes the events that took part in a finding, or are missing, as a list.
  package static func writeSteps(of finding: Finding, to writer: inout JSONWriter) {
    write(finding.steps, to: &writer)
  }

  /// Writes the events that almost were the missing one as a list.
  package static func writeNearMisses(of finding: Finding, to writer: inout JSONWriter) {
    write(finding.nearMisses, to: &writer)
  }

  /// Writes the lines that prove a finding as a list.
  package static func writeEvidence(of finding: Finding, to writer: inout JSONWriter) {
    write(finding.evidence, to: &writer)
  }

  private static func write(_ values: [some Coded], to writer: inout JSONWriter) {
    writer.array(of: values) { writer, value in
      writer.object(inline: true) { $0.members(of: value) }
    }
  }

  /// Returns a value with all its members on one line.
  static func line(of value: some Coded) -> String {
    var writer = JSONWriter(isPretty: false)
    writer.object { $0.members(of: value) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
