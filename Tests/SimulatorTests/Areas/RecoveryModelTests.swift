import Simulator
import Testing

/// The stores and the system's lists agree, as long as the plugin does what the seeds ask.
@Suite struct RecoveryModelTests {
  private static let handled = AreaRuns.scenarios.filter { scenario in
    scenario.group == .recovery && scenario.injects.allSatisfy { $0.outcome != .violated }
  }

  @Test
  func `at the end each schedule that is to run has its alarm, and nothing else has one`() throws {
    for scenario in Self.handled where scenario.platform == .android {
      for seed in UInt64(1)...5 {
        let snapshot = try #require(try AreaRuns.trace(of: scenario, seed: seed).snapshot)
        let schedules = try #require(snapshot.schedules).filter(\.isEnabled)
        let alarms = try #require(snapshot.alarms)
        #expect(Set(alarms.map(\.scheduleId)) == Set(schedules.map(\.id)), "\(scenario.name)")
        for schedule in schedules {
          #expect(schedule.nextRunAt > snapshot.now, "\(scenario.name) \(schedule.id)")
          #expect(alarms.contains { $0.triggerAt == schedule.nextRunAt })
        }
      }
    }
  }

  @Test
  func `at the end each reminder to come is pending`() throws {
    for scenario in Self.handled where scenario.platform == .ios {
      for seed in UInt64(1)...5 {
        let snapshot = try #require(try AreaRuns.trace(of: scenario, seed: seed).snapshot)
        let stored = try #require(snapshot.notifications).filter { $0.scheduledTime > snapshot.now }
        let pending = Set(try #require(snapshot.pending).map(\.id))
        #expect(pending.isSuperset(of: stored.map(\.id)), "\(scenario.name), seed \(seed)")
      }
    }
  }

  @Test
  func `what a recovery says at its end is what it did`() throws {
    for scenario in Self.handled {
      var missed: Int64 = 0
      var rescheduled: Int64 = 0
      for record in try AreaRuns.trace(of: scenario).records {
        switch record.event {
        case "recovery_begin": (missed, rescheduled) = (0, 0)
        case "missed_detected": missed += 1
        case "alarm_rescheduled": rescheduled += 1
        case "recovery_end":
          #expect(record.int("missed") == missed, "\(scenario.name)")
          #expect(record.int("rescheduled") == rescheduled, "\(scenario.name)")
        default: break
        }
      }
    }
  }

  @Test
  func `a run that is missed is reported once, and one that was fired never`() throws {
    for scenario in Self.handled where scenario.platform == .android {
      let trace = try AreaRuns.trace(of: scenario)
      let runs = (trace.all("alarm_fired") + trace.all("missed_detected")).map {
        "\($0.text("scheduleId") ?? "") \($0.instant("scheduledTime") ?? 0)"
      }
      #expect(Set(runs).count == runs.count, "\(scenario.name)")
    }
  }

  @Test
  func `nothing of the app is logged between a force stop and its next start`() throws {
    let records = try AreaRuns.trace(of: "android-force-stop").records
    let stops = records.indices.filter { records[$0].text("state") == "force_stopped" }
    #expect(!stops.isEmpty)
    for stop in stops {
      #expect(records[stop + 1].event == "app_launch")
      #expect(records[stop + 1].text("cause") == "user")
    }
  }

  @Test
  func `a task is missed after more than fifteen minutes and not before`() throws {
    for seed in UInt64(1)...5 {
      for record in try AreaRuns.trace(of: "ios-missed-task", seed: seed).all("missed_detected") {
        #expect(record.time - (record.instant("scheduledTime") ?? 0) > 900_000_000)
      }
      let early = try AreaRuns.trace(of: "task-missed-too-early", seed: seed)
      #expect(
        early.all("missed_detected").contains {
          $0.time - ($0.instant("scheduledTime") ?? 0) < 900_000_000
        })
    }
  }

  @Test
  func `the snapshot holds what the stores hold, and of other platforms nothing`() throws {
    let android = try #require(try AreaRuns.trace(of: "android-force-stop").snapshot)
    #expect(android.platform == .android)
    #expect(android.pending == nil)
    let first = try #require(android.schedules?.first)
    #expect(first.id == "fetch-morning")
    #expect(first.kind == .fetch)
    #expect(first.isEnabled)
    #expect(first.clockTime == "05:48")
    #expect(try AreaRuns.trace(of: "ios-missed-task").snapshot?.cache?.count == 1)
  }
}
