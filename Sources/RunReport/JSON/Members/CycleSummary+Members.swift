internal import RuleLanguage
internal import TextWriting

extension CycleSummary: Coded {
  static var blank: CycleSummary { CycleSummary() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("scheduleId", &scheduleId)
    try coder.member("notificationTime", time: &notificationTime)
    try coder.member("outcome", word: &outcome)
    try coder.member("leadSeconds", seconds: &leadSeconds)
    try coder.member("executionDelaySeconds", seconds: &executionDelaySeconds)
    try coder.member("deliveryDriftSeconds", seconds: &deliveryDriftSeconds)
    try coder.member("contentHashMatch", &contentHashMatch)
    try coder.member("scheduleHashMatch", &scheduleHashMatch)
    try coder.member("cachePersistence", word: &cachePersistence)
    try coder.member("steps", &steps, inline: true)
    try coder.member("lines", &lines, inline: true)
    try coder.begin("derived")
    try coder.member("leadCapped", &leadCapped)
    try coder.member("leadAtExecutionSeconds", seconds: &leadAtExecutionSeconds)
    try coder.member("fetchDurationSeconds", seconds: &fetchDurationSeconds)
    try coder.member("cacheAgeAtDeliverySeconds", seconds: &cacheAgeAtDeliverySeconds)
    try coder.member("ttlValid", &ttlValid)
    try coder.member("fetched", &fetched)
    try coder.member("usedCached", &usedCached)
    try coder.member("fallbackCause", word: &fallbackCause)
    try coder.member("failureReason", &failureReason)
    try coder.member("notShownReason", word: &notShownReason)
    try coder.member("scheduledAheadSeconds", seconds: &scheduledAheadSeconds)
    try coder.member("baseline", &isBaseline)
    try coder.member("assumed", strings: &assumed, inline: true)
    try coder.member("beginTime", time: &beginDate)
    try coder.member("handlerTime", time: &handlerTime)
    try coder.member("deliveryTime", time: &deliveredTime)
    try coder.member("shownFromCache", &usedCache)
    try coder.member("number", &number)
    if coder.has("deliveryFetchLine", deliveryFetchLine != nil) {
      try coder.member("deliveryFetchLine", &deliveryFetchLine)
    }
    if coder.has("expirationLine", expirationLine != nil) {
      try coder.member("expirationLine", &expirationLine)
    }
    if coder.has("toldUnshown", isToldUnshown) { try coder.member("toldUnshown", &isToldUnshown) }
    coder.end()
  }
}

extension CycleSummary.StepSummary: Coded {
  static var blank: Self {
    Self(event: "", stage: .schedule, time: nil, line: nil, status: .seen)
  }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("event", &event)
    try coder.member("time", time: &time)
    try coder.member("line", &line)
    try coder.member("status", word: &status)
    try coder.member("stage", &stage, named: \.name)
  }
}

extension CycleSummary.LineRange: Coded {
  static var blank: Self { Self(file: "", first: 0, last: 0) }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("file", &file)
    try coder.member("first", &first)
    try coder.member("last", &last)
  }
}
