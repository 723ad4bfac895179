package import DeviceState
package import LogReading
package import RuleEngine
package import RuleLanguage

/// How a run is to be judged: the options of the command line that reach the rules.
package struct RunOptions: Sendable {
  package static let defaultProfile = "prefetch-mvp"

  /// Nil for those that the log chooses.
  package var profile: String?
  /// Packs beside those of the profile.
  package var packs: [String] = []
  /// Rules that do not take part, as `pack/rule` or `rule`.
  package var skippedRules: [String] = []
  package var environment: [(key: String, value: String)] = []
  package var zone: LocalZone?
  package var year: Int?
  /// What all lines are read as; nil where each line tells its container.
  package var container: Container?
  /// Names of the plugin's app: of its package, bundle or process.
  package var apps: [String] = []
  /// The lead is given by a parameter, so it is not taken for granted.
  package var statesLead = false
  /// The part of the log that is judged; nil for all of it.
  package var span: TimeSpan?
  package var isStrict = false
  package var allowsInconclusive = false
  package var allowsEmpty = false
  /// Records of the test run, to be held against the log.
  package var records: [TestRunRecord] = []
  /// What the device stored, scheduled and showed, to be held against each other and the log.
  package var states: [DeviceState] = []
  /// Whether the states are what is judged, and a log beside them no more than a witness.
  package var judgesStates = false
  /// The moment at which they were taken, in microseconds since 1970; nil where they tell it.
  package var now: Int64?
  /// The feed of messages that the app was to show from, and what they are held against.
  package var feed: FeedQuestion?
  /// How many cycles and findings are kept in detail.
  package var maxDetails = 1000
  /// How much the engine holds at once; set by tests only.
  package var memory = Engine.Limits()
  /// Ends the reading from outside, in the middle of a wait too.
  package var stop: StopFlag?
  /// How inputs are read, and by how many threads.
  package var reading = ChunkReader.Limits()
  /// Where the contents of the run's inputs are told; nil where nobody asks whether they were read before.
  package var contents: ContentLedger?
  /// The one rule of which instances are reported, satisfied ones too, as its index in the book. It
  /// takes part beside those of the profile, so that it comes out as in a run that judges.
  package var explainedRule: Int?
  /// The build that judges, by which the state of a run that is followed is told from those of others.
  package var build = ""
  /// The one rule that takes part, whatever the profile: for the tests inside rules.
  package var onlyRule: Int?

  package init() {}

  /// The packs whose rules a run asks for; nil where the book has no such profile.
  package static func packs(
    profile: String?, beside packs: [String], hasRecords: Bool, in book: RuleBook
  ) -> Set<String>? {
    let chosen = profile == nil ? RuleSelection.choices(in: book) : []
    let named = book.profiles.filter { $0.name == profile ?? defaultProfile }
    if named.isEmpty { return nil }
    return RuleSelection.packs(of: named + chosen, packs, hasRecords: hasRecords)
  }
}

/// An option that the rules cannot follow.
package struct RunOptionError: Error, Sendable, Equatable {
  package var message: String
  package var advice: String
  package init(_ message: String, advice: String) {
    self.message = message
    self.advice = advice
  }
}
