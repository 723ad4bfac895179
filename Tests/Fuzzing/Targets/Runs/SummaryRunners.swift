internal import FuzzBasics
internal import JSONReading
internal import RunAnalysis
internal import RunHistory
internal import RunReport

/// Reads a JSON summary, which must be the same when it was written and read again.
struct SummaryRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let summary = try? SummaryReader.read(bytes) else { return nil }
    let written = Self.json(summary)
    guard let again = try? SummaryReader.read(written) else {
      return "a summary that was written cannot be read"
    }
    return Self.json(again) == written ? nil : "a summary that was read again is another"
  }

  private static func json(_ summary: RunSummary) -> [UInt8] {
    var json: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &json)
    return json
  }
}

/// Reads the record of a test run.
struct RecordRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    _ = try? TestRunRecord(reading: bytes, path: "record.txt")
    return nil
  }
}

/// Reads a history of runs, with what is told of each.
struct HistoryRunner: FuzzRunner {
  private let file = ScratchFile()

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "SQLite format 3".utf8), file.hold(bytes),
      let history = try? History(file.path, for: .reading)
    else { return nil }
    let runs = (try? history.runs()) ?? []
    for entry in runs.prefix(4) { _ = try? history.run(entry.id) }
    _ = try? history.totals()
    return nil
  }
}
