internal import LogReading
internal import TextWriting

/// The run summary as JSON: keys fixed and in a fixed order, the same bytes for the same run.
package enum JSONRenderer: ReportRenderer {
  /// Appends the summary and a newline.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: !style.isOneLine)
    writer.object { write(summary, to: &$0) }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }

  private static func write(_ summary: RunSummary, to writer: inout JSONWriter) {
    writer.member("schema", "dnplog.run/1")
    writer.object("tool", inline: true) {
      $0.member("name", "dnplog")
      $0.member("version", summary.toolVersion)
    }
    writer.member("verdict", summary.verdict.rawValue)
    writer.member("exitStatus", Int64(summary.exitStatus))
    writer.member("profile", summary.profile)
    writer.array("inputs", of: summary.inputs) { writer, input in
      writer.object { write(input, to: &$0) }
    }
    writer.array("assumptions", of: summary.toldAssumptions) { writer, assumption in
      writer.object(inline: true) {
        $0.member("what", assumption.what)
        $0.member("value", assumption.value)
        $0.member("why", assumption.why)
      }
    }
    writer.object("environment") { writer in
      for entry in summary.environment { write(entry, to: &writer) }
    }
    writer.object("counters") { write(summary.counters, to: &$0) }
    writer.array("cycles", of: summary.cycles) { write($1, to: &$0) }
    writer.array("findings", of: summary.findings) { write($1, to: &$0) }
    writer.object("rules", inline: true) {
      $0.member("satisfied", summary.rules.satisfied)
      $0.member("violated", summary.rules.violated)
      $0.member("excused", summary.rules.excused)
      $0.member("inconclusive", summary.rules.inconclusive)
      $0.member("not_applicable", summary.rules.notApplicable)
    }
    writer.object("omitted", inline: true) {
      $0.member("cycles", summary.omittedCycles)
      $0.member("findings", summary.omittedFindings)
    }
    writer.array("skipped", of: summary.skipped) { writer, skipped in
      writer.object(inline: true) {
        $0.member("rule", skipped.rule)
        $0.member("reason", skipped.reason)
      }
    }
    writer.object("histograms") {
      for measure in Measure.allCases {
        write(summary.distributions[measure], measure.key, to: &$0)
      }
    }
    writer.member("interrupted", summary.interrupted)
    writeScenarios(of: summary, to: &writer)
    writer.object("runTemplate") { summary.runTemplate.write(to: &$0) }
    writer.object("testRun") { summary.testRun.write(to: &$0) }
    writer.object("verdicts", inline: true) {
      $0.member("logic", summary.logic.rawValue)
      $0.member("timing", summary.timing.rawValue)
    }
    writer.array("timing", of: summary.timingGroups) { writer, group in
      writer.object {
        $0.member("by", group.condition.rawValue)
        $0.member("value", group.value)
        $0.member("cycles", group.cycles)
        $0.member("executed", group.executed)
        write(group.executionDelay, Measure.executionDelay.key, to: &$0)
      }
    }
    writeState(of: summary, to: &writer)
    writeFeed(of: summary, to: &writer)
    writeRuns(of: summary, to: &writer)
  }

  /// Writes the verdict of each run; nothing where there is one, which is the summary's own.
  private static func writeRuns(of summary: RunSummary, to writer: inout JSONWriter) {
    if summary.runs <= 1 { return }
    writer.array("runs", of: summary.verdicts) { writer, run in
      writer.object(inline: true) {
        $0.member("name", run.name)
        $0.member("verdict", run.verdict.rawValue)
        $0.member("reason", run.reason)
      }
    }
    writer.member("omittedRuns", summary.runs - summary.verdicts.count)
  }

  /// Writes what the device stored, set and showed; nothing where no state was given.
  private static func writeState(of summary: RunSummary, to writer: inout JSONWriter) {
    if summary.states.isEmpty { return }
    writer.array("states", of: summary.states) { writer, state in
      writer.object {
        $0.member("name", state.name)
        $0.member("kind", state.kind)
        $0.member("takenAt", time: state.takenAt)
        write(state.rows, "rows", to: &$0)
        $0.strings("notes", state.notes)
      }
    }
    writer.array("items", of: summary.items) { writer, item in
      writer.object {
        $0.member("item", item.kind.rawValue)
        $0.member("id", item.id)
        $0.member("due", time: item.due)
        $0.member("stored", item.isStored)
        $0.member("pending", item.isPending)
        $0.member("delivered", item.isDelivered)
        $0.member("alarm", item.hasAlarm)
        $0.member("verdict", item.condition.rawValue)
        $0.member("reason", item.reason)
        $0.member("nextLaunch", item.nextLaunch.isEmpty ? nil : item.nextLaunch)
        $0.array("rows", of: item.places) { writer, place in
          writer.object(inline: true) {
            $0.member("file", place.file)
            $0.member("line", place.line)
          }
        }
      }
    }
    writer.member("omittedItems", summary.omittedItems)
  }

  private static func write(_ input: InputSummary, to writer: inout JSONWriter) {
    writer.member("name", input.name)
    write(input.containers, "container", to: &writer)
    writer.member("compression", input.compression.rawValue)
    writer.member("bytes", input.bytes)
    writer.member("lines", input.lines)
    writer.member("events", input.events)
    writer.member("unclassified", input.unclassified)
    if let damage = input.damage {
      writer.object("damage", inline: true) {
        $0.member("kind", damage.kind.rawValue)
        $0.member("offsetBytes", damage.offset)
      }
    } else {
      writer.member("damage", nil as String?)
    }
    write(input.families, "families", to: &writer)
    writer.strings("examples", input.examples)
    writer.member("head", input.isHeadComplete ? "complete" : "unknown")
    writer.member("tail", input.isTailCut ? "cut" : "complete")
    writer.member("firstTime", time: input.firstTime)
    writer.member("lastTime", time: input.lastTime)
  }

  private static func write(
    _ counts: [InputSummary.Count], _ key: String, to writer: inout JSONWriter
  ) {
    writer.object(key, inline: true) { writer in
      for entry in counts { writer.member(entry.name, entry.count) }
    }
  }

  private static func write(_ entry: RunSummary.EnvironmentEntry, to writer: inout JSONWriter) {
    switch entry.value {
    case .bool(let value): writer.member(entry.key, value)
    case .string(let value): writer.member(entry.key, value)
    case .int(let value): writer.member(entry.key, value)
    case .varies: writer.member(entry.key, nil as String?)
    }
  }

  private static func write(_ counters: SeedCounters, to writer: inout JSONWriter) {
    func pair(_ name: String, _ pair: SeedCounters.Pair, _ writer: inout JSONWriter) {
      writer.object(name, inline: true) {
        $0.member("derived", pair.derived)
        $0.member("reported", pair.reported)
      }
    }
    let failures = [
      ("NETWORK", counters.failureNetwork), ("AUTH", counters.failureAuth),
      ("SYSTEM", counters.failureSystem),
    ]
    pair("dnp_prefetch_scheduled_total", counters.scheduled, &writer)
    pair("dnp_prefetch_executed_total", counters.executed, &writer)
    pair("dnp_prefetch_success_total", counters.success, &writer)
    writer.object("dnp_prefetch_failure_total", inline: true) { writer in
      writer.object("derived") { for (name, pair) in failures { $0.member(name, pair.derived) } }
      if failures.allSatisfy({ $0.1.reported == nil }) {
        writer.member("reported", nil as String?)
      } else {
        writer.object("reported") {
          for (name, pair) in failures { $0.member(name, pair.reported) }
        }
      }
    }
    pair("dnp_prefetch_used_for_notification_total", counters.used, &writer)
  }

  private static func write(
    _ histogram: Histogram, _ key: String, to writer: inout JSONWriter
  ) {
    writer.object(key, inline: true) { writer in
      writer.array("edges", of: histogram.edges) { $0.number($1) }
      writer.array("counts", of: histogram.counts) { $0.integer($1) }
      writer.member("sum", seconds: histogram.sum)
      writer.member("count", histogram.count)
      writer.member("min", seconds: histogram.min)
      writer.member("max", seconds: histogram.max)
    }
  }
}
