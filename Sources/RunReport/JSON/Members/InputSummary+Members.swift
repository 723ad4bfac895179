internal import LogReading
internal import TextWriting

extension InputSummary: Coded {
  static var blank: InputSummary { InputSummary() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("name", &name)
    try coder.member("container", named: &containers)
    try coder.member("compression", word: &compression)
    try coder.member("bytes", &bytes)
    try coder.member("lines", &lines)
    try coder.member("events", &events)
    try coder.member("unclassified", &unclassified)
    if try coder.begin("damage", isNull: damage == nil, inline: true) {
      var given = damage ?? ReadReport.Damage(kind: .corrupt, offset: 0)
      try coder.member("kind", word: &given.kind)
      try coder.member("offsetBytes", &given.offset)
      damage = given
      coder.end()
    }
    try coder.member("families", named: &families)
    try coder.member("examples", strings: &examples)
    var head = isHeadComplete ? Head.complete : .unknown
    try coder.member("head", word: &head)
    isHeadComplete = head == .complete
    var tail = isTailCut ? Tail.cut : .complete
    try coder.member("tail", word: &tail)
    isTailCut = tail == .cut
    try coder.member("firstTime", time: &firstTime)
    try coder.member("lastTime", time: &lastTime)
    try coder.member("cutLines", &cutLines)
  }

  private enum Head: String { case complete, unknown }
  private enum Tail: String { case complete, cut }
}

extension SeedCounters: Coded {
  /// How many runs are added up, and what of them reported counters.
  struct Reports: Coded {
    var runs: Int
    var reporting: Int
    var process: Int?

    static var blank: Reports { Reports(runs: 0, reporting: 0, process: nil) }

    mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
      try coder.member("runs", &runs)
      try coder.member("reporting", &reporting)
      try coder.member("process", &process)
    }
  }

  var reports: Reports {
    get { Reports(runs: runs, reporting: reportingRuns, process: reportingProcess) }
    set {
      (runs, reportingRuns, reportingProcess) = (
        newValue.runs, newValue.reporting, newValue.process
      )
    }
  }

  static var blank: SeedCounters { SeedCounters() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("dnp_prefetch_scheduled_total", object: &scheduled, inline: true)
    try coder.member("dnp_prefetch_executed_total", object: &executed, inline: true)
    try coder.member("dnp_prefetch_success_total", object: &success, inline: true)
    try coder.begin("dnp_prefetch_failure_total", inline: true)
    try coder.begin("derived")
    try coder.member("NETWORK", &failureNetwork.derived)
    try coder.member("AUTH", &failureAuth.derived)
    try coder.member("SYSTEM", &failureSystem.derived)
    coder.end()
    let isReported = [failureNetwork, failureAuth, failureSystem].contains { $0.reported != nil }
    if try coder.begin("reported", isNull: !isReported, inline: true) {
      try coder.member("NETWORK", &failureNetwork.reported)
      try coder.member("AUTH", &failureAuth.reported)
      try coder.member("SYSTEM", &failureSystem.reported)
      coder.end()
    }
    coder.end()
    try coder.member("dnp_prefetch_used_for_notification_total", object: &used, inline: true)
  }
}

extension SeedCounters.Pair: Coded {
  static var blank: SeedCounters.Pair { SeedCounters.Pair() }

  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure) {
    try coder.member("derived", &derived)
    try coder.member("reported", &reported)
  }
}
