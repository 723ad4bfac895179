internal import RuleLanguage
internal import TextWriting

extension Finding: Coded {
  static var blank: Finding { Finding() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("rule", &rule)
    try coder.member("covers", strings: &covers, inline: true)
    try coder.member("outcome", &outcome, named: \.name)
    try coder.member("class", &fault, named: \.name)
    try coder.member("severity", &severity, named: \.name)
    try coder.member("bucket", &bucket, named: \.name)
    try coder.member("message", &message)
    try coder.member("cause", &cause)
    try coder.begin("scope", inline: true)
    try coder.member("process", &scope.process)
    try coder.member("cycle", &scope.cycle)
    try coder.member("cycles", strings: &scope.cycles)
    coder.end()
    try coder.member("missing", strings: &missing, inline: true)
    try coder.member("reason", &reason)
    try coder.member("deadline", time: &deadline)
    try coder.member("steps", &steps, inline: true)
    try coder.member("nearMisses", &nearMisses, inline: true)
    try coder.member("evidence", &evidence, inline: true)
    try coder.member("hints", strings: &hints)
    if !Coder.isReading {
      let fingerprint = fingerprint
      coder.derived { $0.member("fingerprint", fingerprint) }
    }
    try coder.member("known", &isKnown)
    try coder.member("title", &title)
    try coder.member("condition", &condition)
  }
}

extension Finding.StepMet: Coded {
  static var blank: Self { Self(event: "", line: nil, status: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("event", &event)
    try coder.member("line", &line)
    try coder.member("status", &status)
  }
}

extension Finding.NearMiss: Coded {
  static var blank: Self { Self(reason: "", event: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("reason", &reason)
    try coder.member("offsetSeconds", seconds: &offsetSeconds)
    try coder.member("line", &line)
    try coder.member("event", &event)
    try coder.member("detail", &detail)
  }
}

extension Finding.Evidence: Coded {
  static var blank: Self { Self(file: "", line: 0, time: nil, event: "", text: "") }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("file", &file)
    try coder.member("line", &line)
    try coder.member("time", time: &time)
    try coder.member("event", &event)
    try coder.member("text", &text)
    try coder.member("role", word: &role)
    try coder.member("carried", &isCarried)
  }
}
