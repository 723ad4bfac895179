internal import TextWriting

extension ScenarioSummary.Kind {
  /// The name of the row, as the findings have it.
  package var name: String {
    switch self {
    case .swipe: "Swipe from recents"
    case .forceStop: "Force stop"
    case .deviceReboot: "Device reboot (Android)"
    case .phoneReboot: "Device reboot (iOS)"
    case .coldStart: "Cold start"
    case .warmStart: "Warm start"
    case .forceStopRecovery: "Force stop recovery"
    }
  }

  /// What the system should do.
  var expectedOfSystem: String {
    switch self {
    case .swipe: "Alarm fires"
    case .forceStop, .deviceReboot: "Alarm does NOT fire"
    case .phoneReboot: "Notification fires"
    case .coldStart, .warmStart, .forceStopRecovery: "N/A"
    }
  }

  /// What the plugin should do.
  var expectedOfPlugin: String {
    switch self {
    case .swipe: "Alarm fires"
    case .forceStop: "Plugin detects on launch"
    case .deviceReboot: "Plugin reschedules on boot"
    case .phoneReboot: "Notification fires"
    case .coldStart, .warmStart: "Missed alarms detected"
    case .forceStopRecovery: "All alarms recovered"
    }
  }

  /// The severity that the findings give the gap in which such a row fails (S2:490-497); nil for a row
  /// of which they know none.
  var severity: String? {
    switch self {
    case .swipe: nil
    case .forceStop, .deviceReboot, .forceStopRecovery: "medium"
    case .phoneReboot, .coldStart, .warmStart: "high"
    }
  }
}

extension ScenarioSummary.Result {
  /// The result as a cell of the table.
  var words: String { self == .notObserved ? "not observed" : rawValue }

  /// The mark before a row.
  var mark: String {
    switch self {
    case .pass: "✓"
    case .fail: "✗"
    case .inconclusive: "?"
    case .notObserved: "–"
    }
  }

  var role: Palette.Role {
    switch self {
    case .pass: .good
    case .fail: .bad
    case .inconclusive: .doubtful
    case .notObserved: .quiet
    }
  }
}

extension ScenarioSummary {
  /// How often it was seen, where that was more than once, the severity of what fails, and what else is
  /// to be known.
  var notes: String {
    var parts: [String] = []
    if times.all > 1 {
      let counts = [
        (times.failed, "failed"), (times.inconclusive, "inconclusive"), (times.passed, "passed"),
      ].filter { $0.0 > 0 }
      let list =
        counts.count == 1
        ? "all \(counts[0].1)" : counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      parts.append("This is one of \(times.all) times: \(list).")
    }
    if result == .fail, let severity = kind.severity {
      parts.append("Its severity is \(severity).")
    }
    if !remark.isEmpty { parts.append(remark) }
    return parts.joined(separator: " ")
  }

  /// The line that answers a question.
  func line(of question: Question) -> Line? { lines.first { $0.question == question } }

  /// `yes (line 12)`, with the file where a report is of several.
  func cell(_ question: Question, namesFiles: Bool) -> String {
    guard let line = line(of: question) else { return self[question].rawValue }
    let place = namesFiles ? "\(line.file):\(line.line)" : "line \(line.line)"
    // A line that answers, and tells that nothing was there.
    let answer = self[question] == .notObserved ? "nothing to do" : self[question].rawValue
    return "\(answer) (\(place))"
  }

  /// The four answers in a line, with the line at which the scenario begins, and its time.
  func answers(namesFiles: Bool) -> String {
    // Mostly they stand in one file, which is named once.
    let file = namesFiles ? lines.first?.file : nil
    let isOneFile = lines.allSatisfy { $0.file == file }
    var parts: [String] = []
    if let begin = lines.first, begin.question == nil {
      // Fractions of a second say nothing here; before 1970 they count downward too.
      let time = begin.time.map { time in
        let second: Int64 = 1_000_000
        return " (\(InstantText.iso(time &- (time % second + second) % second)))"
      }
      parts.append(
        (namesFiles ? "from \(begin.file):\(begin.line)" : "from line \(begin.line)")
          + (time ?? ""))
    } else if let file, isOneFile {
      parts.append("in \(file)")
    }
    parts += Question.allCases.filter { self[$0] != .notApplicable }.map {
      "\($0.words): \(cell($0, namesFiles: namesFiles && !isOneFile))"
    }
    return parts.joined(separator: "; ")
  }

  /// The heads of the table of the findings.
  static let columns = [
    "Scenario", "OS Expected", "Plugin Expected", "Observed Result", "Pass/Fail", "Notes",
  ]

  /// The heads of the table of the four questions.
  static let questionColumns =
    ["Scenario"] + Question.allCases.map(\.title)
}

extension ScenarioSummary.Question {
  var words: String {
    switch self {
    case .fired: "fired"
    case .missedDetected: "missed detected"
    case .recovered: "recovered"
    case .nextLaunch: "next launch"
    }
  }

  /// The question as the findings ask it.
  var title: String {
    switch self {
    case .fired: "Alarm fires?"
    case .missedDetected: "Plugin detects missed?"
    case .recovered: "Plugin recovers?"
    case .nextLaunch: "Next launch recovers?"
    }
  }
}

extension RunSummary {
  /// All seven rows of the table, those that nothing showed too; none where nothing showed any.
  var scenarioTable: [[String]] {
    if scenarios.isEmpty { return [] }
    return ScenarioSummary.Kind.allCases.map { kind in
      let row = scenarios.first { $0.kind == kind }
      let result = row?.result ?? .notObserved
      return [
        kind.name, kind.expectedOfSystem, kind.expectedOfPlugin, row?.observed ?? "not observed",
        result.words, row?.notes ?? "",
      ]
    }
  }

  /// The four questions of each scenario that was seen, each answer with its line.
  var scenarioAnswers: [[String]] {
    let namesFiles = scenariosNameFiles
    return scenarios.map { row in
      [row.kind.name]
        + ScenarioSummary.Question.allCases.map { row.cell($0, namesFiles: namesFiles) }
    }
  }

  /// Whether the number of a line alone does not tell where it stands.
  var scenariosNameFiles: Bool {
    inputs.count > 1 || Set(scenarios.flatMap { $0.lines.map(\.file) }).count > 1
  }
}
