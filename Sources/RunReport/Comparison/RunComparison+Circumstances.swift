internal import LogReading
internal import RuleLanguage
internal import TextWriting

// What a reader has to know before believing a difference: that the phone, the build or what was taken for
// granted is another.
extension RunComparison {
  static func circumstances(_ golden: RunSummary, _ candidate: RunSummary) -> [Difference] {
    var list: [Difference] = []
    func add(_ name: String, _ mine: String, _ theirs: String, _ subject: String? = nil) {
      if mine != theirs {
        list.append(
          Difference(
            .circumstance, .told, name, golden: mine, candidate: theirs,
            account: "\(subject ?? name): \(mine) → \(theirs)"))
      }
    }
    let keys = (golden.environment + candidate.environment).map(\.key)
    for key in keys.indices.filter({ !keys[..<$0].contains(keys[$0]) }).map({ keys[$0] }) {
      // Of a condition that changes a summary has the last value.
      add(
        key, golden.stated(key), candidate.stated(key),
        Self.lasting.contains(key) ? nil : "\(key) at the end")
    }
    add("profile", golden.profile, candidate.profile)
    add("log format", golden.formats, candidate.formats)
    add("compression", golden.compressions, candidate.compressions)
    add("dnplog", golden.toolVersion, candidate.toolVersion)
    add("--strict", golden.isStrict ? "yes" : "no", candidate.isStrict ? "yes" : "no")
    let names = (golden.assumptions + candidate.assumptions).map(\.what)
    for name in Set(names).subtracting(keys).intersection(Self.assumed).sorted() {
      guard let difference = assumption(name, golden, candidate) else { continue }
      list.append(difference)
    }
    return list
  }

  /// The conditions that one log has one value of.
  private static let lasting = Set(
    [EnvironmentKey.platform, .simulator, .osVersion, .device, .build, .phase, .scenarioId]
      .map(\.name))

  /// The assumptions that another result may come from. Others are about the file, or follow from what is
  /// told elsewhere.
  private static let assumed: Set = [
    "app", "clock", "lead", "order", "platform", "simulator", "since", "source", "steps",
    "timezone",
    "until", "year",
  ]

  /// What is taken for granted under a name, where it is another.
  private static func assumption(
    _ name: String, _ golden: RunSummary, _ candidate: RunSummary
  ) -> Difference? {
    let (mine, theirs) = (golden.assumed(name), candidate.assumed(name))
    if mine?.value == theirs?.value, mine?.isFound == theirs?.isFound { return nil }
    let account: String
    if let mine, let theirs {
      account = "\(name): \(mine.value)\(mine.note) → \(theirs.value)\(theirs.note)"
    } else {
      let side = mine == nil ? "candidate" : "golden run"
      let one = mine ?? theirs
      account =
        (one?.isFound == true
          ? "from the log of the \(side) alone" : "assumed in the \(side) alone")
        + ": \(name) \(one?.value ?? "")"
    }
    return Difference(
      .circumstance, .told, "assumed \(name)", golden: mine?.value, candidate: theirs?.value,
      account: account)
  }

  /// The times that are not compared, since a run has none or took its zone or year for granted.
  func uncomparedTimes(_ golden: RunSummary, _ candidate: RunSummary) -> [Difference] {
    let runs = [("the golden run", golden), ("the candidate", candidate)]
    let timeless = runs.filter { $0.1.hasNoTimes }.map(\.0)
    let pairs = cycles.filter { $0.golden != nil && $0.candidate != nil && !$0.isOpenInBoth }
    func note(_ account: String) -> Difference {
      Difference(.circumstance, .told, "times not compared", account: account)
    }
    if !pairs.isEmpty, !timeless.isEmpty {
      let verb = timeless.count == 1 ? "has" : "have"
      return [note("times are not compared: \(timeless.joined(separator: " and ")) \(verb) none")]
    }
    let open = pairs.filter { pair in
      [pair.golden, pair.candidate].contains { $0?.assumed.isEmpty == false }
    }
    if open.isEmpty { return [] }
    let names = Set(open.flatMap { ($0.golden?.assumed ?? []) + ($0.candidate?.assumed ?? []) })
    let sides = [
      open.contains { $0.golden?.assumed.isEmpty == false } ? "the golden run" : nil,
      open.contains { $0.candidate?.assumed.isEmpty == false } ? "the candidate" : nil,
    ].compactMap { $0 }
    return [
      note(
        "execution delay and delivery drift of \(TextLayout.plural(open.count, "cycle")) are not "
          + "compared: the \(names.sorted().joined(separator: " and ")) of "
          + "\(sides.joined(separator: " and ")) is assumed")
    ]
  }

  /// The counters that the events give, where they differ. They follow from cycles, so nothing follows from
  /// them, but that more fails is worse.
  static func counters(_ golden: SeedCounters, _ candidate: SeedCounters) -> [Difference] {
    let counters: [(String, Int64, Int64)] = [
      ("scheduled", golden.scheduled.derived, candidate.scheduled.derived),
      ("executed", golden.executed.derived, candidate.executed.derived),
      ("success", golden.success.derived, candidate.success.derived),
      ("failed NETWORK", golden.failureNetwork.derived, candidate.failureNetwork.derived),
      ("failed AUTH", golden.failureAuth.derived, candidate.failureAuth.derived),
      ("failed SYSTEM", golden.failureSystem.derived, candidate.failureSystem.derived),
      ("used", golden.used.derived, candidate.used.derived),
    ]
    return counters.filter { $0.1 != $0.2 }.map { name, mine, theirs in
      let effect: Difference.Effect =
        !name.hasPrefix("failed") ? .told : theirs > mine ? .fails : .better
      return Difference(
        .counter, effect, name, golden: "\(mine)", candidate: "\(theirs)",
        account: "\(name) \(mine) → \(theirs)")
    }
  }
}

extension RunSummary {
  fileprivate func stated(_ key: String) -> String {
    environment.first { $0.key == key }?.value.words ?? "not known"
  }

  fileprivate var formats: String {
    let names = Set(inputs.flatMap(\.containers).filter { $0.count > 0 }.map(\.name))
    return names.isEmpty ? "not known" : names.sorted().joined(separator: "+")
  }

  fileprivate var compressions: String {
    Set(inputs.map(\.compression.rawValue)).sorted().joined(separator: "+")
  }

  /// What was taken for granted under a name.
  fileprivate struct Assumed {
    var value: String
    /// Whether the log shows it elsewhere.
    var isFound: Bool
    var note: String { isFound ? " (from the log)" : " (assumed)" }
  }

  /// The values that were taken for granted under a name; nil for none.
  fileprivate func assumed(_ name: String) -> Assumed? {
    let values = assumptions.filter { $0.what == name }.map(\.value)
    if values.isEmpty { return nil }
    // A zone or year that no cycle's figures rest on as assumed was found in the log.
    let isFound =
      ["timezone", "year"].contains(name) && !values.contains("unknown")
      && cycles.contains { $0.notificationTime != nil }
      && !cycles.contains { $0.assumed.contains(name) }
    return Assumed(value: Set(values).sorted().joined(separator: ", "), isFound: isFound)
  }

  /// Whether no line has a time.
  fileprivate var hasNoTimes: Bool {
    inputs.contains { $0.events > 0 } && inputs.allSatisfy { $0.firstTime == nil }
  }
}
