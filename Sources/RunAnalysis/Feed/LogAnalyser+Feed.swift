internal import DeviceState
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

// The messages of a feed, beside what the log shows of them.
extension LogAnalyser {
  /// Hands the rules every message of the given feed, what is decided over it, and what the log shows.
  func decideFeed() {
    guard var question = options.feed else { return }
    fill(&question.circumstances)
    let feed = question.feed
    let file = names.add(file: feed.path)
    let reader = StateReader(book.catalogue, scanner)
    let decision = FeedDecision(feed.messages, question.circumstances)
    let notes = intake.notes.messages
    var sights: [FeedComparison.Sight]?
    if notes.tells {
      sights =
        FeedComparison(
          question, notes.notes, end: engine.lastTime, openGaps: engine.clock.openGaps
        ).sights
    }
    var summary = FeedSummary(question, isTold: inputs.count > 0 ? notes.tells : nil)
    if inputs.count > 0, !notes.tells {
      feedDoubt = "the log shows no check of a feed and no message"
    } else if inputs.count > 0, !decision.options.isEmpty {
      feedDoubt =
        "which message was to be shown is not known: give "
        + Spelling.list(decision.options, "and")
    }
    func element(_ message: FeedMessage) -> Finding.Evidence {
      Finding.Evidence(
        file: names.files[Int(file)], line: Int64(message.line), time: nil, event: "feed_message",
        text: String(masking: message.text))
    }
    for (index, message) in feed.messages.enumerated() {
      let row = decision.rows[index]
      let own = element(message)
      let first = message.sameAs.map { element(feed.messages[$0 - 1]) }
      add(
        FeedRecord.bytes(of: message), at: (file, message.line), reader,
        ExplainedMessage(message, own, first: first))
      add(
        FeedRecord.bytes(of: message, row.verdict, sights?[index]), at: (file, message.line),
        reader,
        ExplainedMessage(message, own, row, sights?[index]) { evidence(of: $0) })
      // What was shown, or should be, is what is asked for.
      let isSought = row.verdict == .shown || (sights?[index].displayCount ?? 0) > 0
      guard summary.rows.count < options.maxDetails || isSought else {
        summary.omittedRows += 1
        continue
      }
      var told = FeedSummary.Row(
        place: message.place, line: message.line, id: message.id.map { String(masking: $0) },
        verdict: row.verdict, reason: String(masking: row.reason))
      if let sight = sights?[index] {
        told.displayCount = summary.isTold == true ? sight.displayCount : nil
        told.displays = sight.displays.map { note in
          FeedSummary.Display(
            file: names.files[Int(note.file)], line: Int64(clamping: note.line), time: note.time)
        }
      }
      summary.rows.append(told)
    }
    feedSummary = summary
  }

  /// Takes what no option gives by the word of the last look in the log.
  private func fill(_ circumstances: inout FeedCircumstances) {
    guard let look = intake.notes.messages.lastLook else { return }
    func note(_ what: String, _ value: String, _ option: String) {
      feedAssumptions.append(
        Assumption(
          what: what, value: String(masking: value),
          why: "the last check of the feed in the log says so; give another with \(option)"))
    }
    if circumstances.region == nil, let region = look.region {
      circumstances.region = region
      note("region", region, "--region")
    }
    if circumstances.appVersion == nil, let version = look.appVersion {
      circumstances.appVersion = version
      note("app version", version, "--app-version")
    }
    if circumstances.today == nil, let today = look.today.flatMap(FeedTime.init) {
      circumstances.today = today
      note("today", today.text, "--today")
    }
  }

  private func add(
    _ record: [UInt8], at place: (file: UInt16, line: Int), _ reader: StateReader,
    _ explained: ExplainedMessage
  ) {
    guard let row = reader.fact(of: record) else { return }
    let sequence = nextAddedSequence()
    var event = ScopedEvent(event: row.event, sequence: sequence)
    event.file = place.file
    event.event.line = UInt64(clamping: place.line)
    intake.engine.add(event, line: row.fact.record, scratch: row.scratch, fields: row.fields)
    explainedMessages[sequence] = explained
  }

  private func evidence(of note: MessageNotes.Note) -> Finding.Evidence {
    Finding.Evidence(
      file: names.files[Int(note.file)], line: Int64(clamping: note.line), time: note.time,
      event: note.event, text: note.text)
  }
}

extension FeedSummary {
  init(_ question: FeedQuestion, isTold: Bool?) {
    self.init(name: String(masking: question.feed.path))
    region = question.circumstances.region
    appVersion = question.circumstances.appVersion
    today = question.circumstances.today?.text
    receipts = question.circumstances.receipts.map { String(masking: $0.path) }
    self.isTold = isTold
  }
}
