internal import TextWriting

/// A record of the watching as one line of JSON, for programs.
package enum LiveRecord {
  /// The watching began; of a log that goes on from a checkpoint, behind how many bytes.
  case start(input: String, resumedAt: Int64?)
  /// Something became of the source.
  case source(change: String, lostBytes: Int64?, message: String)
  /// A change, and the run as it is now.
  case change(RunChange, RunSummary)
  /// The log has been silent for so many seconds, so that deadlines pass by the clock.
  case silence(seconds: Double)
  /// How the run stands.
  case status(RunSummary, bytes: Int64, silence: LiveSilence)

  package static let schema = "dnplog.watch/1"

  /// Returns the record and a newline.
  ///
  /// - Parameter time: The clock, in microseconds since 1970.
  package func line(at time: Int64) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      writer.member("schema", Self.schema)
      writer.member("event", name)
      writer.member("time", time: time)
      writeMembers(to: &writer)
    }
    writer.newline()
    return writer.bytes
  }

  private var name: String {
    switch self {
    case .start: "start"
    case .source: "source"
    case .change(.finding, _): "finding"
    case .change(.cycle, _): "cycle"
    case .silence: "silence"
    case .status: "status"
    }
  }

  private func writeMembers(to writer: inout JSONWriter) {
    switch self {
    case .start(let input, let resumedAt):
      writer.member("input", input)
      writer.member("resumedAt", resumedAt)
    case .source(let change, let lostBytes, let message):
      writer.member("change", change)
      writer.member("lostBytes", lostBytes)
      writer.member("message", message)
    case .change(.finding(let finding, let state), let summary):
      writer.member("state", state.rawValue)
      let proof = state == .corrected ? LiveText.proof(against: finding, in: summary) : nil
      writer.member("settledBy", proof?.line)
      writer.object("finding") { $0.members(of: finding) }
    case .change(.cycle(let cycle, let state, let before), _):
      writer.member("state", state.rawValue)
      writer.member("before", before?.rawValue)
      writer.object("cycle") { $0.members(of: cycle) }
    case .silence(let seconds): writer.member("seconds", seconds: seconds)
    case .status(let summary, let bytes, let silence):
      Self.write(summary, bytes, silence, to: &writer)
    }
  }

  private static func write(
    _ summary: RunSummary, _ bytes: Int64, _ silence: LiveSilence, to writer: inout JSONWriter
  ) {
    writer.member("verdict", summary.verdict.rawValue)
    writer.strings("reasons", summary.reasons)
    writer.member("bytes", bytes)
    writer.member("lines", summary.inputs.reduce(Int64(0)) { $0.addingSaturated($1.lines) })
    writer.member("events", summary.inputs.reduce(0) { $0.addingSaturated($1.events) })
    writer.member("lastTime", time: summary.lastTime)
    writer.member("silence", seconds: silence.seconds)
    writer.object("bySilence", inline: true) { writer in
      writer.member("findings", silence.findings)
      writer.member("cycles", silence.cycles)
    }
    let counters = summary.counters
    writer.object("counters") { writer in
      writer.member("scheduled", counters.scheduled.derived)
      writer.member("executed", counters.executed.derived)
      writer.member("success", counters.success.derived)
      writer.member("used", counters.used.derived)
      writer.member("failureNetwork", counters.failureNetwork.derived)
      writer.member("failureAuth", counters.failureAuth.derived)
      writer.member("failureSystem", counters.failureSystem.derived)
    }
    writer.member("openCycles", summary.cycleCounts.open)
    writer.array("deadlines", of: summary.runningDeadlines) { writer, deadline in
      writer.object(inline: true) { writer in
        writer.member("scope", deadline.scope)
        writer.member("rule", deadline.rule)
        writer.strings("missing", inline: true, deadline.missing)
        writer.member("due", time: deadline.instant)
      }
    }
  }
}
