internal import MetricsExport
internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Summaries as bytes, for standard output and for files.
enum Rendering {
  static func bytes(of summary: RunSummary, as format: ReportFormat, look: Look) -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .text:
      let palette = look.isColoured ? Palette.ansi : .plain
      TextRenderer(detail: look.detail, palette: palette, width: look.width)
        .render(summary, into: &bytes)
    case .json:
      JSONRenderer.render(summary, isPretty: !look.isOneLine, into: &bytes)
    case .junit: JUnitRenderer.render(summary, into: &bytes)
    case .github: GitHubRenderer.render(summary, into: &bytes)
    case .sarif: SARIFRenderer.render(summary, into: &bytes)
    case .markdown: MarkdownRenderer.render(summary, into: &bytes)
    case .html: HTMLRenderer.render(summary, into: &bytes)
    case .testrun: summary.testRun.render(isPretty: !look.isOneLine, into: &bytes)
    case .template: summary.runTemplate.render(into: &bytes)
    case .prometheus:
      bytes = PrometheusExporter.render(summary, now: now, labels: labels(look))
    }
    return bytes
  }

  /// The name of an input before what is said of it.
  static func heading(of name: String) -> [UInt8] {
    var heading: [UInt8] = []
    TextEscaping.terminal(Array("\(name): ".utf8).span, into: &heading)
    return heading
  }

  /// Every instance of one rule in one input.
  static func instances(
    of rule: String, title: String, _ summary: RunSummary, input: String, look: Look
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let palette = look.isColoured ? Palette.ansi : .plain
    TextRenderer(detail: .verbose, palette: palette, width: look.width)
      .renderInstances(of: rule, title: title, summary, input: input, into: &bytes)
    return bytes
  }

  /// The report of a run that could not be judged.
  static func bytes(of failure: Failure, as format: ReportFormat, look: Look) -> [UInt8] {
    var bytes: [UInt8] = []
    let problems = failure.problems.map(\.text)
    switch format {
    case .prometheus: bytes = PrometheusExporter.renderFailure(now: now, labels: labels(look))
    case .junit: JUnitRenderer.renderFailure(problems, into: &bytes)
    case .sarif:
      SARIFRenderer.renderFailure(
        problems, version: Program.version, exitStatus: failure.status.rawValue, into: &bytes)
    case .text, .json, .github, .markdown, .html, .testrun, .template:
      var summary = RunSummary(unjudged: problems, exitStatus: failure.status.rawValue)
      summary.toolVersion = Program.version
      bytes = Self.bytes(of: summary, as: format, look: look)
    }
    return bytes
  }

  private static func labels(_ look: Look) -> [(String, String)] {
    look.labels.map { ($0.key, $0.value) }
  }

  /// The clock in seconds, which only metrics read, unless a build wants the same bytes each time.
  private static var now: Int64 {
    Int64(Environment.value("SOURCE_DATE_EPOCH")) ?? Int64(time(nil))
  }
}

/// The variables that the program was started with.
enum Environment {
  static func value(_ name: String) -> String {
    // getenv(3) lends a string that is copied at once; nothing here sets variables.
    guard let value = unsafe getenv(name) else { return "" }
    return unsafe String(cString: value)
  }
}
