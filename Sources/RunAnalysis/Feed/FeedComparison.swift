internal import DeviceState
internal import LogReading
internal import RunReport
internal import TextWriting

/// Holds what a log shows of the messages of a feed against the feed.
struct FeedComparison {
  /// What the log shows of one message.
  struct Sight {
    var displays: [MessageNotes.Note] = []
    var displayCount = 0
    /// The first display for which it was not eligible.
    var ineligible: (verdict: FeedSummary.Verdict, reason: String, display: MessageNotes.Note)?
    /// The first display behind its receipt, which a line or the given file tells.
    var again: (display: MessageNotes.Note, receipt: EarlierReceipt)?
    /// The first look at which it came first and was not shown, and what was instead.
    var passedOver: (reason: String, look: MessageNotes.Note, instead: MessageNotes.Note?)?
  }

  enum EarlierReceipt {
    case given
    case line(MessageNotes.Note)
  }

  private let messages: [FeedMessage]
  private let given: FeedCircumstances
  private let notes: [MessageNotes.Note]
  private let places: [String: Int]
  private(set) var sights: [Sight]
  private var look: OpenLook?
  private var receipts: [String: MessageNotes.Note] = [:]
  /// Messages that were shown or have a receipt by the log, as indices.
  private var shown: Set<Int> = []
  /// When the log ends, where that is known.
  private let end: Int64?
  /// What the times of lines may leave open that nothing else tells.
  private let openGaps: TimeGaps
  private static let displayLimit = 10
  /// How long after a look a message may still be shown.
  private static let patience: Int64 = 60_000_000

  private struct OpenLook {
    var note: MessageNotes.Note
    /// Whether the feed was there to choose from.
    var hasFeed: Bool
    var circumstances: FeedCircumstances
    var shownBefore: Set<Int>
    var displays: [(place: Int?, note: MessageNotes.Note)] = []
    /// The task that looked is over.
    var hasEnded = false
  }

  init(
    _ question: FeedQuestion, _ notes: [MessageNotes.Note], end: Int64?, openGaps: TimeGaps
  ) {
    self.end = end
    self.openGaps = openGaps
    messages = question.feed.messages
    given = question.circumstances
    self.notes = notes
    sights = Array(repeating: Sight(), count: messages.count)
    var places: [String: Int] = [:]
    for (place, message) in messages.enumerated() {
      if let id = message.id, places[id] == nil { places[id] = place }
    }
    self.places = places
    for index in notes.indices { take(index) }
    close(isOver: isOver(at: end))
  }

  /// Whether a message would have been shown by then: the task has ended, and some time ago.
  private func isOver(at time: Int64?) -> Bool {
    guard let look, look.hasEnded, let time, let start = look.note.time else { return false }
    return time.subtractingReportingOverflow(start).partialValue >= Self.patience
  }

  private mutating func take(_ index: Int) {
    let note = notes[index]
    switch note.kind {
    case .look(let told):
      close(isOver: true)
      look = OpenLook(
        note: note, hasFeed: told.status == 200 && !told.isUnchanged,
        circumstances: circumstances(at: note, told), shownBefore: shown)
    case .shown(let id):
      let place = places[id]
      look?.displays.append((place, note))
      if let place { show(place, id, at: index) }
    case .receipt(let id):
      if receipts[id] == nil { receipts[id] = note }
      if let place = places[id] { shown.insert(place) }
    case .end: look?.hasEnded = true
    case .broken: close(isOver: isOver(at: note.time))
    }
  }

  /// What the app had at a moment, by its own word, or else by what is given.
  private func circumstances(
    at note: MessageNotes.Note, _ told: MessageNotes.Look? = nil
  ) -> FeedCircumstances {
    var circumstances = given
    if let region = told?.region { circumstances.region = region }
    if let version = told?.appVersion { circumstances.appVersion = version }
    if let today = told?.today.flatMap(FeedTime.init) {
      circumstances.today = today
    } else if let time = moment(of: note) {
      circumstances.today = FeedTime(moment: time)
    }
    return circumstances
  }

