internal import LogFollowing
internal import LogReading
internal import RunAnalysis
internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Waits, reads, judges and shows, in one thread, until the source or a signal ends it.
final class WatchLoop {
  let settings: Settings
  let input: WatchedInput
  private let plan: AnalysisPlan
  let asides: [Assumption]
  let source: any LogSource
  let run: LiveRun
  let recorder: RunRecorder?
  /// What the log is known by in a history.
  let content: InputContent?
  var judge: WatchJudge
  var view: any WatchView
  private let signals: Int32
  private var buffer = [UInt8](repeating: 0, count: 256 << 10)

  private var resumedAt: Int64?
  private var lastBytes = ContinuousClock.now
  /// Whether all that was there was read.
  private var isCaughtUp = false
  private var rate = ReadRate()
  var nextWriting = ContinuousClock.now
  var savedBytes: Int64 = -1
  var recordedBytes: Int64 = 0
  private var shownBytes: Int64 = -1
  private var lastShown: ContinuousClock.Instant?

  init(_ settings: Settings, _ exporter: inout Exporter) throws(Failure) {
    try settings.checkCombinations()
    self.settings = settings
    let input = try WatchedInput(settings)
    self.input = input
    let rules = try Pipeline.judgingRules(for: settings)
    var options = try settings.resolvedAnalysis(for: rules)
    options.progress = .never
    plan = try AnalysisPlan(sources: nil, book: rules.book, options: options)
    let asides = rules.asides + settings.notes
    exporter.choose(input.words)
    let recorder = try RunRecorder(watching: settings)
    self.recorder = recorder
    signals = WatchSignals.begin()
    let begun = try Self.open(input, settings, plan, recorder)
    source = begun.source
    run = begun.run
    content = begun.content
    resumedAt = begun.resumedAt
    self.asides = asides + begun.asides
    judge = WatchJudge(tolerance: settings.watch.tolerance)
    view = Self.view(of: input, settings)
  }

  private static func view(of input: WatchedInput, _ settings: Settings) -> any WatchView {
    switch settings.watch.format {
    case .json: return WatchSilently()
    case .ndjson: return WatchRecords(name: input.title)
    case .text:
      let isTerminal = isatty(STDOUT_FILENO) == 1
      let terminal = ProcessVariables.value("TERM")
      guard isTerminal, terminal != "dumb", !terminal.isEmpty else {
        return WatchLines(title: input.title, detail: settings.detail)
      }
      let style = ReportStyle(settings)
      return WatchScreen(
        title: input.title, detail: settings.detail, isColoured: style.isColoured)
    }
  }

  // MARK: The loop

  func run(_ exporter: inout Exporter) throws(Failure) -> ExitStatus {
    try view.begin()
    do throws(Failure) {
      try tell([.start(resumedAt: resumedAt)])
      try watch(&exporter)
    } catch {
      try? view.end()
      throw error
    }
    return try finish(&exporter)
  }

  /// Watches until the source ends or a signal asks for the end.
  private func watch(_ exporter: inout Exporter) throws(Failure) {
    while true {
      let requests = WatchSignals.take(from: signals)
      if requests.contains(.end) { return try drain() }
      if requests.contains(.reopen) { source.reopen() }
      if requests.contains(.pause) { try pause() }
      if requests.contains(.redraw) { shownBytes = -1 }
      var idle: Double?
      switch try step(draining: false) {
      case .bytes(let count): try take(count)
      case .notice(let notice): try note(notice)
      case .nothing(let seconds): idle = seconds
      case .end: return
      }
      if idle != nil, !isCaughtUp { catchUp() }
      try judgeIfDue(isFast: idle == nil)
      try writeIfDue(&exporter)
      try showIfDue(isWhole: requests.contains(.redraw))
      if let idle, idle > 0 { wait(idle) }
    }
  }

  private func step(draining: Bool) throws(Failure) -> SourceStep {
    do throws(InputError) {
      return draining ? try source.drain(into: &buffer) : try source.next(into: &buffer)
    } catch {
      throw Failure(Problem(error))
    }
  }

  /// Reads what is there to its last byte.
  private func drain() throws(Failure) {
    while true {
      switch try step(draining: true) {
      case .bytes(let count): try take(count)
      case .notice(let notice): try note(notice)
      case .nothing: continue
      case .end: return
      }
    }
  }

  private func take(_ count: Int) throws(Failure) {
    run.add(buffer.span.extracting(0..<count))
    if let problem = run.problem { throw Failure(Problem(problem)) }
    content?.add(buffer.span.extracting(0..<count))
    rate.add(count)
    lastBytes = .now
    judge.noteBytes()
  }

  private func note(_ notice: SourceNotice) throws(Failure) {
    if notice.isLoss {
      run.noteLoss()
      judge.noteBytes()
    }
    try tell([.source(notice)])
  }

  /// A log that was silent before the watching began has been so since it was written to last.
  private func catchUp() {
    isCaughtUp = true
    guard let written = source.lastWrite else { return }
    let age = Double(WatchClock.now - written) / 1_000_000
    if age > 0 { lastBytes -= .seconds(age) }
  }

  /// Whether it is known how long the log has been silent, and what follows from that.
  var isSilenceKnown: Bool { isCaughtUp && !judge.isExpired(silence: silence) }

  private var silence: Double { (ContinuousClock.now - lastBytes) / .seconds(1) }

  private func wait(_ idle: Double) {
    var seconds = min(idle, max(0.01, (nextWriting - .now) / .seconds(1)))
    if let due = judge.wait(silence: silence, isFast: false) { seconds = min(seconds, due) }
    // The time left is counted down on a page.
    if view.isPage { seconds = min(seconds, 1) }
    Waiting.wait(for: source.descriptors + [signals], seconds: max(0, seconds))
    // A writer of many short lines is let write some.
    if isCaughtUp, silence < 0.1 { Waiting.wait(for: [signals], seconds: 0.02) }
  }

  private func pause() throws(Failure) {
    try view.end()
    raise(SIGSTOP)
    try view.begin()
    shownBytes = -1
  }

  // MARK: What is judged, shown and written

  private func judgeIfDue(isFast: Bool) throws(Failure) {
    guard let due = judge.wait(silence: silence, isFast: isFast), due <= 0 else { return }
    let events = judge.judge(run, silence: silence) { [asides] summary in
      summary.toolVersion = Program.version
      summary.add(asides)
    }
    try tell(events)
    shownBytes = -1
  }

  /// The silence, and what rests on it.
  var shownSilence: LiveSilence {
    var shown = judge.changes.bySilence
    shown.seconds = silence
    return shown
  }

  private var status: LiveStatus {
    var status = LiveStatus()
    status.summary = judge.summary
    status.findings = judge.changes.newest
    status.bytes = run.bytesRead
    status.rate = rate.current
    status.silence = shownSilence
    return status
  }

  func tell(_ events: [WatchEvent]) throws(Failure) {
    if !events.isEmpty { try view.tell(events, status) }
  }

  private func showIfDue(isWhole: Bool) throws(Failure) {
    guard view.isPage else { return }
    let now = ContinuousClock.now
    let isDue = lastShown.map { now - $0 >= .milliseconds(950) } ?? true
    guard
      isWhole || isDue
        || shownBytes == -1 && lastShown.map({ now - $0 >= .milliseconds(100) }) != false
    else { return }
    lastShown = now
    shownBytes = run.bytesRead
    try view.show(status, isWhole: isWhole)
  }
}
