internal import TextWriting
package import YAMLReading

/// Rules, the examples beside them, and the statements that they may cover.
package struct LoadedRules: Sendable, Equatable {
  package var book: RuleBook
  package var tests: [RuleTest]
  /// The requirements; if empty, a rule may cover any id.
  package var requirements: [Requirement]
  /// The places of the rules from files, by `pack/rule`.
  package var places: [String: SourceLocation] = [:]
  /// What the files hold, for those who want to know what was read of them.
  package var read = NamesRead()

  /// Names in the order of the files.
  package struct NamesRead: Sendable, Equatable {
    package var packs: [String] = []
    package var profiles: [String] = []
    package var events: [String] = []
    package var requirements = 0
  }

  package init(
    book: RuleBook = RuleBook(), tests: [RuleTest] = [], requirements: [Requirement] = []
  ) {
    self.book = book
    self.tests = tests
    self.requirements = requirements
  }
}

/// A loader of packs, catalogue files and profiles, told by their key, and of tables, by `.csv`.
package enum RuleLoader {
  /// Reads folders laid out as `rules/` is, or single files, on top of the rules at hand.
  ///
  /// A pack, an excuse, an event, a profile or a requirement replaces the one of its name.
  package static func load(
    _ paths: [String], over base: LoadedRules = LoadedRules()
  ) throws(LoadFailure) -> LoadedRules {
    var files: [RuleFile] = []
    var mistakes = Mistakes()
    for path in paths {
      let found = mistakes.attempt { () throws(SourceError) in try RuleFiles.files(at: path) }
      files += found ?? []
    }
    guard mistakes.isEmpty else { throw LoadFailure(errors: mistakes.errors) }
    return try load(files, over: base)
  }

  /// Loads files that were read already.
  package static func load(
    _ files: [RuleFile], over base: LoadedRules = LoadedRules()
  ) throws(LoadFailure) -> LoadedRules {
    var loading = Loading(rules: base)
    return try loading.load(files)
  }

  /// The files that a path of rules stands for; empty where it cannot be read.
  package static func files(at path: String) -> [String] { (try? RuleFiles.paths(at: path)) ?? [] }
}

/// One loading, in the order of dependence.
private struct Loading {
  var rules: LoadedRules
  private var mistakes = Mistakes()
  private var catalogues: [YAMLNode] = []
  private var packs: [PackLoader] = []
  private var profiles: [(name: String, node: YAMLNode)] = []

  init(rules: LoadedRules) { self.rules = rules }

  mutating func load(_ files: [RuleFile]) throws(LoadFailure) -> LoadedRules {
    for file in files { sort(file) }
    loadCatalogue()
    // Every rule would be wrong without its events, and hide the true mistake.
    try check(files)
    var declared: [String: YAMLNode.Entry] = [:]
    for index in packs.indices { packs[index].declare(in: &rules, mistakes: &mistakes) }
    for pack in packs {
      pack.declareExcuses(in: &rules.book, declared: &declared, mistakes: &mistakes)
    }
    for pack in packs { pack.loadRules(into: &rules, mistakes: &mistakes) }
    // A profile may require a rule with a mistake, which is not the profile's.
    try check(files)
    for (name, node) in profiles { load(node, name: name) }
    try check(files)
    return rules
  }

  private func check(_ files: [RuleFile]) throws(LoadFailure) {
    guard mistakes.isEmpty else { throw mistakes.failure(files: files.map(\.path)) }
  }

  /// Sorts a file by its kind.
  private mutating func sort(_ file: RuleFile) {
    if file.path.hasSuffix(".csv") {
      let rows = RequirementTable.read(file, mistakes: &mistakes)
      rules.read.requirements += rows.count
      add(rows)
      return
    }
    guard
      let node = mistakes.attempt({ () throws(SourceError) in
        try YAMLReader.read(file.bytes, path: file.path)
      }),
      let entries = mistakes.attempt({ () throws(SourceError) in try node.mapping() })
    else { return }
    if node["catalog"] != nil {
      catalogues.append(node)
    } else if let name = node["pack"] {
      addPack(node, name: name)
    } else if let name = node["profile"] {
      addProfile(node, name: name)
    } else {
      let keys = ["catalog", "pack", "profile"]
      let near = entries.first.flatMap { Spelling.slip(of: $0.key, among: keys) }
      mistakes.add(
        node.error(
          "the file is no pack, catalogue or profile",
          advice: near.map { "did you mean '\($0)'?" } ?? "begin it with pack: NAME"))
    }
  }

  private mutating func add(_ requirements: [Requirement]) {
    var places: [String: Int] = [:]
    for (index, row) in rules.requirements.enumerated() { places[row.id] = index }
    for row in requirements {
      if let place = places[row.id] {
        rules.requirements[place] = row
      } else {
        rules.requirements.append(row)
      }
    }
  }

  private mutating func addPack(_ node: YAMLNode, name: YAMLNode) {
    guard let text = mistakes.requiredName("pack", of: node) else { return }
    if let other = packs.first(where: { $0.name == text }) {
      mistakes.add(
        name.error("a second pack '\(text)'", advice: "the first is \(other.node.location.path)"))
    }
    rules.read.packs.append(text)
    packs.append(PackLoader(node, name: text))
  }

  private mutating func addProfile(_ node: YAMLNode, name: YAMLNode) {
    guard let text = mistakes.attempt({ () throws(SourceError) in try name.string() }) else {
      return
    }
    if let other = profiles.first(where: { $0.name == text }) {
      let path = other.node.location.path
      mistakes.add(name.error("a second profile '\(text)'", advice: "the first is \(path)"))
    }
    rules.read.profiles.append(text)
    profiles.append((text, node))
  }

  private mutating func loadCatalogue() {
    guard !catalogues.isEmpty else { return }
    var loader = CatalogueLoader()
    for file in catalogues {
      _ = mistakes.attempt { () throws(SourceError) in try loader.add(file) }
    }
    guard mistakes.isEmpty,
      let added = mistakes.attempt({ () throws(SourceError) in try loader.finish() })
    else { return }
    rules.read.events = added.events.map(\.name)
    if rules.book.catalogue.events.isEmpty {
      rules.book.catalogue = added
      return
    }
    let (base, files) = (rules.book.catalogue, catalogues)
    let merge = mistakes.attempt { () throws(SourceError) in
      try CatalogueMerge(added, into: base, files: files)
    }
    if let merge { rules.book.catalogue = merge.result }
  }

  private mutating func load(_ node: YAMLNode, name: String) {
    guard
      let profile = ProfileLoader.profile(
        node, name: name, in: rules.book, mistakes: &mistakes)
    else { return }
    if let index = rules.book.profiles.firstIndex(where: { $0.name == name }) {
      rules.book.profiles[index] = profile
    } else {
      rules.book.profiles.append(profile)
    }
  }
}
