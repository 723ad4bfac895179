/// Writes a summary in one form of report.
package protocol ReportRenderer: SendableMetatype {
  /// Appends the report of a run.
  static func render(_ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8])

  /// Appends the report of a run that could not be judged, so that none of an older run is left.
  static func renderFailure(_ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8])
}

extension ReportRenderer {
  /// Says what was in the way wherever a summary has room for it.
  package static func renderFailure(
    _ failure: RunFailure, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    render(failure.summary, style, into: &bytes)
  }

  /// The report of a run.
  package static func report(of summary: RunSummary, _ style: ReportStyle = ReportStyle())
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    render(summary, style, into: &bytes)
    return bytes
  }

  /// The report of a run that could not be judged.
  package static func report(of failure: RunFailure, _ style: ReportStyle = ReportStyle())
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    renderFailure(failure, style, into: &bytes)
    return bytes
  }
}

/// How a report is to look, as far as its form has a choice.
package struct ReportStyle: Sendable {
  package var isColoured = false
  /// How wide a text is in columns.
  package var width = Self.pageWidth
  package var detail = TextRenderer.Detail.normal
  /// JSON on one line, where there is one for each input.
  package var isOneLine = false
  /// Constant labels of the metrics.
  package var labels: [(String, String)] = []
  /// The clock in seconds since 1970, which only metrics tell.
  package var now: Int64 = 0

  /// The width of a report that no terminal shows.
  package static let pageWidth = 100

  package init() {}
}

/// Why a run could not be judged.
package struct RunFailure: Sendable {
  /// The things that were in the way, a sentence each.
  package let problems: [String]
  package let exitStatus: Int32
  package let toolVersion: String

  package init(_ problems: [String], exitStatus: Int32, toolVersion: String = "") {
    self.problems = problems
    self.exitStatus = exitStatus
    self.toolVersion = toolVersion
  }

  /// A summary with nothing in it but what was in the way: inconclusive.
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
