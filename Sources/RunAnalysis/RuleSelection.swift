internal import RuleLanguage
internal import TextWriting

/// What of the options says which rules take part.
struct RuleChoice: Equatable, Sendable {
  let profile: String?
  let packs: [String]
  let skipped: [String]
  let hasRecords: Bool
  let only: Int?
  let explained: Int?

  init(_ options: RunOptions) {
    profile = options.profile
    packs = options.packs
    skipped = options.skippedRules
    hasRecords = !options.records.isEmpty
    only = options.onlyRule
    explained = options.explainedRule
  }
}

/// Which rules take part in a run.
struct RuleSelection: Sendable {
  /// The profile that was named, or the default, whose steps cycles are held against.
  let profile: Profile
  /// Those that the log may choose, where none was named; the default comes first.
  let choices: [Profile]
  /// For each of them, whether a pack is one of its own; nil for packs that take part whatever it tells.
  let choosers: [[Int]?]
  let active: [Bool]
  /// Whether the pack on records of test runs takes part.
  let judgesRecords: Bool
  /// The rules of that pack, where nobody asked for it: they count once a log holds a record.
  let waitsForRecords: [Bool]
  private static let recordPack = "test-run"

  init(book: RuleBook, _ choice: RuleChoice) throws(RunOptionError) {
    if let only = choice.only {
      profile =
        book.profiles.first { $0.name == RunOptions.defaultProfile }
        ?? Profile(name: "", title: "", packs: [], required: [], steps: [])
      active = book.rules.indices.map { $0 == only }
      judgesRecords = book.packs[Int(book.rules[only].pack)].name == Self.recordPack
      waitsForRecords = []
      (choices, choosers) = ([], [])
      return
    }
    let name = choice.profile ?? RunOptions.defaultProfile
    guard let profile = book.profiles.first(where: { $0.name == name }) else {
      let names = book.profiles.map(\.name)
      throw RunOptionError(
        "unknown profile '\(name)'", advice: Spelling.suggestion(for: name, among: names))
    }
    self.profile = profile
    let packNames = book.packs.map(\.name)
    for pack in choice.packs where !packNames.contains(pack) {
      throw RunOptionError(
        "unknown pack '\(pack)'", advice: Spelling.suggestion(for: pack, among: packNames))
    }
    let choices = choice.profile == nil ? Self.choices(in: book) : []
    self.choices = choices
    let packs = Self.packs(
      of: choices.isEmpty ? [profile] : choices, choice.packs, hasRecords: choice.hasRecords)
    choosers = packNames.map { pack in
      if choice.packs.contains(pack) || choice.hasRecords && pack == Self.recordPack { return nil }
      return choices.indices.filter { choices[$0].packs.contains(pack) }
    }
    let explained = choice.explained.map { packNames[Int(book.rules[$0].pack)] }
    judgesRecords = packs.contains(Self.recordPack) || explained == Self.recordPack
    let isAsked = choice.hasRecords || choice.packs.contains(Self.recordPack)
    waitsForRecords =
      isAsked ? [] : book.rules.map { packNames[Int($0.pack)] == Self.recordPack }
    let isActive = packNames.map(packs.contains)
    if choice.skipped.isEmpty {
      active = book.rules.indices.map {
        isActive[Int(book.rules[$0].pack)] || $0 == choice.explained
      }
      return
    }
    let ids = book.rules.map { packNames[Int($0.pack)] + "/" + $0.id }
    for skipped in choice.skipped
    where !book.rules.indices.contains(where: { Self.names(skipped, book, ids, $0) }) {
      throw RunOptionError(
        "unknown rule '\(skipped)'", advice: Spelling.suggestion(for: skipped, among: ids))
    }
    active = book.rules.indices.map { index in
      index == choice.explained
        || isActive[Int(book.rules[index].pack)]
          && !choice.skipped.contains { Self.names($0, book, ids, index) }
    }
  }

  /// The profiles that a log may choose: the default, which needs no telling, and those that are told.
  static func choices(in book: RuleBook) -> [Profile] {
    let others = book.profiles.filter { profile in
      profile.name != RunOptions.defaultProfile
        && !(profile.toldBy.isEmpty && profile.toldByRules.isEmpty && profile.toldBeside.isEmpty)
    }
    return book.profiles.filter { $0.name == RunOptions.defaultProfile } + others
  }

  /// The packs that take part: those of the profiles, and what is asked for beside them.
  static func packs(
    of profiles: [Profile], _ others: [String], hasRecords: Bool
  ) -> Set<String> {
    var packs = Set(profiles.flatMap(\.packs))
    packs.formUnion(others)
    // A record that is given is judged, whatever the profile.
    if hasRecords { packs.insert(recordPack) }
    return packs
  }

  private static func names(_ text: String, _ book: RuleBook, _ ids: [String], _ index: Int)
    -> Bool
  {
    text == ids[index] || text == book.rules[index].id
  }
}
