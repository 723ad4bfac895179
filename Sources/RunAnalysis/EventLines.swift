internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension LogAnalyser {
  /// Hands every event, with its place in the run, to a writer as one line of JSON.
  ///
  /// docs/events.md lists the keys; what is not known is left out.
  package func onEventLine(_ write: @escaping ([UInt8]) -> Void) {
    intake.engine.tell(EventLines(names, write))
  }
}

/// Writes events one by one, each with what is known as its line is read: nothing waits for later
/// lines, so that a log of any length streams.
private final class EventLines: CorrelatorListener {
  private let names: RunNames
  private let write: ([UInt8]) -> Void
  /// What the last event of each open cycle left known, by the cycle's slot.
  private var last: [(number: Int64, values: CycleValues, ids: Int)] = []

  init(_ names: RunNames, _ write: @escaping ([UInt8]) -> Void) {
    self.names = names
    self.write = write
  }

  func hear(_ event: ScopedEvent, isTwin: Bool, _ correlator: borrowing Correlator) {
    var writer = JSONWriter(isPretty: false)
    writer.object { write(event, isTwin: isTwin, in: correlator, to: &$0) }
    writer.newline()
    write(writer.bytes)
  }

  private func write(
    _ event: ScopedEvent, isTwin: Bool, in correlator: borrowing Correlator,
    to writer: inout JSONWriter
  ) {
    let catalogue = names.book.catalogue
    writer.member("event", catalogue[event.kind].name)
    if let time = event.knownTime, !WallClock.lacksYear(time) {
      writer.member("time", InstantText.iso(time))
    }
    if event.epoch > 0 { writer.member("clockEpoch", Int(event.epoch)) }
    writer.member("file", names.files[Int(event.file)])
    writer.member("line", Int(clamping: event.event.line))
    writer.member("form", event.event.form == .json ? "json" : "text")
    writer.member("container", event.event.container.name)
    if event.event.tag > Catalogue.unknownTag {
      writer.member("tag", catalogue.tags[Int(event.event.tag)])
    }
    if event.event.pid >= 0 { writer.member("pid", Int(event.event.pid)) }
    writer.member("process", Int(event.segment))
    writeScopes(of: event, in: correlator, to: &writer)
    if event.phase != .none { writer.member("phase", event.phase.name) }
    if event.reason != .none { writer.member("reason", event.reason.name) }
    if isTwin { writer.member("twin", true) }
    writeSettled(by: event, in: correlator, to: &writer)
    writer.object("fields") { writer in
      for field in correlator.store.fields(of: event) {
        write(field, of: event, in: correlator.store, to: &writer)
      }
    }
  }

  private func writeScopes(
    of event: ScopedEvent, in correlator: borrowing Correlator, to writer: inout JSONWriter
  ) {
    if event.cycle >= 0 {
      let cycle = correlator.cycles[Int(event.cycle)]
      // The time is known from the first line on, the id often only from a later one.
      if let name = cycle.notificationTime.map({ InstantText.iso($0) }) ?? cycle.scheduleId {
        writer.member("cycle", String(masking: name))
      }
      writer.member("cycleNumber", cycle.number + 1)
    }
    if event.delivery >= 0 {
      writer.member("window", "delivery")
      writer.member("delivery", correlator.deliveries[Int(event.delivery)].number)
    } else if event.execution >= 0 {
      writer.member("window", "execution")
      writer.member("execution", correlator.executions[Int(event.execution)].number)
    }
  }

  // MARK: Derived values

  /// Writes the values of the cycle that the event made known, or changed.
  private func writeSettled(
    by event: ScopedEvent, in correlator: borrowing Correlator, to writer: inout JSONWriter
  ) {
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
      writer.strings("joinedIds", cycle.ids.map { String(masking: $0) })
    }
    if new == old { return }
    writer.object("derived") { writer in
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
