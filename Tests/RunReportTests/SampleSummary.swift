import LogReading
import RuleLanguage
import RunReport

/// 2025-11-14T05:48:00Z
let morning: Int64 = 1_763_099_280_000_000

/// Returns a run in which the fetch of one cycle never ended.
func failedRun() -> RunSummary {
  var summary = RunSummary()
  summary.toolVersion = "1.0"
  summary.verdict = .fail
  summary.exitStatus = 1
  summary.reasons = ["1 rule is violated."]
  summary.profile = "prefetch-mvp"
  var input = InputSummary()
  input.name = "device.log"
  input.containers = [.init(name: "threadtime", count: 12)]
  input.families = [.init(name: "bracket", count: 12)]
  input.bytes = 2048
  input.lines = 40
  input.events = 11
  input.unclassified = 1
  input.damage = .init(kind: .truncated, offset: 1024)
  input.examples = ["[DNP-FETCH] what is this"]
  input.isTailCut = true
  input.firstTime = morning
  input.lastTime = morning + 300_500_000
  summary.inputs = [input]
  summary.assumptions = [Assumption(what: "timezone", value: "UTC", why: "the lines name none")]
  summary.environment = [
    .init(key: "platform", value: .string("ios")), .init(key: "simulator", value: .bool(false)),
    .init(key: "lowPower", value: .bool(false)), .init(key: "network", value: .string("wifi")),
    .init(key: "device", value: .string("iPhone 15 Pro")),
  ]
  summary.counters.scheduled.derived = 1
  summary.counters.executed.derived = 1
  summary.counters.executed.reported = 2
  summary.counters.failureNetwork.reported = 0
  summary.cycles = [failedCycle()]
  summary.findings = [unmetFetch()]
  summary.rules.satisfied = 3
  summary.rules.violated = 1
  summary.rules.notApplicable = 1
  summary.skipped = [SkippedRule(rule: "pull/ack", reason: "vacuous")]
  summary.distributions[.executionDelay].add(12)
  summary.logic = .fail
  summary.timing = .pass
  var group = TimingGroup(condition: .day, value: "2025-11-14")
  group.cycles = 1
  group.executed = 1
  group.executionDelay.add(12)
  summary.timingGroups = [group]
  summary.scenarioIds = ["one-cycle"]
  summary.failures = [
    FailureLine(
      line: .init(
        file: "device.log", line: 18, time: nil, event: "fetch_failure", text: "Fetch failed"),
      isError: true),
    FailureLine(
      line: .init(
        file: "device.log", line: 19, time: nil, event: "cache_miss", text: "No cached content"),
      isError: false),
  ]
  summary.cycleCounts.notDelivered = 1
  summary.findingCounts = [
    FindingCount(
      pack: "prefetch-cycle", outcome: .violated, fault: .plugin, severity: .error, count: 1)
  ]
  return summary
}

func failedCycle() -> CycleSummary {
  var cycle = CycleSummary()
  cycle.scheduleId = "daily-1"
  cycle.notificationTime = morning + 300_000_000
  cycle.outcome = .notDelivered
  cycle.leadSeconds = 300
  cycle.executionDelaySeconds = 12
  cycle.leadAtExecutionSeconds = 288
  cycle.steps = [
    .init(event: "bgtask_scheduled", stage: .schedule, time: morning, line: 3, status: .seen),
    .init(
      event: "bgtask_handler_invoked", stage: .execution, time: morning + 12_000_000, line: 9,
      status: .seen),
    .init(
      event: "fetch_start", stage: .execution, time: morning + 12_250_000, line: 12, status: .late),
    .init(
      event: "fetch_success | fetch_failure", stage: .execution, time: nil, line: nil,
      status: .missing),
    .init(
      event: "notification_delivered", stage: .delivery, time: nil, line: nil, status: .excused),
  ]
  cycle.lines = [.init(file: "device.log", first: 3, last: 20)]
  cycle.beginDate = morning
  cycle.handlerTime = morning + 12_000_000
  return cycle
}

func unmetFetch() -> Finding {
  var finding = Finding()
  finding.rule = "prefetch-cycle/fetch-has-outcome"
  finding.title = "A started fetch ends in success or failure"
  finding.covers = ["SEQ-09"]
  finding.message = "The fetch started and nothing ended it."
  finding.scope = .init(process: 1, cycle: "daily-1")
  finding.missing = ["fetch_success", "fetch_failure"]
  finding.reason = "not_seen"
  finding.deadline = morning + 42_000_000
  finding.steps = [.init(event: "fetch_start", line: 12, status: "seen")]
  finding.nearMisses = [
    .init(reason: "seen_late", event: "fetch_success", offsetSeconds: 4.2, line: 40)
  ]
  finding.evidence = [
    .init(
      file: "device.log", line: 12, time: morning + 12_250_000, event: "fetch_start",
      text: "[DNP-FETCH] Starting fetch\u{1B}[2J")
  ]
  finding.hints = ["Check network connectivity", "Verify the API endpoint is accessible"]
  return finding
}

func healthyCycle(_ number: Int) -> CycleSummary {
  var cycle = CycleSummary()
  cycle.scheduleId = "daily-\(number)"
  cycle.notificationTime = morning + Int64(number) * 86_400_000_000
  cycle.outcome = .usedPrefetch
  cycle.contentHashMatch = true
  return cycle
}

/// Returns the report as text.
func text(_ summary: RunSummary, _ renderer: TextRenderer = TextRenderer()) -> String {
  var bytes: [UInt8] = []
  renderer.render(summary, into: &bytes)
  return String(decoding: bytes, as: UTF8.self)
}
