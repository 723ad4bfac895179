internal import RunHistory
internal import RunReport
internal import TextWriting

extension SignOffReport {
  var text: String {
    var table = AlignedTable(["item", "status", "runs", "what the guide asks for", "from"])
    for row in rows {
      table.add([
        row.item.rawValue, row.status.rawValue, Self.words(row.runs), row.item.words,
        row.item.source,
      ])
    }
    return table.text + lackText + "\n\(share)\n" + conditionText + absence + "\n\(conclusion)\n"
  }

  /// What the runs that come nearest lack of what is missing.
  private var lackText: String {
    let missing = rows.filter { $0.status == .missing }
    if missing.isEmpty { return "" }
    var table = AlignedTable(["missing", "nearest run", "what it lacks"])
    for row in missing {
      table.add([
        row.item.rawValue, row.nearest.map { "\($0.run)" } ?? "-",
        row.nearest.map { $0.lacks.map(\.words).joined(separator: "; ") } ?? "no run is recorded",
      ])
    }
    return "\n" + table.text
  }

  /// The runs that take no part.
  private var absence: String {
    var lines: [String] = []
    if pruned > 0 {
      lines.append(
        "\(TextLayout.plural(pruned, "pruned run")) \(pruned == 1 ? "takes" : "take") no part.")
    }
    if older > 0 {
      lines.append(
        "\(TextLayout.plural(older, "run")) of an older dnplog \(older == 1 ? "takes" : "take") no part:"
          + " judge their logs again.")
    }
    return lines.isEmpty ? "" : "\n" + lines.map { $0 + "\n" }.joined()
  }

  /// How many of the runs in good conditions had a prefetch in time.
  private var share: String {
    goodRuns.isEmpty
      ? "No run on a device that was plugged in, on Wi-Fi and not force-quit has a closed cycle."
      : "The prefetch ran in time in \(runsInTime.count) of \(goodRuns.count) runs in good conditions;"
        + " a majority is \(goodRuns.count / 2 + 1)."
  }

  /// The conditions that runs had, of those that the device tests vary.
  private var conditionText: String {
    if conditions.isEmpty { return "" }
    var table = AlignedTable(["condition", "runs"], numbers: [1])
    for condition in conditions {
      table.add(["\(condition.key)=\(condition.value)", "\(condition.runs)"])
    }
    return "\n" + table.text
  }

  private var conclusion: String {
    let missing = rows.filter { $0.status == .missing }
    guard !missing.isEmpty else { return "complete: nothing is missing" }
    return "not complete: \(Spelling.list(missing.map(\.item.rawValue), "and"))"
      + " \(missing.count == 1 ? "is" : "are") missing"
  }

  private static func words(_ runs: [Int64]) -> String {
    if runs.isEmpty { return "-" }
    let first = runs.prefix(5).map { "\($0)" }.joined(separator: ", ")
    return runs.count > 5 ? "\(first) and \(runs.count - 5) more" : first
  }

  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("schema", "dnplog.signoff/1")
      writer.member("complete", isComplete)
      writer.member("exitStatus", isComplete ? 0 : 1)
      writer.array("items", of: rows) { writer, row in
        writer.object(inline: true) {
          $0.member("item", row.item.rawValue)
          $0.member("status", row.status.rawValue)
          $0.array("runs", of: row.runs) { $0.integer($1) }
          $0.member("source", row.item.source)
          $0.member("nearest", row.nearest?.run)
          $0.strings("lacks", row.nearest?.lacks.map(\.rawValue) ?? [])
        }
      }
      writer.object("majority", inline: true) {
        $0.member("runs", goodRuns.count)
        $0.member("inTime", runsInTime.count)
      }
      writer.array("conditions", of: conditions) { writer, condition in
        writer.object(inline: true) {
          $0.member("key", condition.key)
          $0.member("value", condition.value)
          $0.member("runs", condition.runs)
        }
      }
      writer.member("pruned", pruned)
      writer.member("older", older)
    }
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
