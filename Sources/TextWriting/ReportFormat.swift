/// A form of report, by its name on the command line.
///
/// This is the one list of them for the options, their help and their completions, the renderers,
/// and the reader of logs, which refuses reports. So it stands below them all.
package enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, ndjson, junit, github, sarif, markdown, html, prometheus, influx, trace
  case testrun, template

  /// The facts that other modules ask for.
  package struct Traits: Sendable {
    /// A few words shown behind a name that says too little.
    package var note: String?
    /// Whether reports may not follow each other: a reader of the format takes one document.
    package var isOneDocument = false
    /// Whether it is the record of one run, and cannot describe several.
    package var isRecord = false
    /// Whether it is metrics, which a collector reads that runs as another user.
    package var isMetrics = false
    /// The words with which it begins, form by form; blanks between them do not matter.
    package var openings: [[String]] = []
  }

  /// The row of the format.
  package var traits: Traits {
    switch self {
    // A quiet one begins with a finding or the verdict: see `OwnOutput`.
    case .text: Traits(openings: [["dnplog: "]])
    // Each line of `ndjson` names its schema too.
    case .json: Traits(openings: [["{", "\"schema\"", ":", "\"dnplog."]])
    case .ndjson: Traits(note: "a finding a line")
    case .junit:
      Traits(
        isOneDocument: true,
        openings: [["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"dnplog\""]])
    case .github:
      Traits(
        note: "annotations",
        openings: ["notice", "warning", "error"].map { ["::\($0) title=dnplog "] })
    case .sarif:
      Traits(
        isOneDocument: true,
        openings: [
          [
            "{", "\"$schema\"", ":", "\"https://json.schemastore.org/sarif-2.1.0.json\"", ",",
            "\"version\"", ":", "\"2.1.0\"", ",", "\"runs\"", ":", "[", "{", "\"tool\"", ":", "{",
            "\"driver\"", ":", "{", "\"name\"", ":", "\"dnplog\"",
          ]
        ])
    case .markdown:
      Traits(openings: ["PASS", "FAIL", "INCONCLUSIVE"].map { ["## dnplog: \($0)"] })
    case .html:
      Traits(
        isOneDocument: true,
        openings: [
          [
            "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
            "<title>dnplog: ",
          ]
        ])
    case .prometheus:
      Traits(
        isOneDocument: true, isMetrics: true,
        openings: [["# HELP dnp_prefetch_"], ["# HELP dnplog_"]])
    case .influx:
      Traits(
        note: "line protocol", isOneDocument: true, isMetrics: true, openings: [["dnplog_run"]])
    case .trace:
      Traits(
        note: "of Chrome, for Perfetto", isOneDocument: true,
        openings: [
          [
            "{", "\"displayTimeUnit\"", ":", "\"ms\"", ",", "\"otherData\"", ":", "{", "\"tool\"",
            ":",
            "\"dnplog",
          ]
        ])
    // A log may begin with a record: `OwnOutput` asks whether the file holds nothing else.
    case .testrun: Traits(note: "an artifact", isRecord: true)
    case .template: Traits(isRecord: true)
    }
  }

  /// All formats in words, for a help: `text, json or html, or the run as testrun or template`.
  package static var words: String {
    func list(_ formats: [ReportFormat]) -> String {
      let names = formats.map { format in
        format.rawValue + (format.traits.note.map { " (\($0))" } ?? "")
      }
      return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    }
    return list(allCases.filter { !$0.traits.isRecord }) + ", or the run as "
      + list(allCases.filter(\.traits.isRecord))
  }
}
