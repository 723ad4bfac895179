internal import CommandSyntax
internal import RuleLanguage
internal import SimulatedFaults
internal import Simulator
internal import TextWriting

extension SimulationSettings {
  /// Returns the plan that the options make; refuses what cannot be done.
  func plan(of name: String?, with catalogue: Catalogue) throws(Failure) -> SimulationPlan {
    var plan = SimulationPlan(scenario: try Self.scenario(named: name))
    plan.seed = seed ?? plan.seed
    try setTimes(of: &plan)
    try setMutation(of: &plan, in: catalogue)
    try setWriting(of: &plan)
    try setDamage(of: &plan)
    try checkOutput()
    try checkState(of: plan.scenario)
    return plan
  }

  private static func scenario(named name: String?) throws(Failure) -> Scenario {
    guard let name else {
      throw refusal("'dnplog simulate' needs SCENARIO", "'dnplog simulate --list' lists them")
    }
    if let scenario = Scenario.named(name) { return scenario }
    throw refusal(
      "there is no scenario '\(name)'",
      Spelling.question(for: name, among: Scenario.all.map(\.name))
        ?? "'dnplog simulate --list' lists them")
  }

  private func setTimes(of plan: inout SimulationPlan) throws(Failure) {
    let scenario = plan.scenario
    if let days {
      guard days >= scenario.fewestDays else {
        throw Self.refusal(
          "'\(scenario.name)' takes at least \(scenario.fewestDays) days", "raise --days")
      }
      plan.days = days
    }
    if let start {
      if let first = scenario.firstNotification {
        let day = InstantText.date(first)
        throw Self.refusal("'\(scenario.name)' begins on \(day)", "leave --start out")
      }
      plan.firstNotification = start
    }
    // The last second of the year 9999.
    guard plan.firstNotification + Int64(plan.days) * .day <= 253_402_300_799 * .second else {
      throw Self.refusal(
        "the last day lies past the year 9999", "set --start earlier or take fewer --days")
    }
    if let zone {
      guard scenario.zone == "UTC" else {
        throw Self.refusal(
          "the device of '\(scenario.name)' is in \(scenario.zone)", "leave --tz out")
      }
      plan.zone = zone
    }
    if let lead {
      guard scenario.prefetches else {
        throw Self.refusal("'\(scenario.name)' prefetches nothing", "leave --lead out")
      }
      plan.lead = lead
    }
  }

  /// The most days of a mutated trace or a damaged log, as either is held in memory.
  private static let mostHeldDays = 100
  /// The days without noise that have about as many lines as a log that is held may have.
  private static let mostHeldLines: Int64 = 2000

  private func setMutation(
    of plan: inout SimulationPlan, in catalogue: Catalogue
  ) throws(Failure) {
    guard let mutation else {
      guard event == nil else {
        throw Self.refusal("--at says where to mutate, but not how", "add --mutate")
      }
      return
    }
    try Self.checkIsShort(plan, for: "--mutate")
    let names = catalogue.events.map(\.name)
    if let event, !names.contains(event) {
      throw Self.refusal(
        "there is no event '\(event)'",
        Spelling.question(for: event, among: names) ?? "'dnplog events' shows those of a log")
    }
    plan.mutation = Mutator(mutation, at: event)
  }

  private static func checkIsShort(
    _ plan: SimulationPlan, for option: String
  ) throws(Failure) {
    guard plan.days > mostHeldDays else { return }
    throw refusal(
      "\(option) takes no log of \(plan.days) days", "take at most \(mostHeldDays) --days with it")
  }

  /// Refuses a log that is too long to be held: noise lengthens it as the share of the rest is
  /// small.
  private static func checkHasFewLines(
    _ plan: SimulationPlan, for option: String
  ) throws(Failure) {
    let whole: Int64 = 1_000_000
    let rest = whole - Int64((plan.noise * Double(whole)).rounded())
    let most = mostHeldLines * rest / whole
    guard Int64(plan.days) > most else { return }
    throw refusal(
      "\(option) takes no log of \(plan.days) days with so much noise",
      "take at most \(most) --days with it, or less --noise")
  }

