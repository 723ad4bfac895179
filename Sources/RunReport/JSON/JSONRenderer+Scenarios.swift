internal import TextWriting

extension JSONRenderer {
  /// Writes the rows of the table of recovery scenarios that were seen.
  static func writeScenarios(of summary: RunSummary, to writer: inout JSONWriter) {
    if summary.scenarios.isEmpty { return writer.strings("scenarios", []) }
    writer.array("scenarios", of: summary.scenarios) { writer, row in
      writer.object {
        $0.member("scenario", row.kind.name)
        $0.member("osExpected", row.kind.expectedOfSystem)
        $0.member("pluginExpected", row.kind.expectedOfPlugin)
        $0.member("observed", row.observed)
        $0.member("result", row.result.rawValue)
        $0.member("notes", row.notes)
        for question in ScenarioSummary.Question.allCases {
          $0.member(question.rawValue, row[question].rawValue)
        }
        $0.array("lines", of: row.lines) { writer, line in
          writer.object(inline: true) {
            $0.member("file", line.file)
            $0.member("line", line.line)
            $0.member("tells", line.question?.rawValue ?? "scenario")
          }
        }
      }
    }
  }
}
