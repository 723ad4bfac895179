internal import LogReading
internal import RunReport

// What a recovery came to, in words.
extension SeenRecovery {
  /// Whether it left no alarm to go by, or took that for a force stop.
  var leavesNone: Bool {
    if let before, let stored = before.stored, let active = before.active {
      return stored > 0 && active == 0 && !foundAllMissed
    }
    return detectsStop
  }

  /// Whether it recovered; of a warm start, whether it verified what was there.
  func answer(isWarm: Bool) -> ScenarioSummary.Answer {
    if let isComplete { return isComplete ? .yes : .no }
    if isWarm { return compared != nil || (counts.verified ?? 0) > 0 ? .yes : .no }
    return setAgain > 0 ? .yes : .notObserved
  }

  /// What is plainly wrong with it; nil for nothing.
  var fault: String? {
    if overlooked != nil {
      return "The recovery counted nothing as missed, and a later one found what it passed over"
    }
    if lost != nil, missed == 0 {
      return "An alarm was due in the meantime and is set again, and nothing is reported as missed"
    }
    if let counted = counts.missed, counted > told.addingSaturated(tasks) {
      return "The recovery counts \(counted) as missed, and reports \(told)"
    }
    if repeats > told {
      return "The recovery sets \(repeats) again since they were missed, and reports \(told)"
    }
    guard isComplete == false else { return nil }
    if let after, let stored = after.stored, let active = after.active {
      return "The recovery leaves \(active) active of \(TextLayout.plural(stored, "alarm")) stored"
    }
    return "The recovery sets fewer alarms again than are stored"
  }

  /// What it did, where nothing is wrong with it.
  var account: String {
    let found = counts.missed.map { max(0, $0.addingSaturated(-tasks)) } ?? told
    var text =
      if found > 0 {
        "The recovery found \(found) missed and reported " + (found == 1 ? "it" : "each of them")
      } else if tasks > 0 {
        "The recovery found \(TextLayout.plural(tasks, "missed task")), and no missed notification"
      } else {
        "The recovery looked for what had been missed, and found nothing"
      }
    if set > 0 { text += "; it set \(TextLayout.plural(set, "alarm")) again" }
    return text
  }

  /// What else is to be known of it.
  var remarks: [String] {
    var remarks: [String] = []
    if let after, let stored = after.stored, let active = after.active, active > stored {
      remarks.append("It leaves \(active) active, more than the \(stored) that are stored.")
    }
    if let errors = counts.errors, errors > 0 {
      remarks.append("It counts \(TextLayout.plural(errors, "error")) of its own.")
    }
    return remarks
  }
}
