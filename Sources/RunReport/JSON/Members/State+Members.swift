internal import TextWriting

extension StateSummary: Coded {
  static var blank: StateSummary {
    StateSummary(name: "", kind: "", takenAt: nil, rows: [], notes: [])
  }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("name", &name)
    try coder.member("kind", &kind)
    try coder.member("takenAt", time: &takenAt)
    try coder.member("rows", named: &rows)
    try coder.member("notes", strings: &notes)
  }
}

extension StateItem: Coded {
  static var blank: StateItem { StateItem(.schedule, id: nil) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("item", word: &kind)
    try coder.member("id", &id)
    try coder.member("due", time: &due)
    try coder.member("stored", &isStored)
    try coder.member("pending", &isPending)
    try coder.member("delivered", &isDelivered)
    try coder.member("alarm", &hasAlarm)
    try coder.member("verdict", word: &condition)
    try coder.member("reason", &reason)
    var next = nextLaunch.isEmpty ? nil : nextLaunch
    try coder.member("nextLaunch", &next)
    nextLaunch = next ?? ""
    try coder.member("rows", &places, inline: true)
    try coder.member("storedStatus", &storedStatus)
    try coder.member("overlooked", &isOverlooked)
  }
}

extension StateItem.Place: Coded {
  static var blank: Self { Self(file: "", line: 0) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("file", &file)
    try coder.member("line", &line)
  }
}

extension FeedSummary: Coded {
  static var blank: FeedSummary { FeedSummary(name: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("name", &name)
    try coder.member("region", &region)
    try coder.member("appVersion", &appVersion)
    try coder.member("today", &today)
    try coder.member("receipts", &receipts)
    try coder.member("messages", &rows)
    try coder.member("omittedMessages", &omittedRows)
    try coder.member("told", &isTold)
  }
}

extension FeedSummary.Row: Coded {
  static var blank: Self { Self(place: 0, line: 0, id: nil, verdict: .unknown, reason: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("place", &place)
    try coder.member("line", &line)
    try coder.member("id", &id)
    try coder.member("verdict", word: &verdict)
    try coder.member("reason", &reason)
    try coder.member("shownTimes", &displayCount)
    try coder.member("shown", &displays, inline: true)
  }
}

extension FeedSummary.Display: Coded {
  static var blank: Self { Self(file: "", line: 0, time: nil) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("time", time: &time)
    try coder.member("file", &file)
    try coder.member("line", &line)
  }
}
