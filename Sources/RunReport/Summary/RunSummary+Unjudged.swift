extension RunSummary {
  /// The summary of a run that could not be judged: inconclusive, with nothing in it but what was in
  /// the way, wherever a report has room for it.
  package init(unjudged problems: [String], exitStatus: Int32) {
    self.init()
    self.exitStatus = exitStatus
    let what = "the run could not be judged"
    reasons = problems.first.map { ["\(what): \($0)"] + problems.dropFirst() } ?? [what]
    assumptions = problems.map { Assumption(what: "run", value: "not judged", why: $0) }
    failures = problems.map { text in
      let line = Finding.Evidence(file: "", line: 0, time: nil, event: "", text: text)
      return FailureLine(line: line, isError: true)
    }
  }
}
