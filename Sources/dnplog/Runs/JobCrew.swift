internal import LogReading
internal import RunReport
internal import Synchronization

/// Threads that judge the jobs of a call side by side; what comes of them is told in their order.
///
///     guard let crew = JobCrew(of: 2, plan, feed) else { return judgeHere() }
///     while case let step = crew.next() { … }
///
/// A job is judged whole by one thread, in an analyser of its own: what threads share, they only read.
/// The end of this value ends their work and waits for them.
final class JobCrew {
  private let board: Monitor<JobBoard>
  private let stop: StopFlag
  private var threads: [Member] = []

  private final class Member {
    let thread: WorkerThread
    init(_ thread: consuming WorkerThread) { self.thread = thread }
  }

  /// Nil where the system has no thread to give.
  init?(of count: Int, _ plan: AnalysisPlan, _ feed: InputFeed) {
    let stop = StopFlag(within: plan.stop)
    var plan = plan
    plan.stop(by: stop)
    self.stop = stop
    board = Monitor(JobBoard(threads: count))
    let work = JobWork(board: board, feed: SharedFeed(feed), plan: plan)
    for _ in 0..<count {
      guard let thread = WorkerThread({ work.run() }) else { break }
      threads.append(Member(thread))
    }
    if threads.isEmpty { return nil }
  }

  // Runs before the threads are waited for.
  deinit {
    stop.request()
    board.update { $0.cancel() }
  }

  /// Waits for the next step.
  func next() -> JobStep { board.wait { $0.next() } }
}

/// The feed, from which one thread at a time takes a job.
private final class SharedFeed: Sendable {
  let feed: Mutex<InputFeed>
  init(_ feed: InputFeed) { self.feed = Mutex(feed) }
}

/// The work of each thread.
private struct JobWork: Sendable {
  let board: Monitor<JobBoard>
  let feed: SharedFeed
  let plan: AnalysisPlan

  func run() {
    while let (number, job) = begin() {
      do throws(Failure) {
        var none = Baseline()
        let archives = try plan.judge(job, isFirst: number == 0, knowing: &none) { run in
          board.wait { $0.add(run, of: number) }
        }
        board.update { $0.end(number, .success(archives)) }
      } catch {
        board.update { $0.end(number, .failure(error)) }
      }
    }
  }

  /// Takes the next job, as soon as there is room and one is found.
  ///
  /// The feed is held meanwhile, so that jobs are numbered in its order.
  private func begin() -> (number: Int, job: RunJob)? {
    feed.feed.withLock { feed in
      guard board.wait({ $0.mayBegin }) else { return nil }
      do throws(Failure) {
        let job = try feed.next(stop: plan.stop)
        return board.update { board in
          guard let job, !plan.stop.isRequested || board.isUnused else {
            board.complete(.success(()))
            return nil
          }
          return (board.begin(job), job)
        }
      } catch {
        board.update { $0.complete(.failure(error)) }
        return nil
      }
    }
  }
}
