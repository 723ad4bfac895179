internal import TextWriting

extension TimingGroup: Coded {
  static var blank: TimingGroup { TimingGroup(condition: .day, value: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("by", word: &condition)
    try coder.member("value", &value)
    try coder.member("cycles", &cycles)
    try coder.member("executed", &executed)
    try coder.member(Measure.executionDelay.key, object: &executionDelay, inline: true)
  }
}

extension ScenarioSummary: Coded {
  static var blank: ScenarioSummary { ScenarioSummary(.swipe, .notObserved, observed: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("scenario", &kind, named: \.name)
    if !Coder.isReading {
      let kind = kind
      coder.derived {
        $0.member("osExpected", kind.expectedOfSystem)
        $0.member("pluginExpected", kind.expectedOfPlugin)
      }
    }
    try coder.member("observed", &observed)
    var told = result
    try coder.member("result", word: &told)
    if !Coder.isReading {
      let notes = notes
      coder.derived { $0.member("notes", notes) }
    }
    for question in Question.allCases { try coder.member(question.rawValue, word: &self[question]) }
    try coder.member("lines", &lines, inline: true)
    try coder.member("remark", &remark)
    var counts = times
    try coder.member("times", object: &counts, inline: true)
    if Coder.isReading { set(told, times: counts) }
  }
}

extension ScenarioSummary.Line: Coded {
  static var blank: Self { Self(file: "", line: 0, question: nil) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("file", &file)
    try coder.member("line", &line)
    var tells = question.map(\.rawValue) ?? Self.begin
    try coder.member("tells", &tells)
    if coder.has("time", time != nil) { try coder.member("time", time: &time) }
    question = ScenarioSummary.Question(rawValue: tells)
    if question == nil, tells != Self.begin {
      try coder.refuse("tells", "is '\(tells)', which is unknown")
    }
  }

  /// The word for a line with which a scenario begins.
  private static var begin: String { "scenario" }
}

extension ScenarioSummary.Times: Coded {
  static var blank: Self { Self() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("passed", &passed)
    try coder.member("inconclusive", &inconclusive)
    try coder.member("failed", &failed)
  }
}
