internal import LogReading
internal import RunReport

/// What a call has to say of its inputs, in their order.
enum Answer {
  /// A number of sources, of which is told next.
  case begin(Int)
  case run(JudgedRun)
  /// Something that could not be read.
  case problem(Problem)
  /// A source that names nothing which another did not name before.
  case repeated(String)
}

/// Takes what was read, in the order of the inputs, and hands it on as answers.
///
/// The files that an archive leaves out are known at its end and told with its last run, so each run of
/// a group with archives waits for the next.
struct RunCollector {
  typealias Take = (Answer) throws(Failure) -> Void

  /// What stands in the summary of each run.
  private let asides: [Assumption]
  /// What is wrong beside the inputs, told with the first of them.
  private var problems: [Problem]
  private var archives = ArchiveTally()
  /// A summary that waits for the next, and the problems behind it.
  private var waiting: JudgedRun?
  private var behind: [Problem] = []
  private var runsOfGroup = 0
  private var isGroupAnswered = false
  private(set) var runs = 0

  init(asides: [Assumption], problems: [Problem]) {
    self.asides = asides
    self.problems = problems
  }

  mutating func begin(_ job: RunJob, _ take: Take) throws(Failure) {
    guard job.isFirst else { return }
    archives = ArchiveTally()
    runsOfGroup = 0
    isGroupAnswered = false
    try take(.begin(job.group.sourceCount))
    for error in job.group.plan.problems { try add(Problem(error), take) }
    for problem in problems { try add(problem, take) }
    problems = []
  }

  mutating func add(_ run: ReadRun, of job: RunJob, _ take: Take) throws(Failure) {
    DamageNotice.print(of: run.inputs)
    for problem in run.problems { try add(problem, take) }
    if let judged = run.judged { try add(judged, of: job, take) }
  }

  mutating func end(
    _ job: RunJob, _ account: ArchiveTally, _ take: Take
  ) throws(Failure) {
    archives.add(account)
    guard job.isLast else { return }
    let (empty, problems) = archives.withoutLogs()
    for run in empty { try add(run, of: job, take) }
    for problem in problems { try add(problem, take) }
    try handOver(with: archives.assumptions, take)
    if !isGroupAnswered, let source = job.group.source { try take(.repeated(source)) }
  }

  /// Hands on what waits.
  mutating func handOver(with assumptions: [Assumption] = [], _ take: Take) throws(Failure) {
    if var run = waiting {
      waiting = nil
      run.summary.add(assumptions)
      try take(.run(run))
    }
    let problems = behind
    behind = []
    for problem in problems { try take(.problem(problem)) }
  }

  private mutating func add(
    _ run: JudgedRun, of job: RunJob, _ take: Take
  ) throws(Failure) {
    var run = run
    run.summary.toolVersion = Program.version
    // Files left out of folders belong to the whole group, and so to its first run.
    run.summary.add(runsOfGroup == 0 ? asides + job.group.plan.passedOver : asides)
    runsOfGroup += 1
    runs += 1
    isGroupAnswered = true
    try handOver(take)
    waiting = run
    if job.group.plan.archives.isEmpty { try handOver(take) }
  }

  private mutating func add(_ problem: Problem, _ take: Take) throws(Failure) {
    isGroupAnswered = true
    if waiting == nil { try take(.problem(problem)) } else { behind.append(problem) }
  }
}

extension InputPlan {
  /// The files left out of the directories, as an assumption.
  fileprivate var passedOver: [Assumption] {
    guard let first = ownFiles.first else { return [] }
    let others = ownFiles.count > 1 ? " and \(ownFiles.count - 1) more" : ""
    let why =
      ownFiles.count > 1
      ? "dnplog printed them, or they are records of test runs, and no logs"
      : "dnplog printed it, or it is the record of a test run, and no log"
    return [Assumption(what: "input", value: "not read: \(first)\(others)", why: why)]
  }
}

/// Damage of inputs on standard error, whatever the format of the report.
enum DamageNotice {
  static func print(of inputs: [InputSummary]) {
    for input in inputs {
      if let damage = input.damage {
        // A compressed file in an archive is what is broken, not the archive.
        let isMember = input.name.contains("!") && input.name.hasSuffix(".gz")
        let what = damage.what(in: isMember ? .gzip : input.compression)
        StandardError.print(Problem(what, at: input.name, advice: damage.advice))
      }
      if input.cutLines > 0 {
        let lines = input.cutLines == 1 ? "1 line is" : "\(input.cutLines) lines are"
        StandardError.print(
          Problem("\(lines) longer than 1 MiB", at: input.name, advice: "the rest was passed over"))
      }
    }
  }
}
