internal import RunReport
internal import TextWriting

/// The reports of `--each`: one for each input, printed as soon as it is its turn. There may be any
/// number of them, and the call may be ended in between, so nothing of them is kept.
struct EachReport {
  private let settings: Settings
  private(set) var status = ExitStatus.pass
  private var counts = StreamCounts()
  /// Whether something could not be printed: then no end may follow.
  private var isBroken = false

  init(_ settings: Settings) { self.settings = settings }

  /// Whether other records than reports may stand between them.
  private var isStream: Bool { settings.format == .json || settings.format == .ndjson }

  /// Begins the stream: what follows is whole only with its end.
  mutating func begin() throws(Failure) { try print(.begin) }

  mutating func take(_ answer: Answer) throws(Failure) {
    switch answer {
    case .begin(let sources): counts.sources += sources
    case .run(let run): try take(run.summary)
    case .problem(let problem):
      StandardError.print(problem)
      status.worsen(to: .usage)
      counts.errors += 1
      try print(.error(input: problem.place, message: problem.what, advice: problem.advice))
    case .repeated(let source):
      counts.notes += 1
      try print(.note(input: source, message: "names nothing that was not read before"))
    }
  }

  /// Ends the stream with the status of the call.
  mutating func end(_ status: ExitStatus) throws(Failure) {
    self.status.worsen(to: status)
    if Interruption.isRequested { self.status.worsen(to: .interrupted) }
    counts.exitStatus = self.status.rawValue
    counts.isInterrupted = self.status == .interrupted
    if !isBroken { try print(.end(counts)) }
  }

  private mutating func take(_ summary: RunSummary) throws(Failure) {
    var summary = summary
    // The summaries of the readable inputs stand for themselves.
    status.worsen(to: summary.conclude())
    var bytes: [UInt8] = []
    let style = ReportStyle(settings)
    let isShort = settings.format == .text && style.detail == .quiet
    let isFirst = counts.summaries == 0
    if settings.format == .template || settings.format == .text && !isShort, !isFirst {
      bytes.append(UInt8(ascii: "\n"))
    }
    // Verdicts in a row need to say whose they are; a whole report does.
    if isShort, let name = summary.inputs.first?.name { bytes += ReportFormat.heading(of: name) }
    bytes += settings.format.report(of: summary, style)
    counts.summaries += 1
    try print(bytes)
  }

  private mutating func print(_ record: StreamRecord) throws(Failure) {
    if isStream { try print(record.line(toolVersion: Program.version)) }
  }

  /// Prints at once, since somebody may wait for it.
  private mutating func print(_ bytes: [UInt8]) throws(Failure) {
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(bytes)
      try output.flush()
    } catch {
      isBroken = true
      throw Failure(error)
    }
  }
}

extension RunSummary {
  /// Sets the status that only the whole call knows, and returns what follows from it.
  mutating func conclude(_ ofCall: ExitStatus = .pass) -> ExitStatus {
    var status = ExitStatus(rawValue: exitStatus) ?? .fail
    status.worsen(to: ofCall)
    if interrupted { status.worsen(to: .interrupted) }
    exitStatus = status.rawValue
    return status
  }
}