  /// The moment of a line; nil where its zone or its year is assumed, which may be a day off.
  private func moment(of note: MessageNotes.Note) -> Int64? {
    note.gaps.isDisjoint(with: openGaps) ? note.time : nil
  }

  // MARK: Displays

  private mutating func show(_ place: Int, _ id: String, at index: Int) {
    let note = notes[index]
    sights[place].displayCount += 1
    if sights[place].displays.count < Self.displayLimit { sights[place].displays.append(note) }
    shown.insert(place)
    let eligibility = Eligibility(
      message: messages[place], circumstances: look?.circumstances ?? circumstances(at: note))
    if sights[place].ineligible == nil {
      for case .fails(let verdict, let reason) in [
        eligibility.expiry, eligibility.region, eligibility.version,
      ] where verdict != .expired || eligibility.isPastItsLastDay {
        sights[place].ineligible = (verdict, reason, note)
        break
      }
    }
    if sights[place].again == nil, let receipt = earlierReceipt(of: id, at: index) {
      sights[place].again = (note, receipt)
    }
  }

  /// The receipt that was there before a display: a line above it, or one of the file.
  ///
  /// The file may have been copied after the log. Where it tells no time, and the log stores a receipt
  /// behind the display, that is the one.
  private func earlierReceipt(of id: String, at index: Int) -> EarlierReceipt? {
    if let note = receipts[id] { return .line(note) }
    guard let receipt = given.receipts?.receipt(of: id) else { return nil }
    if let stored = receipt.storedAt, let time = moment(of: notes[index]) {
      return stored < time ? .given : nil
    }
    let isStoredLater = notes[index...].contains { note in
      if case .receipt(id) = note.kind { true } else { false }
    }
    return isStoredLater ? nil : .given
  }

  // MARK: Looks

  /// Ends a look; where it is over, a message that was not shown by now was not shown.
  private mutating func close(isOver: Bool) {
    guard let look else { return }
    self.look = nil
    guard look.hasFeed, isOver || !look.displays.isEmpty, isOfTheFeedsDay(look),
      let chosen = choice(at: look)
    else { return }
    if look.displays.contains(where: { $0.place == chosen.place }) { return }
    let instead = look.displays.first
    if let instead {
      // A message that the feed does not have, or of which it leaves open whether it comes first, says
      // nothing: the app may have seen another feed.
      guard let place = instead.place, chosen.isBehind(place) else { return }
    }
    guard sights[chosen.place].passedOver == nil else { return }
    sights[chosen.place].passedOver = (chosen.reason, look.note, instead?.note)
  }

  /// Whether the feed is that of the look: of another day it may have had other messages.
  private func isOfTheFeedsDay(_ look: OpenLook) -> Bool {
    guard let day = given.today?.day, let own = look.circumstances.today?.day else { return true }
    return day == own
  }

  private struct Choice {
    var place: Int
    var reason: String
    var rows: [FeedDecision.Row]

    /// Whether a message was certainly not the one to show.
    func isBehind(_ place: Int) -> Bool {
      switch rows[place].verdict {
      case .waits, .expired, .otherRegion, .otherVersion: true
      case .shown, .notYet, .faulty, .unknown, .alreadyShown: false
      }
    }
  }

  private func choice(at look: OpenLook) -> Choice? {
    guard var receipts = given.receipts else { return nil }
    for (place, _) in look.displays {
      // Its receipt in the file may be that of this very display.
      if let id = place.flatMap({ messages[$0].id }), receipts.receipt(of: id) != nil { return nil }
    }
    for place in look.shownBefore {
      if let id = messages[place].id { receipts.add(id: id) }
    }
    var circumstances = look.circumstances
    circumstances.receipts = receipts
    let decision = FeedDecision(messages, circumstances)
    return decision.chosen.map {
      Choice(place: $0, reason: decision.rows[$0].reason, rows: decision.rows)
    }
  }
}

extension Eligibility {
  /// Whether it expired on a day before: on its last day an app may judge it either way, since today may
  /// be a day or a moment.
  fileprivate var isPastItsLastDay: Bool {
    guard let end = message.expiresAt, let today = circumstances.today else { return false }
    return end.day < today.day
  }
}
