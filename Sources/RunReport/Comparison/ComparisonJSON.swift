internal import RuleLanguage
internal import TextWriting

/// The comparison as JSON: keys fixed and in a fixed order, the same bytes for the same two runs.
enum ComparisonJSON {
  static func report(of comparison: RunComparison) -> [UInt8] {
    var writer = JSONWriter(isPretty: true)
    writer.object { write(comparison, to: &$0) }
    writer.newline()
    return writer.bytes
  }

  private static func write(_ comparison: RunComparison, to writer: inout JSONWriter) {
    writer.member("schema", "dnplog.compare/1")
    writer.object("tool", inline: true) {
      $0.member("name", "dnplog")
      $0.member("version", comparison.toolVersion)
    }
    writer.member("mode", comparison.parity == nil ? "golden" : "parity")
    writer.member("verdict", comparison.verdict.rawValue)
    writer.member("exitStatus", Int64(comparison.exitStatus))
    writer.strings("reasons", comparison.reasons)
    writer.object("golden") { write(comparison.golden, to: &$0) }
    writer.object("candidate") { write(comparison.candidate, to: &$0) }
    writer.array("tolerance", of: Tolerance.Figure.allCases) { writer, figure in
      writer.object(inline: true) {
        $0.member("figure", figure.rawValue)
        $0.member("share", seconds: comparison.tolerance[figure].share)
        $0.member("seconds", seconds: comparison.tolerance[figure].seconds)
      }
    }
    writer.array("circumstances", of: comparison.circumstances) { write($1, to: &$0) }
    writer.array("counters", of: comparison.counters) { write($1, to: &$0) }
    writer.array("cycles", of: comparison.cycles) { writer, cycle in
      writer.object {
        write("golden", cycle.golden, to: &$0)
        write("candidate", cycle.candidate, to: &$0)
        $0.member("matchedBy", cycle.ground)
        $0.array("differences", of: cycle.differences) { write($1, to: &$0) }
      }
    }
    writer.array("findings", of: comparison.findings) { write($1, to: &$0) }
    writer.array("parity", of: comparison.parity ?? []) { writer, row in
      writer.object(inline: true) {
        $0.member("kind", row.kind.rawValue)
        $0.member("place", row.place)
        $0.member("what", row.what)
        $0.member("ios", row.ios)
        $0.member("android", row.android)
        $0.member("result", row.result.rawValue)
      }
    }
  }

  private static func write(_ side: RunComparison.Side, to writer: inout JSONWriter) {
    writer.member("name", side.name)
    writer.member("verdict", side.verdict.rawValue)
    writer.member("reason", side.reason)
    writer.member("platform", side.platform)
    writer.member("profile", side.profile)
    writer.member("cycles", side.cycles)
    writer.member("findings", side.findings)
    writer.member("doubt", side.doubt)
  }

  private static func write(
    _ key: String, _ cycle: CycleSummary?, to writer: inout JSONWriter
  ) {
    guard let cycle else { return writer.member(key, nil as String?) }
    writer.object(key, inline: true) {
      $0.member("scheduleId", cycle.scheduleId)
      $0.member("notificationTime", time: cycle.notificationTime)
      $0.member("outcome", cycle.outcome.rawValue)
    }
  }

  private static func write(_ difference: Difference, to writer: inout JSONWriter) {
    writer.object(inline: true) {
      $0.member("kind", difference.kind.rawValue)
      $0.member("effect", difference.effect.rawValue)
      $0.member("subject", difference.subject)
      $0.member("golden", difference.golden)
      $0.member("candidate", difference.candidate)
      $0.member("account", difference.words)
    }
  }

  private static func write(_ change: FindingChange, to writer: inout JSONWriter) {
    let finding = change.finding
    writer.object {
      $0.member("change", change.change)
      $0.member("effect", change.effect.rawValue)
      $0.member("rule", finding.rule)
      $0.member("fingerprint", finding.fingerprint)
      $0.member("outcome", finding.outcome.name)
      $0.member("class", finding.fault.name)
      $0.member("severity", finding.severity.name)
      $0.member("message", finding.message)
      $0.member("cycle", finding.scope.cycle)
      $0.strings("cycles", change.cycles)
      $0.member("cause", finding.cause)
      $0.member("golden", change.golden)
      $0.member("candidate", change.candidate)
    }
  }
}
