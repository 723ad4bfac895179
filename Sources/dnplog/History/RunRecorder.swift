internal import Database
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunAnalysis
internal import RunHistory
internal import RunReport

/// Records the runs of a call as they are judged, where the command line names a history.
///
/// One that cannot be written does not stop the judging: it is told, and makes the exit status 2.
final class RunRecorder {
  private let path: String
  private let settings: Settings
  private var history: History?
  /// The first error of the history.
  private var failure: Failure?
  /// What is known of the runs beside their summaries, by number.
  private var noted: [Int: Noted] = [:]
  private var count = 0
  /// The events of the analyser that was made last.
  private var spool: EventSpool?
  private weak var analyser: LogAnalyser?

  /// What a history wants to know of a run beside its summary.
  private struct Noted {
    var contents: [InputContent]
    var events: EventSpool?
    /// What the run shows of the sign-off checklist.
    var evidence: RunEvidence?
  }

  /// Nil where no history is named.
  init?(_ settings: Settings) {
    guard let path = settings.history.database else { return nil }
    self.path = path
    self.settings = settings
    do throws(HistoryError) {
      history = try History(path, for: .recording)
    } catch {
      fail(error)
    }
  }

  /// Nil where no history is named; one that cannot be opened is refused, for a call that goes on for days.
  init?(watching settings: Settings) throws(Failure) {
    guard let path = settings.history.database else { return nil }
    self.path = path
    self.settings = settings
    do throws(HistoryError) {
      history = try History(path, for: .recording)
    } catch {
      throw Failure(Problem(error))
    }
  }

  var hasFailed: Bool { failure != nil }

  private func fail(_ error: HistoryError) {
    let problem = Problem(error)
    StandardError.print(problem)
    failure = failure ?? Failure(problem)
  }

  // MARK: What is read

  /// Returns what is to be told the contents of a run's inputs.
  func ledger() -> ContentLedger? {
    history == nil ? nil : ContentLedger(lookUp: History.lookUp(in: path))
  }

  /// Keeps the events of a run, where they are asked for.
  func listen(to analyser: LogAnalyser) {
    guard history != nil, settings.history.keepsEvents else { return }
    do throws(DatabaseError) {
      let events = try EventSpool()
      spool = events
      self.analyser = analyser
      analyser.onEventLine { line in events.add(line) }
    } catch {
      fail(HistoryError("the temporary file for events", error))
    }
  }

  /// Notes what was read of a run, and returns the number by which it is recorded.
  func note(_ analyser: LogAnalyser, _ summary: RunSummary) -> Int {
    count += 1
    noted[count] = Noted(
      contents: analyser.options.contents?.inputs ?? [],
      events: self.analyser === analyser ? spool : nil,
      evidence: analyser.evidence(of: summary))
    return count
  }

  // MARK: What is recorded

  /// Closes the history, so that SQLite puts what it wrote into the one file.
  func close() { history = nil }

  /// Records a run; a part of one, which was interrupted, is not.
  func record(_ run: JudgedRun) {
    guard let number = run.number, let noted = noted.removeValue(forKey: number), let history,
      !run.summary.interrupted
    else { return }
    let states = stateDigests(beside: noted.contents)
    let recorded = RecordedRun(
      run.summary, contents: noted.contents, states: states, events: noted.events,
      evidence: noted.evidence, now: ReportStyle(file: settings).now)
    do throws(HistoryError) {
      let recording = try history.record(recorded)
      tell(recording, of: noted.contents)
    } catch {
      fail(error)
    }
  }

  /// Records a run that may go on, of which the caller keeps what was read.
  ///
  /// - Parameter isLast: Whether it is over, so that it is told where it is a part of another.
  func record(
    _ summary: RunSummary, _ evidence: RunEvidence?, content: InputContent, isLast: Bool
  ) {
    guard let history else { return }
    let recorded = RecordedRun(
      summary, contents: [content], evidence: evidence, now: ReportStyle(file: settings).now)
    do throws(HistoryError) {
      let recording = try history.record(recorded)
      content.mark()
      // Another process may have held the history for a while.
      failure = nil
      if isLast { tell(recording, of: [content]) }
    } catch {
      fail(error)
    }
  }

  private func tell(_ recording: Recording, of contents: [InputContent]) {
    let name = contents.first?.member.name ?? "a run without a log"
    switch recording {
    case .added, .replaced: return
    case .empty: StandardError.print(Problem("\(name) is empty: it is not recorded", at: path))
    case .contained(let other):
      StandardError.print(
        Problem(
          "\(name) is part of run \(other), which was recorded before: it is not counted again",
          at: path))
    }
  }

  /// What metrics count: all runs in the history.
  func counts() -> RunCounts {
    if failure == nil, let history {
      do throws(HistoryError) {
        let totals = try history.totals()
        return .ofHistory(totals)
      } catch {
        fail(error)
      }
    }
    return .unknown(failure ?? Failure(Problem("the history cannot be read", at: path)))
  }

  /// The digests of the states that are judged; of no use where a log tells runs apart.
  private func stateDigests(beside contents: [InputContent]) -> [[UInt8]] {
    if contents.contains(where: { $0.length > 0 }) { return [] }
    return settings.analysis.states.map { path in
      // One that is gone by now differs from all others by its name.
      let bytes = (try? SmallFile.read(path)) ?? Array(path.utf8)
      return ContentDigest.of(bytes.span)
    }
  }
}
