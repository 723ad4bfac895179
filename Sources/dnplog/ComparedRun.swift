internal import JSONReading
internal import LogReading
internal import RuleLanguage
internal import RunHistory
internal import RunReport

/// A run that an operand of `compare` names.
struct ComparedRun {
  var name: String
  var summary: RunSummary

  /// The one place that knows what an operand may be.
  struct Loader {
    let book: RuleBook
    let options: AnalysisOptions
    let asides: [Assumption]

    /// Loads the run of an operand: a run of a history (`history.db#7`), the JSON summary of a run, or
    /// else a log, an archive or a directory with one run, or standard input.
    func load(_ operand: String) throws(Failure) -> ComparedRun {
      if let run = try recorded(operand) { return run }
      try Self.refuseHistory(operand)
      if operand != InputSet.standardInputWord, try Self.isSummary(operand) {
        return try stored(operand)
      }
      return try judged(operand)
    }

    /// Refuses a history without the number of a run, which would pass for the state of a device.
    private static func refuseHistory(_ path: String) throws(Failure) {
      guard path != InputSet.standardInputWord,
        let head = try SmallFile.head(of: path, count: 16),
        head.elementsEqual("SQLite format 3\u{0}".utf8), (try? History(path, for: .reading)) != nil
      else { return }
      throw Failure(
        Problem(
          "it is a history of runs", at: path,
          advice: "name one of its runs, e.g. \(path)#2; 'dnplog history list' shows them"))
    }

    /// Whether a file begins as a summary of ours; no log does. A stream of several is refused.
    private static func isSummary(_ path: String) throws(Failure) -> Bool {
      guard let head = try SmallFile.head(of: path, count: 64) else { return false }
      let text = head.filter { !" \t\r\n".utf8.contains($0) }
      if text.starts(with: Array("{\"schema\":\"dnplog.begin/".utf8)) {
        throw Failure(
          Problem(
            "it is a stream of the summaries of several runs", at: path,
            advice: "name a file with the summary of one run"))
      }
      return text.starts(with: Array("{\"schema\":\"dnplog.run/".utf8))
    }

    /// Reads a recorded run, which is compared as it was judged; nil where the operand names none.
    private func recorded(_ operand: String) throws(Failure) -> ComparedRun? {
      // A file may have such a name too.
      guard FileStatus.identity(ofFile: operand) == nil, let mark = operand.lastIndex(of: "#"),
        let number = Int64(operand[mark...].dropFirst()), number > 0
      else { return nil }
      let run = try Program.recordedRun(number, in: String(operand[..<mark]))
      return ComparedRun(
        name: operand,
        summary: try Self.summary(
          Array(run.summary.utf8), of: operand,
          advice: "another release recorded it: record the log again"))
    }

    /// Reads a summary, which is compared as it was judged.
    private func stored(_ path: String) throws(Failure) -> ComparedRun {
      let summary = try Self.summary(
        try SmallFile.read(path), of: path,
        advice: "name one summary that 'dnplog validate --format json' printed")
      guard summary.runs <= 1 else {
        throw Failure(
          Problem(
            "it is the summary of \(summary.runs) runs, and runs are compared one by one", at: path,
            advice: "name the summary of one run"))
      }
      return ComparedRun(name: path, summary: summary)
    }

    private static func summary(
      _ bytes: [UInt8], of name: String, advice: String
    ) throws(Failure) -> RunSummary {
      do throws(JSONError) {
        return try SummaryReader.read(bytes)
      } catch {
        throw Failure(Problem(error.message, at: "\(name):\(error.line)", advice: advice))
      }
    }

    /// Reads and judges a log.
    private func judged(_ operand: String) throws(Failure) -> ComparedRun {
      InputChoice.announceWait(for: [operand])
      var runs: [RunSummary] = []
      var problems: [Problem] = []
      let analysis = try Pipeline.analyse(
        InputSources([operand]), isEach: false, book: book, options: options, asides: asides
      ) { answer in
        switch answer {
        // Two are enough to refuse them.
        case .run(let run): if runs.count < 2 { runs.append(run.summary) }
        case .problem(let problem): problems.append(problem)
        case .begin, .repeated: break
        }
      }
      let name = operand == InputSet.standardInputWord ? InputSet.standardInputName : operand
      // A run of which a part is unreadable is no run to compare with.
      if !problems.isEmpty {
        throw Failure(problems, status: Interruption.isRequested ? .interrupted : .usage)
      }
      guard let summary = runs.first else {
        if Interruption.isRequested { throw Failure([], status: .interrupted) }
        throw Failure(Problem("it holds no log", at: name, advice: "name a log"))
      }
      guard analysis.runs == 1 else { throw Self.several(analysis.runs, in: name) }
      return ComparedRun(name: name, summary: summary)
    }

    private static func several(_ count: Int, in name: String) -> Failure {
      Failure(
        Problem(
          "there are \(count) runs in it, and runs are compared one by one", at: name,
          advice: "name one log of it, or read them as one run with --join or --merge"))
    }
  }
}
