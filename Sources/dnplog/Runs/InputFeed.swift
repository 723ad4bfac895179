internal import LogReading

/// The jobs of a call in the order of its inputs, each found when it is asked for.
struct InputFeed: Sendable {
  /// Where groups are found one by one.
  private var sources: InputSources?
  private var discovery = EachDiscovery()
  private var group: InputGroup?
  /// The first unit of the group that no job has; nil where another group follows.
  private var next: Int?
  /// Jobs that were looked at ahead.
  private var waiting: [RunJob] = []

  /// Gives the jobs of a plan, which words name.
  init(_ plan: AnalysisPlan, of count: Int) {
    group = InputGroup(ofAll: count, plan.inputs, units: plan.units)
    next = 0
  }

  /// Finds the inputs of each source when it is its turn.
  init(each sources: InputSources) {
    self.sources = sources
  }

  /// Whether there is more than one job, or may be: a list that comes through a pipe is not waited for.
  mutating func hasSeveral(stop: StopFlag) throws(Failure) -> Bool {
    if sources?.list != nil { return true }
    while waiting.count < 2, let job = try find(stop) { waiting.append(job) }
    return waiting.count > 1
  }

  /// Waits for the next job; nil at the end, or after a stop.
  mutating func next(stop: StopFlag) throws(Failure) -> RunJob? {
    waiting.isEmpty ? try find(stop) : waiting.removeFirst()
  }

  private mutating func find(_ stop: StopFlag) throws(Failure) -> RunJob? {
    if next == nil {
      guard let source = try sources?.next(stop: stop) else { return nil }
      let plan = discovery.plan(of: source).openingArchives(joins: false, isEach: true, stop: stop)
      group = InputGroup(of: source, plan)
      next = 0
    }
    guard let group, let start = next else { return nil }
    let job = group.job(from: start)
    next = job.isLast ? nil : job.places.upperBound
    return job
  }
}
