internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// Tells events one by one, each with what is known as its line is read: nothing waits for later lines, so
/// that a log of any length streams.
final class EventTeller: CorrelatorListener {
  private let names: RunNames
  private let sink: any EventSink
  private let unclassified: EventKind?
  private let wantsText: Bool
  /// What the last event of each open cycle left known, by the cycle's slot.
  private var last: [(number: Int64, values: CycleValues, ids: Int)] = []

  init(_ names: RunNames, _ sink: any EventSink, unclassified: EventKind?, withText: Bool) {
    self.names = names
    self.sink = sink
    self.unclassified = unclassified
    wantsText = withText
  }

  func hear(_ event: ScopedEvent, isTwin: Bool, _ correlator: borrowing Correlator) {
    let shown = event.shown
    let text = wantsText ? correlator.store.wholeLine(at: shown.text, length: shown.length) : ""
    let source = EventSource(
      file: event.file, line: event.event.line, isUnclassified: event.kind == unclassified,
      text: text)
    sink.hear(source) { tell(event, isTwin: isTwin, in: correlator) }
  }

  private func tell(_ event: ScopedEvent, isTwin: Bool, in correlator: borrowing Correlator) {
    let catalogue = names.book.catalogue
    sink.text(.event, catalogue[event.kind].name)
    if let time = event.knownTime, !WallClock.lacksYear(time) { sink.time(.time, time) }
    if event.epoch > 0 { sink.number(.clockEpoch, Int64(event.epoch)) }
    sink.text(.file, names.files[Int(event.file)])
    sink.number(.line, Int64(clamping: event.event.line))
    sink.text(.form, event.event.form == .json ? "json" : "text")
    sink.text(.container, event.event.container.name)
    if event.event.tag > Catalogue.unknownTag {
      sink.text(.tag, catalogue.tags[Int(event.event.tag)])
    }
    if event.event.pid >= 0 { sink.number(.pid, Int64(event.event.pid)) }
    sink.number(.process, Int64(event.segment))
    tellScopes(of: event, in: correlator)
    if event.phase != .none { sink.text(.phase, event.phase.name) }
    if event.reason != .none { sink.text(.reason, event.reason.name) }
    if isTwin { sink.mark(.twin) }
    tellSettled(by: event, in: correlator)
    sink.object(.fields) { writer in
      for field in correlator.store.fields(of: event) {
        write(field, of: event, in: correlator.store, to: &writer)
      }
    }
  }

  private func tellScopes(of event: ScopedEvent, in correlator: borrowing Correlator) {
    if event.cycle >= 0 {
      let cycle = correlator.cycles[Int(event.cycle)]
      // The time is known from the first line on, the id often only from a later one.
      if let name = cycle.notificationTime.map({ InstantText.iso($0) }) ?? cycle.scheduleId {
        sink.text(.cycle, String(masking: name))
      }
      sink.number(.cycleNumber, cycle.number + 1)
    }
    if event.delivery >= 0 {
      sink.text(.window, "delivery")
      sink.number(.delivery, correlator.deliveries[Int(event.delivery)].number)
    } else if event.execution >= 0 {
      sink.text(.window, "execution")
      sink.number(.execution, correlator.executions[Int(event.execution)].number)
    }
  }

  // MARK: Derived values

  /// Tells the values of the cycle that the event made known, or changed.
  private func tellSettled(by event: ScopedEvent, in correlator: borrowing Correlator) {
    guard event.cycle >= 0 else { return }
    let cycle = correlator.cycles[Int(event.cycle)]
    let slot = Int(event.cycle)
    while last.count <= slot { last.append((-1, CycleValues(), 0)) }
    let isSame = last[slot].number == cycle.number
    let old = isSame ? last[slot].values : CycleValues()
    let knownIds = isSame ? last[slot].ids : 0
    var new = cycle.values
    let open = cycle.gaps.intersection(correlator.clock.openGaps)
    if open.contains(.year) { new.leaveOutInstants() }
    last[slot] = (cycle.number, new, cycle.ids.count)
    if cycle.ids.count > max(knownIds, 1) {
      sink.texts(.joinedIds, cycle.ids.map { String(masking: $0) })
    }
    if new == old { return }
    sink.object(.derived) { writer in
      span("leadSeconds", old.lead, new.lead, to: &writer)
      if new.isLeadCapped != old.isLeadCapped { writer.member("leadCapped", new.isLeadCapped) }
      span("executionDelaySeconds", old.executionDelay, new.executionDelay, to: &writer)
      span("leadAtExecutionSeconds", old.leadAtExecution, new.leadAtExecution, to: &writer)
      span("deliveryDriftSeconds", old.deliveryDrift, new.deliveryDrift, to: &writer)
      let isNew =
        new.executionDelay != old.executionDelay || new.deliveryDrift != old.deliveryDrift
      if isNew, !open.isEmpty { writer.strings("assumed", open.assumed) }
      span("fetchDurationSeconds", old.fetchDuration, new.fetchDuration, to: &writer)
      span("cacheAgeAtDeliverySeconds", old.cacheAge, new.cacheAge, to: &writer)
      if new.ttlValid != old.ttlValid { writer.member("ttlValid", new.ttlValid) }
      if new.isFetched != old.isFetched { writer.member("fetched", new.isFetched) }
      if new.usedCached != old.usedCached { writer.member("usedCached", new.usedCached) }
      if new.contentHashMatch != old.contentHashMatch {
        writer.member("contentHashMatch", new.contentHashMatch)
      }
      if new.scheduleHashMatch != old.scheduleHashMatch {
        writer.member("scheduleHashMatch", new.scheduleHashMatch)
      }
      if new.cachePersistence != old.cachePersistence {
        writer.member("cachePersistence", CycleSummary.Persistence(new.cachePersistence).rawValue)
      }
      if new.ending != old.ending, let ending = new.ending {
        writer.member("outcome", CycleSummary.Outcome(ending).rawValue)
      }
    }
  }

  private func span(_ key: String, _ old: Int64?, _ new: Int64?, to writer: inout JSONWriter) {
    if new != old { writer.member(key, seconds: new.map { Double($0) / 1_000_000 }) }
  }

  // MARK: Fields

  private func write(
    _ field: Field, of event: ScopedEvent, in store: borrowing EventStore,
    to writer: inout JSONWriter
  ) {
    let name = names.book.catalogue.name(of: field.name)
    let text = { (store: borrowing EventStore) in
      String(masking: store.text(of: field, in: event))
    }
    switch field.state {
    case .redacted: writer.member(name, "<private>")
    case .placeholder: return
    case .malformed: writer.member(name, text(store))
    case .value, .offset, .zoneless, .misformed:
      switch field.type {
      case .string: writer.member(name, text(store))
      case .int: writer.member(name, field.value)
      case .bool: writer.member(name, field.value != 0)
      case .double:
        writer.member(name, seconds: Double(bitPattern: UInt64(bitPattern: field.value)))
      case .instant:
        writer.member(name, field.state == .zoneless ? text(store) : InstantText.iso(field.value))
      case .duration:
        // A name that states its unit keeps it; all others are seconds.
        let unit: Double = name.hasSuffix("Ms") ? 1_000 : 1_000_000
        writer.member(name, seconds: Double(field.value) / unit)
      }
    }
  }
}

extension CycleSummary.Persistence {
  /// The word for what is known.
  init(_ isVerified: Bool?) { self = isVerified.map { $0 ? .verified : .violated } ?? .unknown }
}
