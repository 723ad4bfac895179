internal import CommandSyntax
internal import LogReading
internal import RuleLanguage
internal import Simulator
internal import TextWriting

extension Program {
  static let simulate = Command<Settings>(
    "simulate", "Generate a test log, with a file that says what is wrong in it.",
    details: [
      "Plays a scenario on a simulated device and writes what the plugin would log. The same command"
        + " writes the same bytes on any machine. Every fault in the log is put there on purpose;"
        + " --truth says which one, where, and what verdict is right."
    ],
    operands: [
      Operand(
        "SCENARIO", .atMostOne, "The scenario, e.g. happy; --list lists all.",
        words: { _ in Scenario.all.map(\.name) }
      ) { $0.operands.append($1) }
    ],
    options: scenarioOptions + faultOptions + writingOptions + outputOptions
      + OptionTables.rulePaths,
    usual: ["list", "days", "seed", "tz", "mutate", "damage", "output", "truth"],
    examples: [
      Example("List the scenarios.", "dnplog simulate --list"),
      Example("Check a healthy log.", "dnplog simulate happy | dnplog validate"),
      Example(
        "Write a log, and what is wrong in it.",
        "dnplog simulate happy --days 3 -o happy.log --truth happy.json"),
    ]
  ) { settings in
    Interruption.watch()
    Interruption.watchTermination()
    return Failure.reporting { () throws(Failure) in
      let simulation = settings.simulation
      if simulation.isList {
        return StandardOutput.print(try SimulationList.text(for: settings))
      }
      let book = try Pipeline.readingBook(for: settings)
      let plan = try simulation.plan(of: settings.operands.first, with: book.catalogue)
      try simulation.checkSpares(settings.rulePaths)
      let status = try SimulationRun(settings: simulation, plan: plan, catalogue: book.catalogue)
        .run()
      // A file that was begun is gone by now.
      Interruption.passOnTermination()
      return status
    }
  }

  private static let scenarioOptions: [Option<Settings>] = [
    .flag("list", in: "Scenario options", "List all scenarios, log formats and faults, and end.") {
      $0.simulation.isList = true
    },
    .value(
      "days", takes: "N", in: "Scenario options",
      "Simulate N days, each with a notification (default: as few as the scenario needs)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.days = try OptionValues.integer(text, in: 1...100_000)
    },
    .value(
      "devices", takes: "M", in: "Scenario options",
      "Simulate M devices, each with its own log in the folder of --output (default 1)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.devices = try OptionValues.integer(text, in: 1...100_000)
    },
    .value(
      "seed", takes: "S", in: "Scenario options",
      "Set the seed of the random numbers; another seed makes another log (default 1)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.seed = UInt64(try OptionValues.integer(text, in: 0...Int.max))
    },
    .value(
      "start", takes: "TIME", in: "Scenario options",
      "Set the time of the first notification: a day, or an instant (default 2025-11-14T05:53:00Z)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.start = try SimulationValues.start(text)
    },
    .value(
      "lead", takes: "DURATION", in: "Scenario options",
      "Prefetch this long before the notification, e.g. 10m (default 5m)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.lead = try SimulationValues.lead(text)
    },
    .value(
      "tz", takes: "OFFSET", in: "Scenario options",
      "Set the time zone of the device, e.g. +02:00 (default UTC)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.zone = try SimulationValues.zone(text)
    },
  ]

  private static let faultOptions: [Option<Settings>] = [
    .choice(
      "mutate", takes: "KIND", of: Mutation.self, in: "Fault options",
      "Break one event of a healthy log on purpose: drop, swap, duplicate, delay, rekey, alter or"
        + " insert it."
    ) { $0.simulation.mutation = $1 },
    .value(
      "at", takes: "EVENT", in: "Fault options",
      "Break this event, e.g. fetch_success (default: a random one)."
    ) { $0.simulation.event = $1 },
    .choice(
      "damage", takes: "KIND", of: Damage.self, in: "Fault options", repeatable: true,
      "Damage the file: \(Spelling.list(Damage.allCases.map(\.name), "or"))."
    ) { $0.simulation.damages.append($1) },
  ]

  private static let writingOptions: [Option<Settings>] = [
    .choice(
      "form", takes: "FORM", of: SimulationPlan.Form.self, in: "Writing options",
      "Write the messages of the plugin as text, as json records, or as both (default text)."
    ) { $0.simulation.form = $1 },
    .value(
      "container", takes: "NAME", in: "Writing options",
      "Write the lines in this log format; --list lists them (default idevicesyslog for iOS,"
        + " threadtime for Android)."
    ) { $0.simulation.container = $1 },
    .value(
      "noise", takes: "RATIO", in: "Writing options",
      "Add lines of other programs: their share of all lines, from 0 to 0.999 (default 0)."
    ) { (settings, text) throws(UsageError) in
      settings.simulation.noise = try SimulationValues.noise(text)
    },
    .flag("gzip", in: "Writing options", "Compress the log.") { $0.simulation.isGzip = true },
  ]

  private static let outputOptions: [Option<Settings>] = [
    .value(
      "output", short: "o", takes: "PATH", in: "Output options",
      "Write the log to a file, which appears when it is complete, or several logs to a folder"
        + " (default standard output)."
    ) { $0.simulation.output = $1 == "-" ? nil : $1 },
    .value(
      "truth", takes: "PATH", in: "Output options",
      "Write a JSON file that says which faults are in the log, and where."
    ) { $0.simulation.truth = $1 },
    .value(
      "state-out", takes: "DIR", in: "Output options",
      "Write what the device has stored and scheduled at the end of the log, for 'dnplog reconcile':"
        + " its database, dumps of the system, and a snapshot."
    ) { $0.simulation.state = $1 },
    .choice(
      "stores", takes: "HOW", of: StateFiles.Stores.self, in: "Output options",
      "Use one database, as the plugin does, or two, as it did before (default one)."
    ) { $0.simulation.stores = $1 },
  ]
}

extension SimulationSettings {
  /// Refuses a log or a truth in the place of a rule file that the call reads.
  fileprivate func checkSpares(_ rulePaths: [String]) throws(Failure) {
    let rules = Set(
      rulePaths.flatMap { RuleLoader.files(at: $0) }.compactMap { FileStatus.identity(ofFile: $0) })
    if rules.isEmpty { return }
    let logs = (1...devices).compactMap { path(ofDevice: $0) }
    let names = StateFiles.names(stores ?? .one)
    let states = (1...devices).flatMap { device in
      folder(ofDevice: device).map { folder in names.map { folder + "/" + $0 } } ?? []
    }
    for path in logs + states + [truth].compactMap({ $0 }) {
      guard let file = FileStatus.identity(ofFile: path), rules.contains(file) else { continue }
      throw Failure(
        Problem(
          "this is one of the rule files, and is left alone", at: path, advice: "name another"))
    }
  }
}
