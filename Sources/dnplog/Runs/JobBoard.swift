/// The next thing to tell of the jobs of a call.
enum JobStep: Sendable {
  case begin(RunJob)
  case run(ReadRun, RunJob)
  case end(RunJob, ArchiveTally)
  /// The jobs that follow could not be found, or one could not be done.
  case failure(Failure)
  /// All was told.
  case done
}

/// The jobs that threads have taken, and what came of them until it is their turn to be told.
///
/// It holds a few jobs at most, and of each a few runs at most: a thread waits until there is room, so
/// memory does not grow with the inputs. The first job always has a thread that works on it, and its
/// runs are told as they come; so whoever waits, waits for something that goes on.
struct JobBoard: Sendable {
  /// A job and the runs of it that were not told yet.
  private struct Row: Sendable {
    let job: RunJob
    var isBegun = false
    var runs: [ReadRun] = []
    var ending: Result<ArchiveTally, Failure>?
  }

  /// The most runs of a job that wait: one is judged while another is told.
  private static let runLimit = 2

  private let limit: Int
  private var rows: [Row] = []
  /// The number of the first row's job.
  private var first = 0
  /// How the finding of jobs ended.
  private var ending: Result<Void, Failure>?
  private var isCancelled = false

  /// - Parameter threads: How many work on jobs.
  init(threads: Int) { limit = 2 * threads }

  // MARK: The threads that judge

  /// Whether another job may be begun; nil while there is no room for one.
  var mayBegin: Bool? {
    if isCancelled || ending != nil { return false }
    return rows.count < limit ? true : nil
  }

  /// Whether no job was begun so far.
  var isUnused: Bool { rows.isEmpty && first == 0 }

  /// Adds a job and returns its number.
  mutating func begin(_ job: RunJob) -> Int {
    rows.append(Row(job: job))
    return first + rows.count - 1
  }

  /// Takes the end of all jobs.
  mutating func complete(_ ending: Result<Void, Failure>) { self.ending = ending }

  /// Adds a run of a job; nil while there is no room for it.
  mutating func add(_ run: ReadRun, of number: Int) -> Void? {
    // Nobody tells of them any more.
    if isCancelled { return () }
    guard rows[number - first].runs.count < Self.runLimit else { return nil }
    rows[number - first].runs.append(run)
    return ()
  }

  mutating func end(_ number: Int, _ ending: Result<ArchiveTally, Failure>) {
    if !isCancelled { rows[number - first].ending = ending }
  }

  // MARK: The thread that tells

  /// The next step; nil while it is not known.
  mutating func next() -> JobStep? {
    guard !rows.isEmpty else {
      switch ending {
      case .success: return .done
      case .failure(let failure): return .failure(failure)
      case nil: return nil
      }
    }
    let job = rows[0].job
    if !rows[0].isBegun {
      rows[0].isBegun = true
      return .begin(job)
    }
    if !rows[0].runs.isEmpty { return .run(rows[0].runs.removeFirst(), job) }
    guard let ending = rows[0].ending else { return nil }
    rows.removeFirst()
    first += 1
    switch ending {
    case .success(let archives): return .end(job, archives)
    case .failure(let failure): return .failure(failure)
    }
  }

  /// Ends the work: what is not told by now is not wanted.
  mutating func cancel() {
    isCancelled = true
    rows = []
  }
}
