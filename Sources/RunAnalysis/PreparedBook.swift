package import LogReading
internal import RuleEngine
package import RuleLanguage
internal import Synchronization

/// A rule book made ready for runs: what reading, correlating and judging need of it.
///
/// Made once for all runs of a call: to prepare takes longer than to read and judge a log of 200 lines.
package final class PreparedBook: Sendable {
  package let book: RuleBook
  /// What the scanner of every input begins as.
  package let scanner: EventScanner
  let correlation: CorrelationPlan
  /// The level of each kind.
  let levels: [LogLevel]
  /// The event of a line that holds a secret; nil where the catalogue has none.
  let secret: EventKind?
  /// What the system says of the app: the process of such a line is another.
  let sayings: [EventKind]
  let scenarioBegin: EventKind?
  /// The event of a line that holds the record of a test run; nil where the catalogue has none.
  let recordEvent: EventKind?
  /// The events of lines that are in no words that are known, and of markers of the environment.
  let unclassified, environmentMarker: EventKind
  /// The events that documents beside a log are held against; nil where the catalogue has none.
  let contentHash, taskRegistration, taskSubmission: EventKind?
  /// By kind, whether the report hears of each of its events, without states and beside them.
  let noted, notedBesideStates: [Bool]
  /// By kind, what an event tells that a state is held against.
  let witnesses: [LogWitness.Role?]
  /// The events that tell of the messages of a feed.
  let messageKinds: MessageKinds
  /// The events that the table of scenarios is made from.
  let scenarios: ScenarioEvents
  /// Tells lines that stand under the tag of another event.
  let tags: TagCheck
  /// What the choices of the last runs came to.
  private let plans = Mutex<[(choice: RuleChoice, plan: RunPlan)]>([])
  /// The most that are kept: the tests of rules choose each rule alone.
  private static let planLimit = 16

  private let digest = Mutex<[UInt8]?>(nil)

  /// A digest of all its rules and their parameters, worked out where it is first asked for.
  var rulesDigest: [UInt8] {
    digest.withLock { known in
      if let known { return known }
      // Rules that cannot be written as tables are those of no other book.
      let bytes = (try? FlatTables.bytes(of: book)) ?? []
      let digest = ContentDigest.of(bytes.span)
      known = digest
      return digest
    }
  }

  package init(_ book: RuleBook) {
    self.book = book
    let catalogue = book.catalogue
    scanner = EventScanner(catalogue: catalogue)
    correlation = CorrelationPlan(catalogue)
    let levels = catalogue.events.map(\.level)
    self.levels = levels
    secret = catalogue.kind(named: "secret_logged")
    sayings = ["process_killed", "process_named"].compactMap(catalogue.kind(named:))
    let begin = catalogue.kind(named: "scenario_begin")
    let record = catalogue.kind(named: "test_run_recorded")
    scenarioBegin = begin
    recordEvent = record
    let witnesses = LogWitness.roles(in: catalogue)
    self.witnesses = witnesses
    let messages = MessageKinds(catalogue)
    messageKinds = messages
    unclassified = correlation.known.unclassified
    environmentMarker = correlation.known.environment
    let told = ScenarioEvents(catalogue)
    scenarios = told
    let noted = levels.enumerated().map { number, level in
      let kind = EventKind(rawValue: UInt16(clamping: number))
      return level >= .warning || kind == begin || kind == record || witnesses[number] != nil
        || messages.all.contains(kind)
        || told.hears(of: kind)
    }
    self.noted = noted
    contentHash = catalogue.kind(named: "content_hash")
    taskRegistration = catalogue.kind(named: "bgtask_register")
    taskSubmission = catalogue.kind(named: "bgtask_submit")
    let compared = [contentHash, taskRegistration, taskSubmission].compactMap(\.self)
    notedBesideStates = noted.enumerated().map { number, isNoted in
      isNoted || compared.contains(EventKind(rawValue: UInt16(clamping: number)))
    }
    tags = TagCheck(catalogue)
  }

  /// What the rules that the options choose need; the same for all runs that choose the same.
  func plan(for options: RunOptions) throws(RunOptionError) -> RunPlan {
    let choice = RuleChoice(options)
    return try plans.withLock { plans throws(RunOptionError) in
      if let known = plans.first(where: { $0.choice == choice }) { return known.plan }
      let plan = try RunPlan(self, choice)
      if plans.count >= Self.planLimit { plans.removeAll() }
      plans.append((choice, plan))
      return plan
    }
  }
}

/// The rules that take part in a run, made ready.
final class RunPlan: Sendable {
  let selection: RuleSelection
  let engine: EnginePlan
  /// What the steps of cycles begin as.
  let steps: CycleSteps
  /// For each step of the profile, its events by name.
  let stepNames: [String]
  /// For each rule, whether only the whole log tells whether it judges it.
  let waits: [Bool]
  /// For each profile that the log may choose, the rules whose outcome chooses it.
  let tellers: [[Int]]
  /// The rules whose inconclusive outcome makes the run inconclusive.
  let required: [(id: String, rule: Int)]

  fileprivate init(_ prepared: PreparedBook, _ choice: RuleChoice) throws(RunOptionError) {
    let book = prepared.book
    selection = try RuleSelection(book: book, choice)
    engine = EnginePlan(
      book: book, active: selection.active, correlation: prepared.correlation,
      explained: choice.explained)
    steps = CycleSteps(
      selection.profile, kinds: book.catalogue.events.count, prepared.correlation.roles)
    let choosing = selection
    let defaultPacks = Set(choosing.profile.packs)
    let mayWait = book.packs.indices.map { pack in
      !choosing.choices.isEmpty && choosing.choosers[pack] != nil
        && !defaultPacks.contains(book.packs[pack].name)
    }
    waits = book.rules.map { mayWait[Int($0.pack)] }
    tellers = selection.choices.map { profile in
      profile.toldByRules.compactMap { Self.rule($0, in: book) }
    }
    stepNames = selection.profile.steps.map { CycleSteps.name($0.events, book.catalogue) }
    let profiles = selection.choices.isEmpty ? [selection.profile] : selection.choices
    var named: Set<String> = []
    required = profiles.flatMap(\.required).filter { named.insert($0).inserted }.compactMap { id in
      Self.rule(id, in: book).map { (id, $0) }
    }
  }

  /// The rule that a name `pack/rule` means.
  private static func rule(_ name: String, in book: RuleBook) -> Int? {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let pack = book.packs.firstIndex(where: { $0.name == parts[0] })
    else { return nil }
    // Compared part by part: to put the names of all rules together for each took a twentieth of
    // a short run.
    return book.rules.indices.first {
      Int(book.rules[$0].pack) == pack && book.rules[$0].id == parts[1]
    }
  }
}
