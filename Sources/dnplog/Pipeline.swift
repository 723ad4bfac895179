internal import BuiltinRules
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import YAMLReading

/// What came of reading and judging the inputs.
struct Analysis {
  /// One for the call, or one for each input.
  var summaries: [RunSummary]
  /// Inputs that could not be opened or read; the others are judged all the same.
  var problems: [Problem]
  /// How many runs the summaries are of.
  var runs = 0
  /// What judged the last input, if it is small: to take it apart before the program ends would only
  /// cost time.
  var lastAnalyser: LogAnalyser?
}

/// Wires the modules together for the commands.
enum Pipeline {
  /// The built-in rules with those of the paths, which replace packs of the same name.
  ///
  /// Where there are no paths, only the rules of packs that are chosen.
  static func book(
    rulePaths: [String], choosing choose: (RuleBook) -> Set<String>? = { _ in nil }
  ) throws(Failure) -> RuleBook {
    var builtin = LoadedRules()
    do throws(FlatError) {
      builtin.book = try BuiltinRules.book { rulePaths.isEmpty ? choose($0) : nil }
    } catch {
      let what = "the built-in rules are damaged at byte \(error.offset)"
      throw Failure(Problem(what, advice: "build dnplog anew"), status: .badRules)
    }
    guard !rulePaths.isEmpty else { return builtin.book }
    return try load(rulePaths, over: builtin).book
  }

  /// The rules that a call of `validate` judges by.
  ///
  /// All of them where a rule may be named, or where a file may name the profile.
  static func judgingBook(for settings: Settings) throws(Failure) -> RuleBook {
    let options = settings.analysis
    let namesFile = settings.environment.contains { if case .file = $0 { true } else { false } }
    return try book(rulePaths: settings.rulePaths) { book in
      guard options.skippedRules.isEmpty, !namesFile else { return nil }
      return RunOptions.packs(
        profile: options.profile, beside: options.packs, hasRecords: !options.records.isEmpty,
        in: book)
    }
  }

  /// What the report says of packs that the call gives and does not judge by: a rule that somebody
  /// has just written is never taken for one that holds.
  static func idlePacks(
    of settings: Settings, _ options: AnalysisOptions, in book: RuleBook
  ) throws(Failure) -> [Assumption] {
    guard !settings.rulePaths.isEmpty else { return [] }
    let builtin = try Self.book(rulePaths: []).packs.map(\.name)
    let chosen = RunOptions.packs(
      profile: options.profile, beside: options.packs, hasRecords: !options.records.isEmpty,
      in: book)
    return book.packs.indices.compactMap { index in
      let name = book.packs[index].name
      guard !builtin.contains(name), chosen?.contains(name) == false,
        book.rules.contains(where: { Int($0.pack) == index })
      else { return nil }
      let profile = options.profile ?? RunOptions.defaultProfile
      return Assumption(
        what: "pack", value: "\(name) takes no part",
        why: "the profile \(profile) does not list it; add --pack \(name) to judge by it")
    }
  }

  /// The catalogue and no rule, for what only reads.
  static func readingBook(for settings: Settings) throws(Failure) -> RuleBook {
    try book(rulePaths: settings.rulePaths) { _ in [] }
  }

  /// The rules of the paths over the built-in ones, whose requirements they may cover.
  private static func load(
    _ paths: [String], over builtin: LoadedRules
  ) throws(Failure) -> LoadedRules {
    var builtin = builtin
    do throws(FlatError) {
      builtin.requirements = try BuiltinRules.requirements()
    } catch {
      throw Failure(Problem("the built-in requirements are damaged"), status: .badRules)
    }
    guard !paths.isEmpty else { return builtin }
    do throws(LoadFailure) {
      return try RuleLoader.load(paths, over: builtin)
    } catch {
      throw Failure(error.errors.map { Problem($0) }, status: .badRules)
    }
  }

