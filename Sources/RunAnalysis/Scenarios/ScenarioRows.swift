internal import LogReading
internal import RunReport
internal import TextWriting

// What a swipe and a start of the app came to, in words.
extension ScenarioCollector {
  /// A row as it is put together.
  struct Draft {
    var row: ScenarioSummary
    private let names: RunNames

    init(_ kind: ScenarioSummary.Kind, from begin: ScenarioMark, _ names: RunNames) {
      row = ScenarioSummary(kind, .inconclusive, observed: "")
      self.names = names
      show(begin, nil)
    }

    private mutating func show(_ mark: ScenarioMark, _ question: ScenarioSummary.Question?) {
      row.lines.append(
        ScenarioSummary.Line(
          file: names.files[Int(mark.file)], line: Int64(clamping: mark.line), question: question,
          time: mark.time))
    }

    mutating func answer(
      _ question: ScenarioSummary.Question, _ answer: ScenarioSummary.Answer,
      _ mark: ScenarioMark? = nil
    ) {
      row[question] = answer
      if let mark { show(mark, question) }
    }

    /// Answers with yes or no; nothing where nobody knows.
    mutating func answer(
      _ question: ScenarioSummary.Question, _ flag: Bool?, _ mark: ScenarioMark?
    ) {
      if let flag { answer(question, flag ? .yes : .no, mark) }
    }

    /// Ends the row of something that fails where no line is missing, and else cannot be told.
    func fails(
      _ observed: String, unless isUnclear: Bool, _ remarks: [String] = []
    ) -> ScenarioSummary {
      if !isUnclear { return result(.fail, observed, remarks) }
      var unsure = self
      for question in [ScenarioSummary.Question.missedDetected, .recovered]
      where row[question] == .no {
        unsure.row[question] = .notObserved
        unsure.row.lines.removeAll { $0.question == question }
      }
      let doubt = "Lines in it are in no words that are known: dnplog validate -v names them."
      return unsure.result(.inconclusive, observed, [doubt] + remarks)
    }

    /// Ends the row.
    func result(
      _ result: ScenarioSummary.Result, _ observed: String, _ remarks: [String] = []
    ) -> ScenarioSummary {
      var done = ScenarioSummary(
        row.kind, result, observed: observed, remark: remarks.joined(separator: " "))
      for question in ScenarioSummary.Question.allCases { done[question] = row[question] }
      done.lines = row.lines
      return done
    }
  }

  func draft(_ kind: ScenarioSummary.Kind, from begin: ScenarioMark) -> Draft {
    Draft(kind, from: begin, names)
  }

  /// `33 min after the swipe`, or `after the swipe` where a line has no time.
  static func words(_ mark: ScenarioMark, after begin: ScenarioMark, _ name: String) -> String {
    let span = mark.span(since: begin).map { TextLayout.span(Double($0) / 1_000_000) + " " } ?? ""
    return "\(span)after the \(name)"
  }

  // MARK: The app as it is opened

  func row(of open: Start, _ seen: SeenRecovery?) -> ScenarioSummary? {
    let isWarm = open.form == .warm || open.form == .returned
    if seen == nil, open.form == .unknown { return nil }
    var draft = draft(isWarm ? .warmStart : .coldStart, from: open.begin)
    draft.answer(.fired, .notApplicable)
    draft.answer(.nextLaunch, .notApplicable)
    guard let seen else { return silentRow(of: open, draft) }
    draft.answer(.missedDetected, seen.missesTold, seen.missMark)
    draft.answer(.recovered, seen.answer(isWarm: isWarm), seen.end)
    var remarks = seen.remarks
    let otherWay: SeenRecovery.Trigger = isWarm ? .cold : .warm
    if seen.trigger == otherWay {
      remarks.append("The recovery calls it a \(isWarm ? "cold" : "warm") start.")
    }
    if let fault = seen.fault { return draft.fails(fault, unless: seen.isUnclear, remarks) }
    guard seen.end != nil else {
      return draft.result(
        .inconclusive,
        open.hasEnded
          ? "The process ended in the midst of the recovery"
          : "The recovery does not come to its end in the log")
    }
    if seen.isLate {
      return draft.fails(
        "A recovery began only \(Self.words(seen.begin, after: open.begin, "launch"))",
        unless: seen.isUnclear, remarks)
    }
    if isWarm, draft.row.recovered != .yes {
      return draft.fails("The recovery verifies no alarm", unless: seen.isUnclear, remarks)
    }
    return draft.result(.pass, seen.account, remarks)
  }

