internal import RunHistory
internal import RunReport
internal import TextWriting

/// The recorded runs as a list.
struct HistoryList {
  let runs: [RunEntry]
  let pruned: Int64

  var text: String {
    var table = AlignedTable(
      [
        "run", "time", "verdict", "cycles", "used", "violations", "build", "device", "system",
        "log",
      ],
      numbers: [0, 3, 4, 5])
    for run in runs {
      table.add([
        "\(run.id)", InstantText.iso(run.time), run.verdict, "\(run.closedCycles)",
        "\(run.usedCycles)", "\(run.violations)", run.build ?? "-", run.device ?? "-",
        run.systemName, run.name,
      ])
    }
    let rest = pruned == 0 ? "" : ", and the counts of \(pruned) pruned"
    return (runs.isEmpty ? "" : table.text + "\n") + TextLayout.plural(runs.count, "run") + rest
      + "\n"
  }

  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("schema", "dnplog.history/1")
      writer.array("runs", of: runs) { writer, run in writer.object { run.write(to: &$0) } }
      writer.member("pruned", pruned)
    }
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension RunEntry {
  /// Platform and version, or `simulator` with them; `-` where neither is known.
  var systemName: String {
    let words = [platform, system, isSimulator == true ? "simulator" : nil].compactMap { $0 }
    return words.isEmpty ? "-" : words.joined(separator: " ")
  }

  fileprivate func write(to writer: inout JSONWriter) {
    func instant(_ seconds: Int64) -> Int64 {
      seconds.multipliedReportingOverflow(by: 1_000_000).partialValue
    }
    writer.member("run", id)
    writer.member("name", name)
    writer.member("verdict", verdict)
    writer.member("logic", logic)
    writer.member("timing", timing)
    writer.member("profile", profile)
    writer.member("version", tool)
    writer.member("firstTime", time: firstTime)
    writer.member("lastTime", time: lastTime)
    writer.member("begun", time: instant(begun))
    writer.member("recorded", time: instant(recorded))
    writer.member("times", times)
    writer.member("platform", platform)
    writer.member("osVersion", system)
    writer.member("simulator", isSimulator)
    writer.member("device", device)
    writer.member("build", build)
    writer.member("lines", totals.lines)
    writer.member("events", totals.events)
    writer.member("violations", violations)
    writer.object("cycles", inline: true) { writer in
      for outcome in CycleSummary.Outcome.allCases {
        writer.member(outcome.rawValue, totals.cycleCounts[outcome])
      }
    }
  }
}