  /// The built-in rules with those of the paths, and the requirements that they cover.
  static func rulesWithRequirements(paths: [String]) throws(Failure) -> LoadedRules {
    try load(paths, over: LoadedRules(book: try book(rulePaths: [])))
  }

  /// Reads and judges; an interruption ends the reading and marks the summaries.
  static func analyse(
    _ sources: [String], book: RuleBook, options: AnalysisOptions, isEach: Bool,
    asides: [Assumption] = []
  ) throws(Failure) -> Analysis {
    let run = try Run(sources: sources, book: book, options: options)
    var analysis = Analysis(summaries: [], problems: run.plan.problems.map { Problem($0) })
    var archives = ArchiveTally(run.plan)
    func add(_ summary: RunSummary) {
      var summary = summary
      summary.toolVersion = Program.version
      summary.add(asides)
      analysis.runs += 1
      if isEach || analysis.summaries.isEmpty {
        analysis.summaries.append(summary)
      } else {
        analysis.summaries[0].merge(summary, maxDetails: options.maxDetails)
      }
    }
    for (number, unit) in run.units.enumerated() where archives.wants(unit) {
      // What was read of the first one is reported.
      if Interruption.isRequested, number > 0 { break }
      let analyser = try run.analyser()
      analyser.read(unit) { Interruption.isRequested }
      analysis.problems += archives.problems(of: analyser)
      // An input that could not be read at all has no verdict of its own.
      if !analyser.problems.isEmpty, analyser.engine.correlator.eventCount == 0 { continue }
      let isJudged = archives.isJudged(analyser, in: unit)
      let summary = analyser.finish()
      warn(of: summary.inputs)
      if isJudged { add(summary) } else { archives.keep(summary, of: unit) }
      let isSmall = analyser.engine.correlator.eventCount < 4_096
      if isSmall, number == run.units.count - 1 { analysis.lastAnalyser = analyser }
    }
    if Interruption.isRequested { return analysis }
    let (empty, problems) = archives.withoutLogs()
    for summary in empty { add(summary) }
    analysis.problems += problems
    // What was left out belongs to the whole call; with --each, to the first summary.
    if !analysis.summaries.isEmpty {
      analysis.summaries[0].add(archives.assumptions + run.plan.passedOver)
    }
    return analysis
  }

  /// Says where an input was damaged, whatever the format of the report.
  private static func warn(of inputs: [InputSummary]) {
    for input in inputs {
      if let damage = input.damage {
        // A compressed file in an archive is what is broken, not the archive.
        let isMember = input.name.contains("!") && input.name.hasSuffix(".gz")
        let what = damage.what(in: isMember ? "gzip" : input.compression)
        StandardError.print(Problem(what, at: input.name, advice: damage.advice))
      }
      if input.cutLines > 0 {
        let lines = input.cutLines == 1 ? "1 line is" : "\(input.cutLines) lines are"
        StandardError.print(
          Problem("\(lines) longer than 1 MiB", at: input.name, advice: "the rest was passed over"))
      }
    }
  }

  /// Writes events as NDJSON and returns the inputs that could not be read.
  static func writeEvents(
    _ sources: [String], book: RuleBook, options: AnalysisOptions,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    let run = try Run(sources: sources, book: book, options: options)
    var problems = run.plan.problems.map { Problem($0) }
    var archives = ArchiveTally(run.plan)
    for unit in run.units where archives.wants(unit) && !Interruption.isRequested {
      let analyser = try run.analyser()
      let lines = EventLineBuffer()
      analyser.onEventLine { lines.bytes += $0 }
      var failure: Problem?
      analyser.read(unit) {
        // Chunk by chunk, so that a long log streams.
        do throws(Problem) {
          try output.append(lines.take())
        } catch {
          failure = error
        }
        return failure != nil || Interruption.isRequested
      }
      warn(of: analyser.finish().inputs)
      do throws(Problem) {
        if let failure { throw failure }
        try output.append(lines.take())
      } catch {
        throw Failure(error)
      }
      problems += archives.problems(of: analyser)
      _ = archives.isJudged(analyser, in: unit)
    }
    return problems
  }