  private func silentRow(of open: Start, _ draft: Draft) -> ScenarioSummary {
    let span = open.begin.time.flatMap { begin in open.last.map { $0 - begin } }
    if open.hasEnded {
      return draft.result(
        .inconclusive, "The log does not go on with the process, so that no recovery could follow")
    }
    guard let span, span > Self.recoveryLimit else {
      return draft.result(
        .inconclusive, "The log does not go on so long that a recovery must follow")
    }
    var draft = draft
    draft.answer(.missedDetected, .no)
    draft.answer(.recovered, .no)
    // Its process may have looked before it left.
    return open.form == .returned
      ? draft.result(
        .inconclusive,
        "The app came back from the background, and nothing looked for what had been missed")
      : draft.fails(
        "The app was opened, and nothing looked for what had been missed", unless: open.isUnclear)
  }

  // MARK: A swipe

  func row(ofSwipe swipe: Pending, _ last: Int64?) -> ScenarioSummary {
    let thing = isPhone == true ? "notification" : "alarm"
    let one = isPhone == true ? "a notification" : "an alarm"
    var draft = draft(.swipe, from: swipe.begin)
    draft.answerNextLaunch(swipe)
    draft.answer(.missedDetected, .notApplicable)
    draft.answer(.recovered, .notApplicable)
    if let fired = swipe.fired {
      draft.answer(.fired, .yes, fired)
      return draft.result(
        .pass,
        isPhone == true
          ? "A notification was shown after the swipe"
          : "An alarm went off \(Self.words(fired, after: swipe.begin, "swipe"))")
    }
    let seen = swipe.recovery
    if let seen, seen.leavesNone {
      draft.answer(.fired, .no, seen.compared ?? seen.detected ?? seen.begin)
      return draft.result(
        .fail, "At the next launch no alarm was left",
        ["A swipe leaves alarms as they are: the plugin, or the vendor's system, dropped them."])
    }
    if let missed = swipe.missed {
      draft.answer(.fired, .no, missed)
      return draft.result(
        .inconclusive, "What was due after the swipe is reported as missed",
        [
          isPhone == true
            ? "Compare what is pending before and after the swipe."
            : "The system may have dropped one alarm: dumpsys alarm tells."
        ])
    }
    if let opening = swipe.opening {
      let isAllSet = seen?.before.flatMap { before in
        before.active.flatMap { active in before.stored.map { $0 > 0 && active >= $0 } }
      }
      let place = Self.words(opening.begin, after: swipe.begin, "swipe")
      return draft.result(
        .inconclusive,
        isAllSet == true
          ? "The app was opened \(place); all alarms were still set, and none went off in the log"
          : "The app was opened \(place), and no line tells of \(one)")
    }
    if let due = swipe.due, let last, last < due {
      return draft.result(
        .inconclusive, "The log ends before the \(thing) of \(InstantText.iso(due)) was due")
    }
    return draft.result(.inconclusive, "The log goes on, and no line tells of \(one)")
  }
}

extension ScenarioCollector.Draft {
  /// Answers whether the next launch recovered.
  mutating func answerNextLaunch(_ pending: ScenarioCollector.Pending) {
    guard let opening = pending.opening else { return }
    if let seen = pending.recovery {
      answer(.nextLaunch, .yes, seen.begin)
    } else if let begin = opening.begin.time, let last = opening.last,
      last - begin > ScenarioCollector.recoveryLimit
    {
      answer(.nextLaunch, .no, opening.begin)
    }
  }
}
