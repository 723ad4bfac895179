internal import CommandSyntax
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension Settings {
  /// Refuses options that contradict each other.
  func checkCombinations() throws(Failure) {
    let isJoined = analysis.grouping == .joined
    if isEach, isJoined { throw Self.conflict("--each", "--join") }
    if pathsFrom != nil, isJoined { throw Self.conflict("--paths-from", "--join") }
    if isMerged, isJoined { throw Self.conflict("--join", "--merge") }
    if isEach, isMerged { throw Self.conflict("--each", "--merge") }
    if pathsFrom != nil, isMerged { throw Self.conflict("--paths-from", "--merge") }
    if isEach, !exports.isEmpty { throw Self.conflict("--each", "--export") }
    // Each input would be free to repeat all that is known.
    if isEach, analysis.baseline != nil { throw Self.conflict("--each", "--baseline") }
    if isEach, format.traits.isOneDocument {
      throw Self.conflict("--each", "--format \(format.rawValue)")
    }
    try checkHistory()
    for (number, export) in exports.enumerated() where export.path != "/dev/null" {
      guard exports[..<number].contains(where: { $0.path == export.path }) else { continue }
      throw Failure(
        Problem(
          "two reports for '\(export.path)'", at: "option '--export'", advice: "name two files"))
    }
  }

  private func checkHistory() throws(Failure) {
    guard let database = history.database else {
      if history.keepsEvents {
        throw Failure(
          Problem(
            "there is no history to keep events in", at: "option '--history-events'",
            advice: "name one with --history"))
      }
      return
    }
    // By their places: the history need not be there yet, and what SQLite puts beside it comes and goes.
    let place = FilePlace.path(of: database)
    let places = ["", "-journal", "-wal", "-shm"].map { place + $0 }
    if exports.contains(where: { places.contains(FilePlace.path(of: $0.path)) }) {
      throw Failure(
        Problem(
          "this is the history, and no report may take its place", at: database,
          advice: "name another file for the report"))
    }
    // A history counts each log once, whole: parts of one would overlap.
    if analysis.since != nil { throw Self.conflict("--history", "--since") }
    if analysis.until != nil { throw Self.conflict("--history", "--until") }
  }

  private static func conflict(_ left: String, _ right: String) -> Failure {
    Failure(Problem("\(left) and \(right) exclude each other", advice: "leave one of them out"))
  }

  /// Returns the analysis options, with the files of `--env` read and all names checked.
  func resolvedAnalysis(for book: RuleBook) throws(Failure) -> AnalysisOptions {
    var options = analysis
    if isEach || pathsFrom != nil { options.grouping = .separate }
    if isMerged { options.grouping = .merged }
    try addEnvironment(to: &options, for: book)
    try options.checkNames(in: book)
    return options
  }

  /// Returns the same of a call that judges by those rules.
  func resolvedAnalysis(for rules: JudgingRules) throws(Failure) -> AnalysisOptions {
    var options = try resolvedAnalysis(for: rules.book)
    options.packs = rules.packs
    return options
  }

  /// Adds the conditions of `--env`: the command line prevails over a file, the later over the
  /// earlier.
  private func addEnvironment(
    to options: inout AnalysisOptions, for book: RuleBook
  ) throws(Failure) {
    if environment.isEmpty { return }
    let words = EnvironmentWords(book)
    // Both of the configuration file come before both of the command line.
    let (configured, own) = (
      environment.prefix(configuredEnvironment), environment.dropFirst(configuredEnvironment)
    )
    for statements in [configured, own] {
      var stated: [Pair] = []
      for statement in statements {
        switch statement {
        case .condition(let pair):
          if let mistake = words.mistake(inKey: pair.key) ?? words.mistake(inValueOf: pair) {
            let place = analysis.place(of: "env", "\(pair.key)=\(pair.value)")
            throw Failure(Problem(mistake.message, at: place, advice: mistake.advice))
          }
          stated.append(pair)
        case .file(let path):
          let file = try EnvironmentFile.read(path, for: book)
          options.environment += file.conditions
          if !namesProfile { options.profile = file.profile ?? options.profile }
        }
      }
      options.environment += stated
    }
  }

  /// Whether the command line names a profile itself.
  var namesProfile: Bool {
    guard let profile = analysis.profile else { return false }
    return !analysis.configured.contains { $0.option == "profile" && $0.value == profile }
  }

  /// What the call says beside the inputs, as assumptions: a report that lies in a file names no command line.
  var notes: [Assumption] { optionsNote + configurationNote }

  /// The options on which the verdict may hang, of the command line and the configuration file.
  private var optionsNote: [Assumption] {
    var words = analysis.skippedRules.map { "--skip \($0)" }
    words += analysis.parameters.map { "--set \($0.key)=\($0.value)" }
    if let zone = analysis.timeZone { words.append("--tz \(zone)") }
    if let year = analysis.year { words.append("--year \(year)") }
    if let platform = analysis.platform { words.append("--platform \(platform.rawValue)") }
    if analysis.isStrict { words.append("--strict") }
    if analysis.allowsInconclusive { words.append("--allow-inconclusive") }
    if analysis.allowsEmpty { words.append("--allow-empty") }
    if words.isEmpty { return [] }
    return [
      Assumption(
        what: "options", value: words.joined(separator: " "), why: "they were given with the call")
    ]
  }

  /// The configuration file, as an assumption: what it says holds although nobody typed it.
  private var configurationNote: [Assumption] {
    guard let configuration, !analysis.configured.isEmpty else { return [] }
    let options = analysis.configured.map(\.option)
    let names = options.indices.filter { !options[..<$0].contains(options[$0]) }
      .map { options[$0] }
    return [
      Assumption(
        what: "configuration", value: configuration,
        why: "it sets \(Spelling.list(names, "and")); --no-config leaves it out")
    ]
  }
}

extension AnalysisOptions {
  /// Returns the place of a value, for messages: of the configuration file, or of the command line.
  func place(of option: String, _ value: String) -> String {
    configured.last { $0.option == option && $0.value == value }?.place ?? "option '--\(option)'"
  }

  /// Refuses names of profiles, packs, parameters and rules that the book does not have.
  func checkNames(in book: RuleBook) throws(Failure) {
    if let profile {
      try check(profile, "profile", profile, "profile", among: book.profiles.map(\.name))
    }
    for pack in packs { try check(pack, "pack", pack, "pack", among: book.packs.map(\.name)) }
    for rule in skippedRules {
      _ = try RuleNames.find(rule, in: book, saying: place(of: "skip", rule))
    }
    if parameters.isEmpty { return }
    let names = book.parameters.map(\.name)
    let full = book.parameters.map { "\(book.packName($0.pack)).\($0.name)" }
    for parameter in parameters where !full.contains(parameter.key) {
      try check(
        parameter.key, "set", "\(parameter.key)=\(parameter.value)", "parameter",
        among: parameter.key.contains(".") ? full : names)
    }
  }

  /// The most names listed to a user who typed another; more would say nothing.
  private static let listLimit = 40

  private func check(
    _ name: String, _ option: String, _ value: String, _ kind: String, among names: [String]
  ) throws(Failure) {
    guard !names.contains(name) else { return }
    let advice =
      Spelling.question(for: name, among: names)
      ?? (names.count > Self.listLimit
        ? "'dnplog rules params' lists them"
        : "known are \(Set(names).sorted().joined(separator: ", "))")
    throw Failure(
      Problem("there is no \(kind) '\(name)'", at: place(of: option, value), advice: advice))
  }
}
