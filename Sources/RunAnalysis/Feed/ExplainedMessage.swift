internal import DeviceState
internal import RunReport
internal import TextWriting

/// A message of a feed, for findings that speak of it.
struct ExplainedMessage {
  private typealias Words = (sentence: String, lines: [Finding.Evidence])

  private let name: String
  /// The row of the feed.
  private let own: Finding.Evidence
  /// What findings say, by the id of their rule; of other rules the sentence is their own.
  private var words: [String: Words] = [:]

  /// Says what is wrong with the message itself.
  ///
  /// - Parameter first: The row of an earlier message with its id.
  init(_ message: FeedMessage, _ own: Finding.Evidence, first: Finding.Evidence?) {
    name = message.name
    self.own = own
    if message.id == nil {
      words["message-has-an-id"] = ("it has no id as a string, which its receipt needs", [])
    }
    if let place = message.sameAs {
      words["message-ids-differ"] = ("message \(place) has the same id", first.map { [$0] } ?? [])
    }
    func put(_ rule: String, _ sentence: String?) {
      if let sentence { words[rule] = (sentence, []) }
    }
    func list(_ words: [String]) -> String? { words.isEmpty ? nil : Spelling.list(words, "and") }
    put("members-have-their-types", list(message.mistyped))
    put("dates-are-dates", list(message.undated))
    put(
      "members-are-known",
      list(message.unknownMembers).map { "it has members that have no effect: \($0)" })
    let missing = message.lacks.filter { $0 != "id" }
    if !missing.isEmpty {
      put("message-has-its-members", "it has no \(Spelling.list(missing, "or"))")
    }
    put(
      "regions-are-a-list",
      message.regionsText.map { "target_regions is \($0) instead of a list" })
    put(
      "version-range-is-readable",
      message.version.map { "its version range '\($0.shortened)' cannot be read" })
    if let posted = message.postedAt, let expires = message.expiresAt {
      put(
        "expires-after-it-is-posted",
        "its expires_at, \(expires.text), is not after its posted_at, \(posted.text)")
    }
    if message.regions != nil {
      put(
        "regions-are-codes-of-provinces",
        "its regions are \(message.regionWords), not province codes such as ON, or CA for all")
    }
  }

  /// Says what the log shows of the message, and why that should not be.
  init(
    _ message: FeedMessage, _ own: Finding.Evidence, _ row: FeedDecision.Row,
    _ sight: FeedComparison.Sight?, evidence: (MessageNotes.Note) -> Finding.Evidence
  ) {
    name = message.name
    self.own = own
    if let found = sight?.ineligible {
      words["shown-message-is-eligible"] = (
        "it was shown at line \(found.display.line). \(found.reason)", [evidence(found.display)]
      )
    }
    if let found = sight?.again {
      switch found.receipt {
      case .line(let receipt):
        words["message-with-receipt-is-not-shown"] = (
          "it was shown at line \(found.display.line), although its receipt was stored at line"
            + " \(receipt.line)", [evidence(receipt), evidence(found.display)]
        )
      case .given:
        words["message-with-receipt-is-not-shown"] = (
          "it was shown at line \(found.display.line), although its receipt was stored before",
          [evidence(found.display)]
        )
      }
    }
    if let found = sight?.passedOver {
      let what =
        found.instead.map { "line \($0.line) shows another message" }
        ?? "no message was shown after the check of the feed at line \(found.look.line)"
      words["best-message-is-shown"] = (
        "it should have been shown, but \(what). \(found.reason)",
        [evidence(found.look)] + (found.instead.map { [evidence($0)] } ?? [])
      )
    }
  }

  /// Says in a finding which message is meant, what is wrong, and where.
  func explain(_ finding: inout Finding) {
    let rule = finding.rule.split(separator: "/").last.map(String.init) ?? ""
    let words = words[rule]
    finding.message = String(masking: "\(name): \(words?.sentence ?? finding.message)")
    if words != nil { finding.condition = "" }
    if finding.evidence.count <= 1 || words?.lines.isEmpty == false {
      finding.evidence = [own] + (words?.lines ?? [])
      finding.steps = finding.evidence.map {
        Finding.StepMet(event: $0.event, line: $0.line, status: "seen")
      }
    }
  }
}
