internal import RuleLanguage

// What is asked of the values of a state whose fields others may see.

extension ScopedEvent: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    let end = fields.addingReportingOverflow(Int64(event.fieldCount))
    return Int(file) < limits.files && StateLimits.isSequence(sequence)
      && StateLimits.isEpoch(epoch) && !end.overflow
      && EventStore.isRow(at: fields, count: Int(event.fieldCount))
      && limits.allows(text: text, fields: end.partialValue)
      && limits.allows(cycle: cycle, execution: execution, delivery: delivery)
  }
}

extension SeenStep: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    Int(file) < limits.files && limits.allows(text: text)
  }
}

extension LineSpan: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    Int(file) < limits.files && first <= last
  }
}

extension Cycle: CheckedState, ToldNumbers {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    let sequences = [
      number, firstSequence, lastSequence, delivery.finishedSequence ?? 0, task.shared,
    ]
    return sequences.allSatisfy(StateLimits.isSequence)
      && StateLimits.areTimes(
        notificationTime, beginDate, schedule.shift, schedule.replacedTime, lastTime,
        task.handlerTime, fetch.startTime, fetch.time, content.time, delivery.time)
      && [epoch, fetch.startEpoch, fetch.epoch, content.epoch].allSatisfy(StateLimits.isEpoch)
      && loneJSON >= 0 && loneJSON < 1 << 30
  }
}

extension Window: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    [number, firstSequence, lastSequence, lastFetch].allSatisfy(StateLimits.isSequence)
      && StateLimits.isEpoch(lastEpoch) && loneJSON >= 0 && loneJSON < 1 << 30
      && limits.allows(cycle: cycle) && limits.allows(cycle: other)
  }
}

extension HostLine: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { StateLimits.isEpoch(epoch) }
}

extension FetchAtWork: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool {
    cycle >= 0 && limits.allows(cycle: cycle)
      && StateLimits.isSequence(firstSequence) && StateLimits.isSequence(lastSequence)
  }
}

extension Move.Place: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { slot >= 0 && limits.allows(cycle: slot) }
}

extension WorkAtHand: CheckedState {
  func isSound(_ limits: inout StateLimits) -> Bool { limits.allows(delivery: delivery) }
}

extension Segment: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    number > 0 && StateLimits.isSequence(firstSequence) && StateLimits.isSequence(lastSequence)
  }
}

extension TimeQueue.Entry: CheckedState, ToldNumbers {
  package func isSound(_ limits: inout StateLimits) -> Bool { slot >= 0 }
}

extension SpanFilter.Bounds: ToldNumbers {}
