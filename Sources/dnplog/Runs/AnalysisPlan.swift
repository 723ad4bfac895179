internal import DeviceState
internal import LogReading
internal import RuleLanguage
internal import RunAnalysis
internal import RunReport
internal import YAMLReading

/// The inputs and the options of a call, resolved once for all its runs.
struct AnalysisPlan: Sendable {
  let inputs: InputPlan
  /// The sets that make one run each, at least one to a run.
  let units: [[InputSet]]
  private let book: PreparedBook
  private var options = RunOptions()
  /// Sources of state that cannot be read; the rest is judged without them.
  private(set) var problems: [Problem] = []
  /// Whether files were put together by their names alone.
  private let groupsByName: Bool
  /// The most files: an event knows its file by two bytes, and records of test runs count as files.
  private static let fileLimit = 50_000
  /// The most inputs of one summary, which says of each what was read.
  private static let inputLimit = 50_000

  /// Ends the reading.
  private(set) var stop = Interruption.flag

  /// Makes a plan.
  ///
  /// - Parameter sources: The words that name the inputs; nil where those are found one by one.
  init(sources: [String]?, book: RuleBook, options: AnalysisOptions) throws(Failure) {
    groupsByName = options.grouping == .rotationSets
    inputs =
      sources.map { sources in
        Self.inputs(sources, grouping: options.grouping).openingArchives(
          joins: options.grouping == .joined, isEach: options.grouping == .separate,
          stop: Interruption.flag)
      } ?? InputPlan()
    let sources = sources ?? []
    if options.grouping == .merged {
      // Lines that repeat others of a bug report would be read twice. Files whose names differ by a
      // number may be of one time too, so each is read by itself.
      let sets = inputs.sets.filter { !$0.isReserve }.flatMap { set in
        set.members.map { InputSet(name: $0.name, members: [$0], archive: set.archive) }
      }
      // An input of a merge that cannot be read may have held any of its lines.
      let lost = inputs.lost.map { InputSet(name: $0, members: [.missing($0)]) }
      units = sets.isEmpty ? [] : [sets + lost]
    } else {
      // States and feeds are judged without a log too.
      let needsNone = !options.states.isEmpty || options.feed.path != nil
      units = sources.isEmpty && needsNone ? [[]] : inputs.sets.map { [$0] }
    }
    if units.contains(where: { $0.reduce(0) { $0 + $1.members.count } > Self.fileLimit }) {
      throw Failure(
        Problem(
          "more than \(Self.fileLimit) files in one run",
          advice: "judge them one by one with --each, or join fewer"))
    }
    if units.count > Self.inputLimit {
      throw Failure(
        Problem(
          "\(units.count) inputs in one call, of which the summary holds at most \(Self.inputLimit)",
          advice: "judge them one by one with --each, or in parts that 'dnplog merge' adds up"))
    }
    if !options.records.isEmpty, units.count > 1 {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(units.count) inputs",
          at: "option '--testrun'", advice: "name one log, or join them with --join"))
    }
    if !options.states.isEmpty, units.count > 1 {
      throw Failure(
        Problem(
          "a state is of one device, and there are \(units.count) inputs",
          at: "option '--state'", advice: "name one log, or join them with --join"))
    }
    if options.feed.path != nil, units.count > 1 {
      throw Failure(
        Problem(
          "a feed is held against one log, and there are \(units.count)",
          advice: "name one log, or join them with --join"))
    }
    self.options.feed = try FeedInput.question(options.feed, sources: sources)
    for path in options.records { self.options.records.append(try Self.record(path)) }
    var settings = Self.parameters(of: options.profile, in: book)
    for pair in options.parameters { settings[pair.key] = pair.value }
    do throws(ParameterError) {
      self.book = PreparedBook(try book.setting(settings))
    } catch {
      let pair = options.parameters.last { $0.key == error.name }
      let place = options.place(of: "set", pair.map { "\($0.key)=\($0.value)" } ?? "")
      throw Failure(Problem(error.message, at: place, advice: error.advice))
    }
    for path in options.states { readState(path, options.apps) }
    if sources.isEmpty, self.options.states.isEmpty, !problems.isEmpty { throw Failure(problems) }
    self.options.now = options.now
    self.options.judgesStates = options.judgesStates
    self.options.profile = options.profile
    self.options.packs = options.packs
    self.options.skippedRules = options.skippedRules
    self.options.environment = options.environment.map { ($0.key, $0.value) }
    if let platform = options.platform {
      self.options.environment.append(("platform", platform.rawValue))
    }
    if let name = options.timeZone {
      guard let zone = LocalZone(name) else {
        throw Failure(
          Problem(
            "there is no zone '\(name)'", at: options.place(of: "tz", name),
            advice: "give UTC, an offset such as +08:00, or a name such as Asia/Manila"))
      }
      self.options.zone = zone
    }
    if options.since != nil || options.until != nil {
      let span = TimeSpan(since: options.since, until: options.until)
      if span.isEmpty, let until = options.until?.text {
        throw Failure(
          Problem(
            "--until \(until) is not after --since", at: options.place(of: "until", until),
            advice: "name a later time; a time alone is of the day on which the log begins"))
      }
      self.options.span = span
    }
    self.options.year = options.year
    self.options.container = options.container
    self.options.apps = options.apps
    self.options.statesLead = options.parameters.contains {
      $0.key == "lead" || $0.key.hasSuffix(".lead")
    }
    self.options.isStrict = options.isStrict
    self.options.allowsInconclusive = options.allowsInconclusive
    self.options.allowsEmpty = options.allowsEmpty
    self.options.maxDetails = options.maxDetails
    self.options.stop = stop
    self.options.reading.aheadFrom = ChunkReader.Limits.usualAheadFrom
    self.options.reading.meter = Progress.meter
    let inputs = inputs
    Progress.begin(options.progress) { inputs.storedBytes }
  }

  /// Adds the states of a file, or what is wrong with it.
  private mutating func readState(_ path: String, _ apps: [String]) {
    do throws(Failure) {
      let head = try SmallFile.head(of: path, count: StateSource.headLength)
      let isStore = head.map(StateSource.isStore) ?? false
      let bytes = isStore ? [] : try SmallFile.read(path)
      do throws(StateError) {
        let states =
          isStore
          ? [try StateSource.state(ofStore: path)]
          : try StateSource.states(in: bytes, path: path, apps: Set(apps))
        for state in states { try add(state) }
      } catch {
        let place = error.line > 0 ? "\(error.path):\(error.line)" : error.path
        problems.append(Problem(error.message, at: place, advice: error.advice))
      }
    } catch {
      problems += error.problems
    }
  }

  /// Adds a state; one whose lists another source has already is refused, since everything would be there
  /// twice.
  private mutating func add(_ state: DeviceState) throws(StateError) {
    let lists: [DeviceState.List] = [.schedules, .notifications, .pending, .delivered, .alarms]
    for list in lists where state.lists.contains(list) {
      guard let other = options.states.first(where: { $0.lists.contains(list) }) else { continue }
      throw StateError(
        state.path, "lists \(list.rawValue), as \(other.path) does",
        advice: "name one of them, that of the moment in question")
    }
    options.states.append(state)
    if let gap = state.gap {
      problems.append(Problem(gap, at: state.path, advice: "take it again"))
    }
  }

  /// Returns the record of a test run in a file.
  private static func record(_ path: String) throws(Failure) -> TestRunRecord {
    let bytes = try SmallFile.read(path)
    do throws(SourceError) {
      return try TestRunRecord(reading: bytes, path: path)
    } catch {
      throw Failure(
        Problem(error.message, at: "\(path):\(error.location.line)", advice: error.advice))
    }
  }

  /// Returns the parameters that the profile sets; the options of the call prevail over them.
  private static func parameters(of profile: String?, in book: RuleBook) -> [String: String] {
    let name = profile ?? RunOptions.defaultProfile
    return book.profiles.first { $0.name == name }?.parameters ?? [:]
  }

  /// Reads what makes one run by the names of its files, and hands it on; where their times tell of
  /// another order, or of several runs, they are read so, with an assumption that says it.
  ///
  /// - Parameter begin: Called before each reading, of which the last before `take` counts; it tells what
  ///   ends the reading besides the user.
  func read(
    _ unit: [InputSet], _ change: (inout RunOptions) -> Void = { _ in },
    begin: (LogAnalyser) throws(Failure) -> (() -> Bool) = { _ in { false } },
    then take: ([InputSet], LogAnalyser, [Assumption]) throws(Failure) -> Void
  ) throws(Failure) {
    let first = try analyser(change)
    var noted = NotedViolations()
    let ends = try begin(first)
    first.read(unit) { isStopped(first, &noted) || ends() }
    guard groupsByName, unit.count == 1, let runs = first.runsByTime(of: unit[0]) else {
      return try take(unit, first, [])
    }
    // They are found once more.
    noted.note(0)
    for (number, run) in runs.enumerated() {
      // Lines already read of an interrupted first run are reported.
      if stop.isRequested, number > 0 { return }
      let analyser = try analyser(change)
      var noted = NotedViolations()
      let ends = try begin(analyser)
      analyser.read([run.set]) { isStopped(analyser, &noted) || ends() }
      try take([run.set], analyser, [run.assumption])
    }
  }

  /// Notes how far the reading is, and tells whether it is to end.
  func isStopped(_ analyser: LogAnalyser, _ noted: inout NotedViolations) -> Bool {
    noted.note(analyser.violationsSoFar)
    Progress.show()
    return stop.isRequested
  }

  /// Takes a flag that ends the reading instead of control-C alone.
  mutating func stop(by flag: StopFlag) {
    stop = flag
    options.stop = flag
  }

  func analyser(_ change: (inout RunOptions) -> Void = { _ in }) throws(Failure) -> LogAnalyser {
    var options = options
    change(&options)
    do throws(RunOptionError) {
      return try LogAnalyser(book, options: options)
    } catch {
      throw Failure(Problem(error.message, advice: error.advice))
    }
  }

  /// Begins a run of a log that is still being written.
  ///
  /// - Parameter contents: Where its content is told, where it is to be recorded.
  func liveRun(named name: String, contents: ContentLedger?) throws(Failure) -> LiveRun {
    do throws(RunOptionError) {
      return try LiveRun(book, options: liveOptions(contents), named: name)
    } catch {
      throw Failure(Problem(error.message, advice: error.advice))
    }
  }

  /// Goes on with a run whose state a call before kept.
  func liveRun(
    from state: [UInt8], contents: ContentLedger?
  ) throws(LiveRunError) -> LiveRun {
    try LiveRun(book, options: liveOptions(contents), state: state)
  }

  /// The options of a run whose state only the same program takes.
  private func liveOptions(_ contents: ContentLedger?) -> RunOptions {
    var options = options
    options.contents = contents
    options.build = "\(Program.version) \(Commit.name)"
    return options
  }

  private static func inputs(
    _ sources: [String], grouping: AnalysisOptions.Grouping
  ) -> InputPlan {
    grouping == .separate
      ? InputDiscovery.plan(ofEach: sources)
      : InputDiscovery.plan(arguments: sources, joins: grouping == .joined)
  }
}
