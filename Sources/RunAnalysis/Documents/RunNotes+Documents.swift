internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

extension RunNotes {
  /// Notes what documents beside the log are held against.
  mutating func noteCompared(_ event: ScopedEvent, _ engine: borrowing Engine) {
    if event.kind == prepared.contentHash {
      guard text(of: "phase", in: event, engine) == "fetch",
        let hash = text(of: "hash", in: event, engine)
      else { return }
      let scheduleId =
        text(of: "scheduleId", in: event, engine) ?? engine.scheduleId(ofCycleAt: event.cycle)
      documents.note(
        DocumentNotes.ContentHash(
          scheduleId: scheduleId, text: hash, evidence: evidence(of: event, engine)))
    } else if event.kind == prepared.taskRegistration || event.kind == prepared.taskSubmission {
      documents.note(
        DocumentNotes.Task(
          id: text(of: "taskId", in: event, engine),
          kind: event.kind == prepared.taskSubmission
            ? text(of: "kind", in: event, engine) : nil,
          evidence: evidence(of: event, engine)))
    }
  }
}
