internal import CommandSyntax
internal import RuleEngine

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
    if isEach, format == .prometheus { throw Self.conflict("--each", "--format prometheus") }
  }

  private static func conflict(_ left: String, _ right: String) -> Failure {
    Failure(Problem("\(left) and \(right) exclude each other", advice: "leave one of them out"))
  }

  /// The analysis options with the files of `--env` read and every name checked against the rules.
  func resolvedAnalysis(for book: RuleBook) throws(Failure) -> AnalysisOptions {
    var options = analysis
    if isEach || pathsFrom != nil { options.grouping = .separate }
    if isMerged { options.grouping = .merged }
    for statement in environment {
      switch statement {
      case .condition(let pair): options.environment.append(pair)
      case .file(let path): options.environment += try Self.conditions(inFile: path)
      }
    }
    try options.checkNames(in: book)
    return options
  }

  private static func conditions(inFile path: String) throws(Failure) -> [Pair] {
    let pairs = try EnvironmentFile.read(path)
    for pair in pairs {
      do throws(UsageError) {
        try EnvironmentWords.check(pair)
      } catch {
        throw Failure(Problem(error.message, at: path, advice: error.advice))
      }
    }
    return pairs
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
    let names = book.parameters.flatMap { parameter in
      [parameter.name, "\(book.packName(parameter.pack)).\(parameter.name)"]
    }
    for parameter in parameters {
      try Self.check(parameter.key, "--set", "parameter", among: names)
    }
  }

  private static func check(
    _ name: String, _ option: String, _ kind: String, among names: [String]
  ) throws(Failure) {
    guard !names.contains(name) else { return }
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "there are \(Set(names).sorted().joined(separator: ", "))"
    throw Failure(
      Problem("there is no \(kind) '\(name)'", at: "option '\(option)'", advice: advice))
  }
}