  /// Writes every instance of a rule and returns the inputs that could not be read.
  static func explain(
    _ rule: Int, _ sources: [String], book: RuleBook, options: AnalysisOptions, look: Look,
    to output: inout StandardOutput
  ) throws(Failure) -> [Problem] {
    let run = try Run(sources: sources, book: book, options: options)
    var problems = run.plan.problems.map { Problem($0) }
    var archives = ArchiveTally(run.plan)
    for unit in run.units where archives.wants(unit) && !Interruption.isRequested {
      let analyser = try run.analyser { options in
        options.explainedRule = rule
        options.onlyRule = rule
      }
      analyser.read(unit) { Interruption.isRequested }
      problems += archives.problems(of: analyser)
      let isJudged = archives.isJudged(analyser, in: unit)
      let summary = analyser.finish()
      warn(of: summary.inputs)
      guard isJudged else { continue }
      do throws(Problem) {
        // Of several inputs each needs to say which it is.
        if run.units.count > 1 { try output.append(Rendering.heading(of: unit[0].name)) }
        try output.append(
          Rendering.instances(
            of: analyser.ruleName(rule), title: book.rules[rule].title, summary,
            input: unit[0].name,
            look: look))
      } catch {
        throw Failure(error)
      }
    }
    return problems
  }

  /// Runs the tests inside the rules of the paths, or of the built-in ones.
  static func testRules(paths: [String]) throws(Failure) -> RuleTestReport {
    let loaded = try rules(paths: paths)
    let packs = Set(loaded.places.keys.map { String($0.prefix { $0 != "/" }) })
    var report = RuleTestReport()
    let book = PreparedBook(loaded.book)
    for test in loaded.tests where paths.isEmpty || packs.contains(test.pack) {
      do throws(RunOptionError) {
        let result = try RuleTester.run(test, book: book)
        if let message = result.failure {
          report.failures.append(
            RuleTestReport.Failure(
              rule: "\(test.pack)/\(test.rule)", test: test.name,
              place: "\(test.location.path):\(test.location.line)", message: message))
        } else {
          report.passed += 1
        }
      } catch {
        throw Failure(
          Problem(error.message, at: test.rule, advice: error.advice), status: .badRules)
      }
    }
    return report
  }

  /// The rules of the paths with their tests, or the built-in ones.
  static func rules(paths: [String]) throws(Failure) -> LoadedRules {
    var builtin = LoadedRules(book: try book(rulePaths: []))
    do throws(FlatError) {
      builtin.tests = try BuiltinRules.tests()
    } catch {
      throw Failure(Problem("the built-in tests are damaged"), status: .badRules)
    }
    return try load(paths, over: builtin)
  }
}

extension InputPlan {
  /// What was left out of the directories, in words.
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

/// Lines of events that wait to be written.
private final class EventLineBuffer {
  var bytes: [UInt8] = []

  func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }
}

/// The inputs and the options of a call, resolved once for all its runs.
private struct Run {
  let plan: InputPlan
  /// The sets that make one run each, at least one to a run.
  let units: [[InputSet]]
  private let book: PreparedBook
  private var options = RunOptions()
  /// An event knows its file by a number of two bytes, and records of test runs count as files.
  private static let fileLimit = 65_000

