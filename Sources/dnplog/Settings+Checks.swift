internal import CommandSyntax
internal import RuleLanguage
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
    for (number, export) in exports.enumerated() where export.path != "/dev/null" {
      guard exports[..<number].contains(where: { $0.path == export.path }) else { continue }
      throw Failure(
        Problem(
          "two reports for '\(export.path)'", at: "option '--export'", advice: "name two files"))
    }
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

  /// Adds the conditions of `--env`: the command line prevails over a file, the later over the
  /// earlier.
  private func addEnvironment(
    to options: inout AnalysisOptions, for book: RuleBook
  ) throws(Failure) {
    if environment.isEmpty { return }
    let words = EnvironmentWords(book)
    var stated: [Pair] = []
    for statement in environment {
      switch statement {
      case .condition(let pair):
        if let mistake = words.mistake(inKey: pair.key) ?? words.mistake(inValueOf: pair) {
          throw Failure(Problem(mistake.message, at: "option '--env'", advice: mistake.advice))
        }
        stated.append(pair)
      case .file(let path):
        let file = try EnvironmentFile.read(path, for: book)
        options.environment += file.conditions
        if analysis.profile == nil { options.profile = file.profile ?? options.profile }
      }
    }
    options.environment += stated
  }
}

extension AnalysisOptions {
  /// Refuses names of profiles, packs, parameters and rules that the book does not have.
  func checkNames(in book: RuleBook) throws(Failure) {
    if let profile {
      try Self.check(profile, "--profile", "profile", among: book.profiles.map(\.name))
    }
    for pack in packs { try Self.check(pack, "--pack", "pack", among: book.packs.map(\.name)) }
    for rule in skippedRules { _ = try RuleNames.find(rule, in: book, saying: "option '--skip'") }
    if parameters.isEmpty { return }
    let names = book.parameters.map(\.name)
    let full = book.parameters.map { "\(book.packName($0.pack)).\($0.name)" }
    for parameter in parameters where !full.contains(parameter.key) {
      try Self.check(
        parameter.key, "--set", "parameter", among: parameter.key.contains(".") ? full : names)
    }
  }

  /// The most names listed to a user who typed another; more would say nothing.
  private static let listLimit = 40

  private static func check(
    _ name: String, _ option: String, _ kind: String, among names: [String]
  ) throws(Failure) {
    guard !names.contains(name) else { return }
    let advice =
      Spelling.question(for: name, among: names)
      ?? (names.count > listLimit
        ? "'dnplog rules show RULE' tells those of a rule"
        : "there are \(Set(names).sorted().joined(separator: ", "))")
    throw Failure(
      Problem("there is no \(kind) '\(name)'", at: "option '\(option)'", advice: advice))
  }
}
