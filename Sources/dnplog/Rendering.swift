internal import MetricsExport
internal import RunReport
internal import TextWriting

extension ReportFormat {
  /// The renderer of the format.
  private var renderer: any ReportRenderer.Type {
    switch self {
    case .text: TextRenderer.self
    case .json: JSONRenderer.self
    case .ndjson: NDJSONRenderer.self
    case .junit: JUnitRenderer.self
    case .github: GitHubRenderer.self
    case .sarif: SARIFRenderer.self
    case .markdown: MarkdownRenderer.self
    case .html: HTMLRenderer.self
    case .prometheus: PrometheusExporter.self
    case .influx: InfluxExporter.self
    case .trace: TraceRenderer.self
    case .testrun: TestRunArtifact.self
    case .template: RunTemplate.self
    }
  }

  /// Returns a run as bytes, for standard output and for files.
  func report(of summary: RunSummary, _ style: ReportStyle) -> [UInt8] {
    renderer.report(of: summary, style)
  }

  /// Returns a run as bytes, with what its metrics count: where that is not known, none are told, since a
  /// server would take the counts of one run for a restart of those of all.
  func report(of summary: RunSummary, _ style: ReportStyle, _ counts: RunCounts) -> [UInt8] {
    var style = style
    switch counts {
    case .ofRun: break
    case .ofHistory(let totals): style.totals = totals
    case .unknown(let failure) where self == .prometheus: return report(of: failure, style)
    case .unknown: break
    }
    return report(of: summary, style)
  }

  /// Returns the report of a run that could not be judged.
  func report(of failure: Failure, _ style: ReportStyle) -> [UInt8] {
    let failure = RunFailure(
      failure.problems.map(\.text), exitStatus: failure.status.rawValue,
      toolVersion: Program.version)
    return renderer.report(of: failure, style)
  }

  /// Returns the name of an input, to stand before its report.
  static func heading(of name: String) -> [UInt8] {
    var heading: [UInt8] = []
    TextEscaping.terminal(Array("\(name): ".utf8).span, into: &heading)
    return heading
  }
}

/// What the metrics of a call count.
enum RunCounts {
  case ofRun
  /// All runs that were ever recorded.
  case ofHistory(RunTotals)
  /// The history could not be written or read.
  case unknown(Failure)
}