  private func setDamage(of plan: inout SimulationPlan) throws(Failure) {
    plan.noise = noise
    plan.isGzip = isGzip
    guard let damage = damages.first else { return }
    guard damages.count == 1 else {
      throw Self.refusal("a log is damaged in one way", "give --damage once")
    }
    if damage.needsGzip, !isGzip {
      throw Self.refusal("'\(damage.name)' is damage to an archive", "add --gzip")
    }
    guard damage.applies(to: plan.style) else {
      throw Self.refusal(
        "'\(damage.name)' would break the form of '\(plan.style.name)'",
        "choose another --container")
    }
    try Self.checkIsShort(plan, for: "--damage")
    try Self.checkHasFewLines(plan, for: "--damage")
    plan.damage = damage
  }

  private func setWriting(of plan: inout SimulationPlan) throws(Failure) {
    plan.form = form ?? .text
    guard let container else {
      plan.style = LogStyle(plan.scenario.platform == .ios ? .idevicesyslog : .threadtime)
      return
    }
    do throws(LogStyleError) {
      plan.style = try LogStyle(parsing: container)
    } catch {
      let advice = error.candidates.map { name, words in
        Spelling.question(for: name, among: words) ?? "'dnplog simulate --list' lists them"
      }
      throw Self.refusal("option '--container': " + error.message, advice ?? error.advice)
    }
  }

  private func checkOutput() throws(Failure) {
    if devices > 1, output == nil {
      throw Self.refusal(
        "\(devices) devices write \(devices) logs", "name a folder for them with --output")
    }
    guard let truth else { return }
    if truth == "-", output == nil {
      throw Self.refusal(
        "standard output cannot take the log and its truth",
        "name a file for one, with --output or --truth")
    }
    try checkTruth(at: truth)
  }

  /// Refuses a truth that would take the place of a log, whatever the two are called.
  func checkTruth(at truth: String) throws(Failure) {
    guard truth != "-", output != nil else { return }
    let place = FilePlace.path(of: truth)
    guard place != "/dev/null" else { return }
    for number in 1...devices {
      guard let log = path(ofDevice: number), FilePlace.path(of: log) == place else { continue }
      throw Self.refusal("--output and --truth name the same file", "name two")
    }
  }

  private func checkState(of scenario: Scenario) throws(Failure) {
    guard state != nil else {
      if stores == nil { return }
      throw Self.refusal("--stores says how to store, but not where", "add --state-out")
    }
    guard scenario.keepsState else {
      throw Self.refusal(
        "of the device of '\(scenario.name)' only its log is kept",
        "leave --state-out out, or take a scenario as state or android-force-stop")
    }
    let names = StateFiles.names(stores ?? .one)
    for number in 1...devices {
      guard let folder = folder(ofDevice: number) else { continue }
      let places = Set(names.map { FilePlace.path(of: folder + "/" + $0) })
      for path in [path(ofDevice: number), truth].compactMap(\.self)
      where places.contains(FilePlace.path(of: path)) {
        throw Self.refusal("'\(path)' is a file of the state", "name another for the log or truth")
      }
    }
  }

  /// Returns the folder of a device's state; nil where none is asked for.
  func folder(ofDevice number: Int) -> String? {
    guard devices > 1, let state else { return state }
    return state + "/device-" + Self.padded(number)
  }

  private static func padded(_ number: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  /// Returns the file of a device's log; nil for standard output.
  func path(ofDevice number: Int) -> String? {
    guard devices > 1, let folder = output else { return output }
    return "\(folder)/device-\(Self.padded(number)).log" + (isGzip ? ".gz" : "")
  }

  private static func refusal(_ what: String, _ advice: String) -> Failure {
    Failure(Problem(what, advice: advice))
  }
}
