internal import DeviceState
internal import RuleEngine
internal import RunReport
internal import TextWriting

/// The conditions of one message, each held against what is known.
struct Eligibility {
  enum Answer: Equatable {
    case holds
    /// It does not hold, and the message may not be shown.
    case fails(FeedSummary.Verdict, String)
    /// A fault of the publisher leaves it open.
    case faulty(String)
    /// It depends on what nothing tells; an option that would, where there is one.
    case unknown(String, option: String?)
  }

  let message: FeedMessage
  let circumstances: FeedCircumstances

  /// What rules out the message, what leaves it open, and what would settle that.
  struct Judgement: Equatable {
    /// Nil for one that is eligible.
    var verdict: FeedSummary.Verdict?
    var reason = ""
    var options: [String] = []
  }

  /// What is certain goes before what is not: an expired message is expired, whatever else it is.
  var judgement: Judgement {
    let answers = [expiry, posting, region, version, receipt, turn]
    var judgement = Judgement()
    var failures: [String] = []
    var faults: [String] = []
    var gaps: [String] = []
    for answer in answers {
      switch answer {
      case .holds: break
      case .fails(let verdict, let sentence):
        if failures.isEmpty { judgement.verdict = verdict }
        failures.append(sentence)
      case .faulty(let sentence): faults.append(sentence)
      case .unknown(let sentence, let option):
        gaps.append(sentence)
        if let option, !judgement.options.contains(option) { judgement.options.append(option) }
      }
    }
    if failures.isEmpty {
      judgement.verdict = !faults.isEmpty ? .faulty : !gaps.isEmpty ? .unknown : nil
    }
    let sentences = !failures.isEmpty ? failures : !faults.isEmpty ? faults : gaps
    judgement.reason = sentences.joined(separator: " ")
    return judgement
  }

  // MARK: The conditions of the document

  /// `expires_at > today`; a message without an expiry does not expire.
  var expiry: Answer {
    if let fault = fault(of: "expires_at") {
      return .faulty("Its \(fault), so it is not known when it expires.")
    }
    guard let end = message.expiresAt else { return .holds }
    guard let today = circumstances.today else {
      return .unknown(
        "Its expires_at is \(end.text), and the day is not known: give --today.", option: "--today")
    }
    switch end.isAfter(today) {
    case true?: return .holds
    case false?:
      return .fails(
        .expired, "Its expires_at, \(end.text), is not after today, \(today.text).")
    case nil where end.precision == .localMoment:
      return .unknown(
        "Its expires_at, \(end.text), names no zone and is too near to tell: its publisher should"
          + " write one.", option: nil)
    case nil:
      return .unknown(
        "Its expires_at, \(end.text), is on that very day: give --today with the time, e.g."
          + " \(InstantText.date(today.day))T12:00:00Z.", option: "--today")
    }
  }

  /// Whether it is out already, which the document takes for granted.
  private var posting: Answer {
    guard let start = message.postedAt else { return .holds }
    guard let today = circumstances.today else {
      // Its expiry asks for the same.
      return message.expiresAt != nil
        ? .holds
        : .unknown(
          "Its posted_at is \(start.text), and the day is not known: give --today.",
          option: "--today")
    }
    guard start.isAfter(today) == true else { return .holds }
    return .fails(.notYet, "Its posted_at, \(start.text), is after today, \(today.text).")
  }

  var region: Answer {
    if let text = message.regionsText {
      return .faulty(
        "Its target_regions is \(text) instead of a list, so it is not known which regions it"
          + " is for.")
    }
    if let fault = message.mistyped.first(where: { $0.hasPrefix("a region ") }) {
      return .faulty(
        "In its target_regions \(fault), so it is not known which regions it is for.")
    }
    guard let regions = message.regions else {
      let isEmpty = message.lacks.contains { $0.hasPrefix("a region ") }
      return isEmpty
        ? .faulty("Its target_regions is empty, so it is not known which regions it is for.")
        : .holds
    }
    if regions.contains("CA") { return .holds }
    let list = message.regionWords
    guard let region = circumstances.region else {
      return .unknown(
        "It is for \(list), and the selected region is not known: give --region.",
        option: "--region")
    }
    return regions.contains(region)
      ? .holds : .fails(.otherRegion, "It is for \(list), and the selected region is \(region).")
  }

  var version: Answer {
    if let fault = fault(of: "target_version") {
      return .faulty("Its \(fault), so it is not known which versions it is for.")
    }
    guard let text = message.version else { return .holds }
    let shown = text.shortened
    guard let range = VersionRange(text) else {
      return .faulty("Its version range '\(shown)' cannot be read.")
    }
    guard let app = circumstances.appVersion else {
      return .unknown(
        "Its version range is '\(shown)', and the version of the app is not known: give"
          + " --app-version.", option: "--app-version")
    }
    guard let version = SemanticVersion(app) else {
      return .unknown("'\(app)' is not a valid version of the app.", option: "--app-version")
    }
    return range.holds(version)
      ? .holds
      : .fails(.otherVersion, "Its version range '\(shown)' does not include \(app).")
  }

  // MARK: Receipts and turns

  private var receipt: Answer {
    guard let id = message.id else {
      let fault = fault(of: "id")
      return .faulty(
        "It has no id\(fault == nil ? "" : " in text"), so no receipt can be kept for it.")
    }
    if let first = message.sameAs {
      return .faulty("Message \(first) has the same id, so one receipt is for both.")
    }
    guard let receipts = circumstances.receipts else {
      return .unknown(
        "Whether a receipt for it is stored is not known: give --receipts, or --receipts none.",
        option: "--receipts")
    }
    guard let receipt = receipts.receipt(of: id) else { return .holds }
    let time = receipt.storedAt.map { ", of \(InstantText.iso($0))" } ?? ""
    return .fails(.alreadyShown, "A receipt for it is stored\(time).")
  }

  /// Whether its place among eligible messages can be told.
  private var turn: Answer {
    guard let fault = fault(of: "priority") ?? fault(of: "posted_at") else { return .holds }
    return .faulty("Its \(fault), so it is not known when its turn comes.")
  }

  /// What is wrong with a member: `priority is a text`.
  private func fault(of member: String) -> String? {
    (message.mistyped + message.undated).first { $0.hasPrefix(member + " is ") }
  }
}

extension FeedMessage {
  /// Its regions, the first of them where there are many.
  var regionWords: String {
    let names = (regions ?? []).prefix(5).map(\.shortened)
    return Spelling.list(regions?.count ?? 0 > 5 ? names + ["others"] : names, "and")
  }
}

extension FeedTime {
  /// As far as a zone may lie from UTC.
  private static let widestZone: Int64 = 14 * 3_600_000_000

  /// Whether it lies behind another time; nil where only the time of day, or a zone, would tell.
  func isAfter(_ other: FeedTime) -> Bool? {
    if precision == .localMoment || other.precision == .localMoment {
      let span: Int64 = precision == .day || other.precision == .day ? CivilDate.microsPerDay : 0
      let (distance, overflow) = micros.subtractingReportingOverflow(other.micros)
      if !overflow, distance.magnitude <= UInt64(Self.widestZone + span) { return nil }
      return micros > other.micros
    }
    if precision == .moment, other.precision == .day, day == other.day { return nil }
    if other.precision == .day { return day > other.day }
    return micros > other.micros
  }
}