  init(sources: [String], book: RuleBook, options: AnalysisOptions) throws(Failure) {
    plan = Self.plan(sources, grouping: options.grouping).openingArchives(
      joins: options.grouping == .joined, isEach: options.grouping == .separate,
      stop: Interruption.flag)
    if options.grouping == .merged {
      // What repeats other lines of a bug report would be read twice.
      // Files whose names differ by a number may be of one time too, so each is read by itself.
      let sets = plan.sets.filter { !$0.isReserve }.flatMap { set in
        set.members.map { InputSet(name: $0.name, members: [$0], archive: set.archive) }
      }
      // What cannot be read of a merge may have held any of its lines.
      let lost = plan.lost.map { InputSet(name: $0, members: [.missing($0)]) }
      units = sets.isEmpty ? [] : [sets + lost]
    } else {
      units = plan.sets.map { [$0] }
    }
    if units.contains(where: { $0.reduce(0) { $0 + $1.members.count } > Self.fileLimit }) {
      throw Failure(
        Problem(
          "more than \(Self.fileLimit) files in one run",
          advice: "judge them one by one with --each, or join fewer"))
    }
    if !options.records.isEmpty, units.count > 1 {
      throw Failure(
        Problem(
          "a record is of one run, and there are \(units.count) inputs",
          at: "option '--testrun'", advice: "name one log, or join them with --join"))
    }
    for path in options.records { self.options.records.append(try Self.record(path)) }
    var settings = Self.parameters(of: options.profile, in: book)
    for pair in options.parameters { settings[pair.key] = pair.value }
    do throws(ParameterError) {
      self.book = PreparedBook(try book.setting(settings))
    } catch {
      throw Failure(Problem(error.message, at: "option '--set'", advice: error.advice))
    }
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
            "there is no zone '\(name)'", at: "option '--tz'",
            advice: "give UTC, an offset such as +08:00, or a name such as Asia/Manila"))
      }
      self.options.zone = zone
    }
    self.options.year = options.year
    self.options.container = options.container
    self.options.statesLead = options.parameters.contains {
      $0.key == "lead" || $0.key.hasSuffix(".lead")
    }
    self.options.isStrict = options.isStrict
    self.options.allowsInconclusive = options.allowsInconclusive
    self.options.allowsEmpty = options.allowsEmpty
    self.options.maxDetails = options.maxDetails
    self.options.stop = Interruption.flag
    self.options.reading.aheadFrom = ChunkReader.Limits.usualAheadFrom
  }

  /// The record of a test run in a file.
  private static func record(_ path: String) throws(Failure) -> TestRunRecord {
    let bytes = try SmallFile.read(path)
    do throws(SourceError) {
      return try TestRunRecord(reading: bytes, path: path)
    } catch {
      throw Failure(
        Problem(error.message, at: "\(path):\(error.location.line)", advice: error.advice))
    }
  }

  /// What the profile sets; the options of the call go before it.
  private static func parameters(of profile: String?, in book: RuleBook) -> [String: String] {
    let name = profile ?? RunOptions.defaultProfile
    return book.profiles.first { $0.name == name }?.parameters ?? [:]
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

  private static func plan(
    _ sources: [String], grouping: AnalysisOptions.Grouping
  ) -> InputPlan {
    grouping == .separate
      ? InputDiscovery.plan(ofEach: sources)
      : InputDiscovery.plan(arguments: sources, joins: grouping == .joined)
  }
}

extension InputSummary.Damage {
  /// What is wrong, for standard error.
  fileprivate func what(in compression: String) -> String {
    let archive = compression.split(separator: "+").first ?? "gzip"
    return switch kind {
    case .truncated where compression == "none":
      "the document ends in the middle, at byte \(offsetBytes)"
    case .truncated: "the \(archive) data end in the middle, at byte \(offsetBytes)"
    case .corrupt: "the \(archive) data are broken at byte \(offsetBytes)"
    case .checksum: "the checksum at byte \(offsetBytes) is wrong, though all could be decoded"
    case .trailingGarbage:
      "what follows the \(archive) data at byte \(offsetBytes) is no \(archive) data"
    }
  }

  /// What that means, and what to do about it.
  fileprivate var advice: String {
    switch kind {
    case .truncated: "fetch the whole file, what follows is unknown"
    case .corrupt: "fetch the file again, some lines are lost"
    case .checksum: "fetch the file again if a line looks wrong"
    case .trailingGarbage: "it was passed over"
    }
  }
}
