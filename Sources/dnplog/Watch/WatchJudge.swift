internal import RunAnalysis
internal import RunReport

/// Judges a run that goes on, now and then, and tells what changed.
struct WatchJudge {
  /// How long to wait between two judgements at least: while the log is quiet, while it comes fast, and
  /// how many times as long as the last one took.
  private static let pauses = (quiet: 1.0, fast: 3.0, times: 10.0)

  private(set) var changes = RunChanges()
  /// The run as the log shows it.
  private(set) var summary = RunSummary()
  /// The seconds of silence at which it is worth judging again, the next one first.
  private var expiries: [Double] = []
  private var judgedSilence = 0.0
  /// Whether bytes came since the last judgement.
  private(set) var isBehind = true
  private var last: ContinuousClock.Instant?
  private var cost = 0.0
  /// How long a silent log is waited for behind a deadline.
  let tolerance: Double
  /// Whether the silence was told.
  private var isSilenceTold = false

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Notes that bytes came.
  mutating func noteBytes() { isBehind = true }

  /// The seconds until it is worth judging again; nil where only new bytes make it so.
  func wait(silence: Double, isFast: Bool) -> Double? {
    let need = isBehind ? 0 : expiries.first.map { max(0, $0 + tolerance - silence) }
    guard let need else { return nil }
    guard let last else { return need }
    let pause = max(isFast ? Self.pauses.fast : Self.pauses.quiet, cost * Self.pauses.times)
    return max(need, pause - (ContinuousClock.now - last) / .seconds(1))
  }

  /// Whether a deadline has passed by the clock since the last judgement.
  func isExpired(silence: Double) -> Bool {
    expiries.first.map { $0 + tolerance <= silence } ?? false
  }

  /// Judges the run, and returns what changed.
  ///
  /// - Parameters:
  ///   - silence: For how many seconds nothing has come.
  ///   - finish: What is not known to the run itself, such as notes of the call.
  mutating func judge(
    _ run: LiveRun, silence: Double, finish: (inout RunSummary) -> Void
  ) -> [WatchEvent] {
    let start = ContinuousClock.now
    var events: [WatchEvent] = []
    if isBehind {
      summary = run.snapshot(silence: nil)
      finish(&summary)
      let now = summary.lastTime ?? 0
      expiries = summary.turningPoints.map { Double($0 - now) / 1_000_000 }
      judgedSilence = 0
      isBehind = false
      isSilenceTold = false
    }
    let expired = expiries.prefix { $0 + tolerance <= silence }
    if let latest = expired.last {
      // A moment more, since a deadline passes behind its last microsecond.
      judgedSilence = max(latest + tolerance + 0.001, silence)
      expiries.removeFirst(expired.count)
      if !isSilenceTold {
        isSilenceTold = true
        events.append(.silence(silence))
      }
    }
    let silent =
      judgedSilence > 0 ? run.snapshot(silence: judgedSilence, tolerance: tolerance) : nil
    events += changes.take(summary, silent: silent).map { .change($0) }
    last = .now
    cost = (ContinuousClock.now - start) / .seconds(1)
    return events
  }

  /// Takes the end of the run, and returns what changed.
  mutating func end(_ summary: RunSummary) -> [WatchEvent] {
    self.summary = summary
    return changes.take(summary, isEnd: true).map { .change($0) }
  }
}
