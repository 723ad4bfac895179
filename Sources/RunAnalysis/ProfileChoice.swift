internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// Which profiles judge a log where none was named: those of all areas that it tells of.
///
/// The rules of all of them are at work from the first line, since a log may come through a pipe; what
/// those of other areas came to is left out at its end.
struct ProfileChoice {
  /// The profiles that the log may choose, the default first; none where one was named.
  let profiles: [Profile]
  /// For each pack, the places of the profiles that list it; nil where it takes part anyway.
  private let choosers: [[Int]?]
  /// For each profile, the rules whose outcome chooses it.
  private let tellers: [[Int]]
  /// For each chosen profile its place, and the event that told of it; nil for the default of a log that
  /// tells of none.
  private(set) var chosen: [(place: Int, teller: EventKind?)] = []
  /// Whether the default takes part beside others alone, for some of its lines that the log holds.
  private(set) var isBeside = false

  init(_ plan: RunPlan) {
    profiles = plan.selection.choices
    choosers = plan.selection.choosers
    tellers = plan.tellers
  }

  /// Chooses by what the whole log holds.
  mutating func choose(
    by seen: (EventKind) -> Bool, hasOutcome: (Int) -> Bool, trigger: (Int) -> EventKind?,
    platform: String
  ) {
    isBeside = false
    if profiles.isEmpty { return }
    chosen = profiles.indices.compactMap { place in
      let profile = profiles[place]
      if let kind = profile.toldBy.first(where: seen) { return (place, kind) }
      return tellers[place].first(where: hasOutcome).map { (place, trigger($0)) }
    }
    // What both platforms tell in the same words is the one's whose log it is, and Android's where
    // nothing tells: most of the documents' words for it are Android's.
    let isAndroid = chosen.contains { profiles[$0.place].platform == "android" }
    let kept = !platform.isEmpty ? platform : isAndroid ? "android" : "ios"
    chosen.removeAll { place, _ in
      !profiles[place].platform.isEmpty && profiles[place].platform != kept
    }
    if chosen.isEmpty { chosen = [(0, nil)] }
    let others = chosen.map(\.place)
    for place in profiles.indices where !others.contains(place) {
      guard profiles[place].platform.isEmpty || profiles[place].platform == kept,
        let kind = profiles[place].toldBeside.first(where: seen)
      else { continue }
      if place == 0 { isBeside = true }
      chosen.append((place, kind))
    }
    chosen.sort { $0.place < $1.place }
  }

  /// Whether a pack judges the log.
  func judges(pack: Int) -> Bool {
    guard !profiles.isEmpty, let places = choosers[pack] else { return true }
    return places.contains { place in chosen.contains { $0.place == place } }
  }
}

extension LogAnalyser {
  /// The profiles that judge the log, once it is read.
  var profiles: [Profile] {
    choice.profiles.isEmpty ? [profile] : choice.chosen.map { choice.profiles[$0.place] }
  }

  /// Whether the profile whose steps cycles are held against is one of them.
  var judgesSteps: Bool { profiles.contains { $0.name == profile.name } }

  /// Whether a rule is of an area that the log tells of.
  func isOfLog(_ rule: Int) -> Bool {
    choice.judges(pack: Int(book.rules[rule].pack)) || rule == options.explainedRule
  }

  /// Chooses the profiles, once all is read.
  func chooseProfiles() {
    var platform = ""
    if case .string(let name) = engine.environment[.platform] { platform = name }
    choice.choose(
      by: { engine.hasSeen($0) },
      hasOutcome: { engine.hasOutcome($0) },
      trigger: { book.rules[$0].patterns.first?.kind }, platform: platform)
  }

  /// What the profiles were chosen by, and of what else the log tells.
  var profileAssumptions: [Assumption] {
    if choice.profiles.isEmpty { return areasNotJudged }
    return choice.chosen.map { place, teller in
      let why = teller.map { "the log has \(book.catalogue.name(of: $0))" }
      return Assumption(
        what: "profile", value: choice.profiles[place].name,
        why: (why ?? "the default, since the log shows no other")
          + "; choose another with --profile")
    }
  }

  /// The areas that the log tells of and the profile that was named does not judge.
  private var areasNotJudged: [Assumption] {
    guard options.profile != nil, options.onlyRule == nil, !options.judgesStates else { return [] }
    return RuleSelection.choices(in: book).compactMap { other in
      guard other.name != profile.name, !Set(other.packs).isSubset(of: profile.packs),
        let teller = other.toldBy.first(where: { engine.hasSeen($0) })
      else { return nil }
      let why =
        options.feed == nil
        ? ", and --profile names another" : "; 'dnplog validate' judges what it says by itself"
      return Assumption(
        what: "profile", value: "\(other.name) takes no part",
        why: "the log has \(book.catalogue.name(of: teller))" + why)
    }
  }
}

extension RunSummary {
  /// Takes back which steps cycles lack, where no profile of the run asks for any.
  mutating func leaveOutMissingSteps() {
    for cycle in cycles.indices {
      cycles[cycle].steps.removeAll { $0.status == .missing || $0.status == .implied }
    }
  }
}
