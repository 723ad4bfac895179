internal import LogReading
internal import RuleEngine
internal import TextWriting

extension LogAnalyser {
  /// Hands every event, with its place in the run, to a writer as one line of JSON.
  ///
  /// Keys: `event`, `time`, `file`, `line`, `form`, `container`, `tag`, `pid`, `process`, `cycle`,
  /// `window`, `phase`, `twin`, `fields`; what is not known is left out.
  package func onEventLine(_ write: @escaping ([UInt8]) -> Void) {
    engine.eventHandler = { [unowned self] engine, event, isTwin in
      var writer = JSONWriter(isPretty: false)
      self.write(event, isTwin: isTwin, of: engine, to: &writer)
      writer.newline()
      write(writer.bytes)
    }
  }

  private func write(
    _ event: ScopedEvent, isTwin: Bool, of engine: borrowing Engine, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("event", book.catalogue[event.kind].name)
      if let time = event.knownTime { writer.member("time", InstantText.iso(time)) }
      writer.member("file", fileNames[Int(event.file)])
      writer.member("line", Int(clamping: event.event.line))
      writer.member("form", event.event.form == .json ? "json" : "text")
      writer.member("container", event.event.container.name)
      if event.event.tag > Catalogue.unknownTag {
        writer.member("tag", book.catalogue.tags[Int(event.event.tag)])
      }
      if event.event.pid >= 0 { writer.member("pid", Int(event.event.pid)) }
      writer.member("process", Int(event.segment))
      if event.cycle >= 0, let name = cycleName(engine.correlator.cycles[Int(event.cycle)]) {
        writer.member("cycle", masked(Array(name.utf8)))
      }
      if event.delivery >= 0 {
        writer.member("window", "delivery")
      } else if event.execution >= 0 {
        writer.member("window", "execution")
      }
      if event.phase != .none { writer.member("phase", event.phase.name) }
      if isTwin { writer.member("twin", true) }
      writer.object("fields") { writer in
        for field in engine.correlator.store.fields(of: event) {
          write(field, of: event, in: engine.correlator.store, to: &writer)
        }
      }
    }
  }

  private func cycleName(_ cycle: Cycle) -> String? {
    // The time is known from the first line on, the id often only from a later one.
    cycle.notificationTime.map { InstantText.iso($0) } ?? cycle.scheduleId
  }

  private func write(
    _ field: Field, of event: ScopedEvent, in store: borrowing EventStore,
    to writer: inout JSONWriter
  ) {
    let name = book.catalogue.name(of: field.name)
    let text = { (store: borrowing EventStore) in
      self.masked(Array(store.text(of: field, in: event).utf8))
    }
    switch field.state {
    case .redacted: writer.member(name, "<private>")
    case .placeholder: return
    case .malformed: writer.member(name, text(store))
    case .value, .offset, .zoneless:
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
