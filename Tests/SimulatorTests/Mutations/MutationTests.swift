import LogReading
import RuleEngine
import RunReport
import Simulator
import Testing

/// One change of a healthy log breaks what the table says, and nothing else.
@Suite struct MutationTests {
  static let healthy = Scenario.all.filter { $0.group == .healthy }.map(\.name)

  /// Failures that the plugin handles.
  static let failures = [
    "network-off", "server-down", "permission-denied", "storage-failure", "jwt-expired",
    "corrupt-cache", "handler-exception", "permission-revoked", "expiration", "malformed-json",
    "ttl-expired",
  ]

  /// What no rule can say yet: that nothing in a cycle came before or after.
  static let gaps = [
    "rekey-notification-scheduling-notification-time",
    "rekey-prefetch-schedule-begin-notification-time",
  ]

  /// Without the handler's line the task of the later schedule seems to take the earlier one's place;
  /// and on a simulator neither times nor a task that does not run are judged.
  static let gapsOfScenarios: Set<String> = [
    "two-schedules: drop-bgtask-handler-invoked", "two-schedules: delay-bgtask-handler-invoked",
    "simulated-launch: swap-prefetch-schedule-begin",
    "simulated-launch: swap-notification-scheduling",
    "simulated-launch: delay-notification-scheduling",
    "simulated-launch: drop-bgtask-handler-invoked",
  ]

  /// Most habits of the plugin in `happy`, one of them in each of the others.
  static func plans(_ name: String) throws -> [SimulationPlan] {
    let scenario = try #require(Scenario.named(name))
    return (1...(name == "happy" ? 4 : 1)).map { seed in
      var plan = SimulationPlan(scenario: scenario)
      plan.style = seed == 3 ? .bare : .threadtime
      plan.seed = UInt64(seed)
      plan.days = scenario.fewestDays + (seed == 2 || name == "two-schedules" ? 1 : 0)
      return plan
    }
  }

  @Test("Each mutant is judged by what was changed, and most rules are killed by one")
  func mutants() async throws {
    var score = MutationScore(profile: "prefetch-mvp")
    try await withThrowingTaskGroup(of: [Mutant].self) { group in
      for plan in try (Self.healthy + Self.failures).flatMap(Self.plans) {
        group.addTask {
          try Mutant.all(of: plan) { row in
            // What a healthy log shows as well is judged there.
            plan.scenario.group == .healthy || row.event.contains(":")
              || ["plugin_call", "telemetry_snapshot"].contains(row.event)
          }.filter(\.isShown)
        }
      }
      for try await mutants in group {
        for mutant in mutants {
          score.add(mutant)
          let scenario = mutant.run.plan.scenario.name
          guard !Self.gaps.contains(mutant.row.name),
            !Self.gapsOfScenarios.contains("\(scenario): \(mutant.row.name)")
          else { continue }
          let isRight = mutant.judgement.isRight && mutant.wrongVerdict == nil
          let faults = "\(mutant.judgement.faults) \(mutant.wrongVerdict ?? "")"
          let place = "\(mutant.run.plan.scenario.name), seed \(mutant.run.plan.seed)"
          #expect(isRight, "\(mutant.row.id) of \(place): \(faults)")
        }
      }
    }
    #expect(score.mutants > 500)
    let survivors = Set(score.unkilled)
    #expect(survivors.subtracting(Self.survivors).sorted() == [])
    #expect(Self.survivors.subtracting(survivors).sorted() == [])
  }

