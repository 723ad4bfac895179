internal import LogReading
internal import RunReport
internal import TextWriting

// What a force stop and a start of the device came to, in words.
extension ScenarioCollector {
  /// The row of a force stop: nothing goes off, and the plugin finds out when the app is opened.
  func row(ofStop stop: Pending, _ opening: Start?, _ seen: SeenRecovery?) -> ScenarioSummary {
    var draft = draft(.forceStop, from: stop.begin)
    var closed = stop
    closed.opening = opening
    closed.recovery = seen
    draft.answerNextLaunch(closed)
    if let fired = stop.fired {
      draft.answer(.fired, .yes, fired)
    } else if let missed = stop.missed {
      draft.answer(.fired, .no, missed)
    } else if let due = stop.due, let time = opening?.begin.time, due < time {
      draft.answer(.fired, .no, opening?.begin)
    }
    guard let opening else {
      return draft.result(.inconclusive, "The app is not opened again in the log")
    }
    guard let seen else { return silentRow(of: opening, draft) }
    draft.answer(.missedDetected, seen.missesTold, seen.missMark)
    draft.answer(.recovered, seen.answer(isWarm: false), seen.end)
    if seen.detectsStop { return detectedRow(stop, opening, seen, draft) }
    return undetectedRow(stop, opening, seen, draft)
  }

  private func silentRow(of opening: Start, _ draft: Draft) -> ScenarioSummary {
    let span = opening.begin.time.flatMap { begin in opening.last.map { $0 - begin } }
    guard !opening.hasEnded, !hasFetcher, let span, span > Self.recoveryLimit else {
      return draft.result(
        .inconclusive, "The log does not go on so long that a recovery must follow the next launch")
    }
    var draft = draft
    draft.answer(.missedDetected, .no)
    draft.answer(.recovered, .no)
    return draft.result(
      .fail, "The app was opened again, and nothing found out that it was stopped")
  }

  private func detectedRow(
    _ stop: Pending, _ opening: Start, _ seen: SeenRecovery, _ draft: Draft
  ) -> ScenarioSummary {
    if opening.form == .warm || opening.form == .returned {
      return draft.result(
        .fail, "A force stop is reported in a process that lived on")
    }
    if let active = seen.before?.active, active > 0 {
      return draft.result(
        stop.isAnnotated ? .inconclusive : .fail,
        "A force stop is reported, and \(TextLayout.plural(active, "alarm")) "
          + (active == 1 ? "was active" : "were active"))
    }
    if seen.before?.stored == 0 {
      return draft.result(
        stop.isAnnotated ? .inconclusive : .fail,
        "A force stop is reported, and nothing was stored that it could have taken")
    }
    if stop.fired != nil {
      return draft.result(
        .inconclusive, "An alarm went off before the app was opened again",
        ["Nothing of a stopped app runs: look at the note of the force stop."])
    }
    return draft.result(.pass, "The next launch found out that the app had been stopped")
  }

  private func undetectedRow(
    _ stop: Pending, _ opening: Start, _ seen: SeenRecovery, _ draft: Draft
  ) -> ScenarioSummary {
    if stop.hasRebooted {
      return draft.result(
        .inconclusive, "The device started again after it, which leaves no alarm either")
    }
    guard seen.end != nil || seen.firstSet != nil else {
      return draft.result(
        .inconclusive, "The recovery of the next launch does not come to its end in the log")
    }
    guard let before = seen.before, let stored = before.stored, let active = before.active else {
      return draft.result(
        .inconclusive, "No line tells how many alarms the next launch found")
    }
    if active > 0 {
      return draft.result(
        .inconclusive,
        "The next launch found \(TextLayout.plural(active, "alarm")) active, and a stop leaves none"
      )
    }
    if stored == 0 {
      return draft.result(.inconclusive, "Nothing was stored that could be found out")
    }
    if seen.foundAllMissed {
      return draft.result(
        .pass, "All that was stored had been missed, and the next launch reported it",
        ["Where nothing is to come, no launch can tell a force stop."])
    }
    return draft.fails(
      "The next launch found none of \(TextLayout.plural(stored, "alarm")) active, and names another "
        + "start", unless: seen.isUnclear)
  }

  /// The row of the recovery behind a force stop; nil where there was none to recover from.
  func row(ofStopRecovery stop: Pending, _ seen: SeenRecovery) -> ScenarioSummary? {
    if let active = seen.before?.active, active > 0 { return nil }
    if stop.hasRebooted, !seen.detectsStop { return nil }
    var draft = draft(.forceStopRecovery, from: seen.begin)
    draft.answer(.fired, .notApplicable)
    draft.answer(.nextLaunch, .notApplicable)
    draft.answer(.missedDetected, seen.missesTold, seen.missMark)
    draft.answer(.recovered, seen.answer(isWarm: false), seen.end)
    if let fault = seen.fault { return draft.fails(fault, unless: seen.isUnclear, seen.remarks) }
    guard seen.end != nil else {
      return draft.result(.inconclusive, "The recovery does not come to its end in the log")
    }
    if seen.before?.stored == 0 {
      return draft.result(.inconclusive, "Nothing was stored that could be recovered")
    }
    if seen.setAgain == 0, seen.missed == 0, seen.isComplete == nil {
      draft.answer(.recovered, .no, seen.end)
      let nothing = "No alarm is reported as missed, and none is set again"
      return seen.detectsStop
        ? draft.fails(nothing, unless: seen.isUnclear, seen.remarks)
        : draft.result(.inconclusive, nothing, seen.remarks)
    }
    guard seen.isComplete == true else {
      return draft.result(
        .inconclusive, seen.account,
        ["No comparison tells how many are stored."] + seen.remarks)
    }
    return draft.result(.pass, seen.account + "; all stored ones are there", seen.remarks)
  }

