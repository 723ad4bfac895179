/// A renderer that writes a summary in one report format.
package protocol ReportRenderer: SendableMetatype {
  /// Appends the report of a run.
  static func render(_ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8])

  /// Appends the report of a run that could not be judged, so that none of an older run is left.
  static func renderFailure(_ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8])
}

extension ReportRenderer {
  /// Renders a summary of the problems alone, wherever a summary has room for them.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    render(failure.summary, style, into: &bytes)
  }

  /// Returns the report of a run.
  package static func report(of summary: RunSummary, _ style: ReportStyle = ReportStyle())
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    render(summary, style, into: &bytes)
    return bytes
  }

  /// Returns the report of a run that could not be judged.
  package static func report(of failure: RunFailure, _ style: ReportStyle = ReportStyle())
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    renderFailure(failure, style, into: &bytes)
    return bytes
  }
}

/// The look of a report, as far as its format has a choice.
package struct ReportStyle: Sendable {
  package var isColoured = false
  /// The width of a text report, in columns.
  package var width = Self.pageWidth
  package var detail = TextRenderer.Detail.normal
  /// Whether JSON is on one line, as where each input has its own.
  package var isOneLine = false
  /// Whether `dnplog explain RULE FILE` alone judges as this run did, so that the report may name it.
  package var isExplained = true
  /// Constant labels of the metrics.
  package var labels: [(String, String)] = []
  /// What all runs of a history come to, which metrics count; nil where they count this run.
  package var totals: RunTotals?
  /// What the silence of a log that is watched shows, which only metrics tell.
  package var silence: LiveSilence?
  /// The clock in seconds since 1970, which only metrics tell.
  package var now: Int64 = 0

  /// The width of a report that no terminal shows.
  package static let pageWidth = 100

  package init() {}
}

/// The problems for which a run could not be judged.
package struct RunFailure: Sendable {
  /// A sentence for each problem.
  package let problems: [String]
  package let exitStatus: Int32
  package let toolVersion: String

  package init(_ problems: [String], exitStatus: Int32, toolVersion: String = "") {
    self.problems = problems
    self.exitStatus = exitStatus
    self.toolVersion = toolVersion
  }

  /// An inconclusive summary that holds the problems and nothing else.
  var summary: RunSummary {
    var summary = RunSummary()
    summary.toolVersion = toolVersion
    summary.exitStatus = exitStatus
    let what = "the run could not be judged"
    summary.reasons = problems.first.map { ["\(what): \($0)"] + problems.dropFirst() } ?? [what]
    summary.assumptions = problems.map { Assumption(what: "run", value: "not judged", why: $0) }
    summary.failures = problems.map { text in
      let line = Finding.Evidence(file: "", line: 0, time: nil, event: "", text: text)
      return FailureLine(line: line, isError: true)
    }
    return summary
  }
}