  /// Rules on lines that have to be added rather than changed, on calls, and on environments.
  static let survivors: Set<String> = [
    "environments/schedules-do-not-replace-each-other",
    "prefetch-cycle/handler-submits-the-next-task",
    "secrets/no-secret-in-the-log",
    "buckets/channel-calls-have-an-outcome",
    "buckets/permission-calls-have-an-outcome",
    "buckets/plain-calls-have-an-outcome",
    "buckets/rolling-window-is-maintained",
    "buckets/state-calls-have-an-outcome",
    "buckets/trial-calls-have-an-outcome",
    "environments/force-quit-is-made-up-for",
    "environments/next-day-is-submitted",
    "environments/notification-fires-once",
    "environments/reboot-is-made-up-for",
    "environments/schedules-outlive-a-reboot",
    "environments/suppressed-submission-is-told",
    "environments/zone-change-keeps-the-delivery",
    "environments/zone-change-keeps-the-lead",
    "environments/zone-change-keeps-the-time",
    "failure-paths/app-does-not-crash",
    "failure-paths/call-without-permission-is-refused",
    "failure-paths/damaged-content-is-not-used",
    "failure-paths/expired-task-stops-working",
    "failure-paths/failed-prefetch-has-a-substitute",
    "failure-paths/injected-answer-is-refused",
    "failure-paths/one-schedule-for-a-time",
    "failure-paths/refused-call-schedules-nothing",
    "failure-paths/refused-submissions-say-why",
    "failure-paths/unreadable-answer-is-not-stored",
    "failure-paths/unreadable-content-is-missed",
    "failure-paths/unwritten-content-is-not-used",
    "failure-paths/used-content-was-fetched",
    "hints/building-has-no-errors",
    "hints/endpoint-is-right",
    "hints/failed-prefetch-is-made-up-for",
    "hints/fallback-goes-on",
    "hints/fetch-is-authorised",
    "hints/initialisation-has-no-errors",
    "hints/internal-failures-do-not-repeat",
    "hints/prepared-content-has-a-source",
    "hints/registration-has-no-errors",
    "hints/registration-precedes-end-of-launch",
    "hints/resolution-has-no-errors",
    "hints/scheduler-accepts",
    "hints/scheduler-is-available",
    "hints/storage-has-no-errors",
    "hints/storage-is-ready-before-it-is-written",
    "hints/stored-content-is-found",
    "integrity/no-discrepancy-is-reported",
    "json-records/error-object-names-its-code",
    "json-records/failure-is-whole",
    "json-records/record-tells-its-time",
    "json-records/success-has-sane-numbers",
    "json-records/success-is-whole",
    "json-records/summary-is-whole",
    "log-format/prepared-notification-is-named",
    "prefetch-cycle/no-cache-after-a-miss",
    "prefetch-cycle/one-source-per-delivery",
    "prefetch-cycle/prefetch-before-delivery",
    "timing/disabled-prefetch-is-not-submitted",
    "timing/lead-is-capped-only-when-too-small",
    "timing/reused-content-is-valid",
    "timing/task-runs-in-its-window",
    "timing/task-runs-not-before-its-begin-date",
  ]

  @Test("A mutation is the same for a seed, and tells one truth")
  func isDeterministic() throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    for mutation in Mutation.allCases {
      var first = Random(seed: 5)
      var second = Random(seed: 5)
      let mutated = try Mutator(mutation).mutate(trace, random: &first)
      #expect(try Mutator(mutation).mutate(trace, random: &second).records == mutated.records)
      #expect(mutated.entries.count == 1)
      #expect(mutated.records != trace.records)
      let length =
        switch mutation {
        case .drop: trace.records.count - 1
        case .duplicate: trace.records.count + 1
        default: trace.records.count
        }
      #expect(mutated.records.count == length)
      #expect(mutated.records.map(\.time) == mutated.records.map(\.time).sorted())
    }
  }

  @Test(
    "What cannot be mutated is refused with the reason",
    arguments: [
      (Mutation.drop, "cache_miss", "the scenario logs no 'cache_miss'"),
      (
        .alter, "notification_delivered",
        "'alter' is not possible at 'notification_delivered': no row compares the title of the line"
          + " with that of the notification"
      ),
      (
        .rekey, "plugin_startup",
        "'rekey' is not possible at 'plugin_startup': it has no identifier of which the documents"
          + " tell what it must be"
      ),
    ] as [(Mutation, String, String)])
  func refuses(mutation: Mutation, event: String, message: String) throws {
    let plan = SimulationPlan(scenario: try #require(Scenario.named("happy")))
    let trace = Simulation(plan, catalogue: SimulatedRun.book.catalogue).trace(ofDevice: 1)
    let problem = #expect(throws: MutationProblem.self) {
      var random = Random(seed: 1)
      _ = try Mutator(mutation, at: event).mutate(trace, random: &random)
    }
    #expect(problem?.message == message)
  }

  @Test("Each row of the table names known events, and rows unless it leaves the effect open")
  func tableIsWhole() {
    let known = Set(SimulatedRun.book.catalogue.events.map(\.name))
    for row in MutationTable.rows {
      let event = String(row.event.prefix { $0 != ":" })
      #expect(known.contains(event), "\(row.event)")
      #expect(row.rows.isEmpty == row.effect.isOpen, "\(row.id)")
      #expect(row.effect.isOpen || !row.injected.source.isEmpty, "\(row.id) has no place")
    }
  }
}
