internal import TextWriting

/// The truth about the logs of one simulation: how they were made, and the verdict due.
package struct Truth: Sendable {
  /// The version of the program that wrote them.
  package var toolVersion = ""
  package let plan: SimulationPlan
  package let devices: [DeviceTruth]

  package init(_ plan: SimulationPlan, devices: [DeviceTruth]) {
    self.plan = plan
    self.devices = devices
  }

  /// The options that `dnplog validate` needs beside the logs to judge them rightly.
  package var arguments: [String] {
    var words: [String] = []
    if plan.style.shows.contains(.times) {
      if !plan.style.hasYear, let year = devices.first?.firstYear {
        words += ["--year", "\(year)"]
      }
      if !plan.style.hasZone { words += ["--tz", plan.zone.name] }
    }
    words += plan.scenario.arguments
    if !plan.scenario.prefetches { words += ["--profile", plan.scenario.profile] }
    return words
  }

  /// The verdict due on all the logs in one call: the worst of them.
  package var expectation: Expectation {
    devices.map { Expectation($0, of: plan) }.max { $0.badness < $1.badness }
      ?? Expectation(verdict: .inconclusive)
  }

  /// The truth as a JSON document, the same bytes for the same simulation.
  package var json: [UInt8] {
    let expectation = expectation
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("schema", "dnplog.truth/1")
      writer.object("tool", inline: true) { writer in
        writer.member("name", "dnplog")
        writer.member("version", toolVersion)
      }
      writer.member("scenario", plan.scenario.name)
      writer.member("source", plan.scenario.source)
      writer.member("platform", plan.scenario.platform.rawValue)
      writer.member("seed", Int64(clamping: plan.seed))
      writer.member("days", plan.days)
      writer.member("form", plan.form.rawValue)
      writer.member("container", plan.style.name)
      writer.member("noise", seconds: plan.noise)
      writer.member("compression", plan.isGzip ? "gzip" : "none")
      if let mutation = plan.mutation {
        writer.object("mutation", inline: true) { writer in
          writer.member("kind", mutation.mutation.rawValue)
          writer.member("at", mutation.event)
        }
      } else {
        writer.member("mutation", nil as String?)
      }
      writer.member("damage", plan.damage?.name)
      writer.strings("validate", inline: true, arguments)
      writer.object("expect", inline: true) { writer in
        writer.member("verdict", expectation.verdict?.rawValue)
        writer.member("exitStatus", expectation.exitStatus)
      }
      writer.array("devices", of: devices) { $0.device($1) }
    }
    writer.newline()
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func device(_ truth: DeviceTruth) {
    object { writer in
      writer.member("device", truth.device)
      writer.member("log", truth.log)
      writer.member("lines", truth.lines)
      writer.member("events", truth.events)
      writer.array("cycles", of: truth.cycles) { writer, cycle in
        writer.object(inline: true) { writer in
          writer.member("scheduleId", cycle.scheduleId)
          writer.member("notificationTime", time: cycle.notificationTime)
          writer.member("outcome", cycle.outcome.rawValue)
        }
      }
      writer.object("counters") { $0.counters(truth.counters) }
      writer.array("injected", of: truth.injected) { $0.entry($1) }
      writer.state(truth.state?.truth, at: truth.state?.now)
    }
  }

  /// Writes the counters under the seeds' names, as in the run summary.
  private mutating func counters(_ counters: TruthCounters) {
    member("dnp_prefetch_scheduled_total", counters.scheduled)
    member("dnp_prefetch_executed_total", counters.executed)
    member("dnp_prefetch_success_total", counters.success)
    object("dnp_prefetch_failure_total", inline: true) { writer in
      writer.member("NETWORK", counters.failureNetwork)
      writer.member("AUTH", counters.failureAuth)
      writer.member("SYSTEM", counters.failureSystem)
    }
    member("dnp_prefetch_used_for_notification_total", counters.used)
  }

  private mutating func entry(_ entry: DeviceTruth.Entry) {
    object { writer in
      writer.member("name", entry.injected.name)
      writer.member("what", entry.injected.what)
      writer.member("source", entry.injected.source)
      writer.member("outcome", entry.injected.outcome.rawValue)
      writer.member("class", entry.injected.fault.rawValue)
      writer.member("severity", entry.injected.isWarning ? "warning" : "error")
      writer.strings("rows", inline: true, entry.injected.rows)
      writer.member("cycle", entry.cycle.map(Int64.init))
      writer.member("line", entry.line.map(Int64.init))
      writer.member("time", time: entry.time)
      writer.member("shown", entry.isShown)
    }
  }
}