  // MARK: A start of the device

  /// The row of a start of an Android device, which takes all alarms.
  func row(ofDeviceReboot reboot: Pending) -> ScenarioSummary {
    var draft = draft(.deviceReboot, from: reboot.begin)
    draft.answerNextLaunch(reboot)
    let isEarly = reboot.fired.map { fired in
      reboot.boot.map { fired.line < $0.begin.line && fired.file == $0.begin.file } ?? true
    }
    if isEarly == true, reboot.isAnnotated {
      draft.answer(.fired, .yes, reboot.fired)
    } else if let missed = reboot.missed ?? reboot.boot?.firstMissed {
      draft.answer(.fired, .no, missed)
    }
    guard let boot = reboot.boot else { return row(ofUnrecovered: reboot, draft) }
    draft.answer(.missedDetected, boot.missesTold, boot.missMark)
    draft.answer(.recovered, boot.answer(isWarm: false), boot.end)
    if boot.detectsStop, !reboot.isAfterStop {
      return draft.result(.fail, "The start of the device is taken for a force stop")
    }
    if let fault = boot.fault { return draft.fails(fault, unless: boot.isUnclear, boot.remarks) }
    guard boot.end != nil else {
      return draft.result(
        .inconclusive, "The recovery of the boot receiver does not come to its end in the log")
    }
    if boot.mayBeLost, boot.missed == 0 {
      return draft.result(
        .inconclusive, "An alarm may have been due in the meantime, and none is reported as missed",
        ["The zone of the log's lines is not known: set it with --tz."])
    }
    if draft.row.fired == .yes {
      return draft.result(
        .inconclusive, "An alarm went off before the boot receiver had set any",
        ["A start of the device takes all alarms: look at the note of it."])
    }
    if boot.before?.stored == 0 {
      return draft.result(.inconclusive, "Nothing was stored that could be set again")
    }
    guard boot.isComplete ?? (boot.setAgain > 0) else {
      return draft.result(.inconclusive, "No line tells whether the boot receiver set the alarms")
    }
    return draft.result(.pass, boot.account, boot.remarks)
  }

  private func row(ofUnrecovered reboot: Pending, _ draft: Draft) -> ScenarioSummary {
    if let taken = reboot.takenForStop, !reboot.isAfterStop {
      var draft = draft
      draft.answer(.missedDetected, .no, taken)
      return draft.result(.fail, "The start of the device is taken for a force stop")
    }
    guard let opening = reboot.opening else {
      return draft.result(.inconclusive, "Nothing of the plugin follows the start of the device")
    }
    if reboot.isAfterStop {
      return draft.result(
        .inconclusive, "No boot receiver ran, as the user had stopped the app before")
    }
    if !reboot.isAppKnown {
      return draft.result(
        .inconclusive, "No boot receiver ran, and whether the app had been stopped is not shown")
    }
    var draft = draft
    draft.answer(.recovered, .no, opening.begin)
    return draft.fails(
      "The user opened the app, and no boot receiver had set the alarms again",
      unless: reboot.isUnclear)
  }

  /// The row of a start of a phone, which keeps what is pending.
  func row(ofPhoneReboot reboot: Pending, _ last: Int64?) -> ScenarioSummary {
    var draft = draft(.phoneReboot, from: reboot.begin)
    draft.answerNextLaunch(reboot)
    if let seen = reboot.recovery {
      draft.answer(.missedDetected, seen.missesTold, seen.missMark)
      if seen.missed > 0 { draft.answer(.recovered, seen.answer(isWarm: false), seen.end) }
    }
    if let fired = reboot.fired {
      draft.answer(.fired, .yes, fired)
      return draft.result(.pass, "A notification was shown after the start of the device")
    }
    if let missed = reboot.missed {
      draft.answer(.fired, .no, missed)
      return draft.result(
        .inconclusive, "What was due after the start of the device is reported as missed",
        ["An interval that does not repeat may be lost to it: look at the trigger."])
    }
    if let due = reboot.due, let last, last < due {
      return draft.result(
        .inconclusive, "The log ends before the notification of \(InstantText.iso(due)) was due")
    }
    return draft.result(.inconclusive, "No line tells of a notification after it")
  }
}
