internal import RuleLanguage
internal import TextWriting

/// The run on a time axis, in the Trace Event Format of Chrome, which Perfetto opens: a group of tracks
/// for each cycle, with a track for each stage and one for what is wrong.
///
/// Slices of one track must not overlap, and the stages of a faulty cycle do: so each has its own.
package enum TraceRenderer: ReportRenderer {
  /// Appends the document.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    let tracks = TraceTracks(of: summary)
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("displayTimeUnit", "ms")
      writer.object("otherData") { writer in
        writer.member("tool", "dnplog \(summary.toolVersion)")
        writer.member("verdict", summary.verdict.rawValue)
        writer.member("reasons", summary.allReasons.joined(separator: "\n"))
        writer.member("cyclesWithoutTimes", "\(tracks.cyclesWithoutTimes)")
        writer.member("findingsWithoutTimes", "\(tracks.findingsWithoutTimes)")
        writer.member("omittedCycles", "\(summary.omittedCycles)")
        writer.member("omittedFindings", "\(summary.omittedFindings)")
      }
      writer.array("traceEvents", of: tracks.events) { $1.write(to: &$0) }
    }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }
}
