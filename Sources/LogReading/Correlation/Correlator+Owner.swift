// Lines that any program may write are events where they are of the plugin's own app.
extension Correlator {
  /// Takes such a line: now, if it is about the app, or once that shows.
  ///
  /// - Returns: Whether it was taken.
  mutating func takeHostLine(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> Bool {
    if owners.learn(fromHost: event, batch, chunk, in: store) {
      if let pid = owners.begun(event, batch) {
        processes.ends.note(startOf: pid, at: eventCount)
      }
      takeOwnLines()
      return false
    }
    settleCrash()
    var line = hostLine(event, batch, chunk, file: file)
    let (name, pid) = owners.told(event, batch, chunk)
    if name != nil || pid >= 0 { (line.pid, line.name, line.isNamed) = (pid, name, true) }
    line.user = batch.value(of: known.user, event)
    defer { takeOwnLines() }
    return owners.takeHostLine(line, in: store)
  }

  /// A line and the process that wrote it.
  mutating func hostLine(
    _ event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> HostLine {
    HostLine(
      event: scoped(event, batch, chunk, file: file), pid: event.pid,
      name: event.processName(in: chunk), epoch: times.epoch,
      isUnmarked: owners.isUnmarked(event))
  }

  mutating func settleCrash() {
    if !owners.holdsCrash { return }
    owners.settleCrash()
    takeOwnLines()
  }

  /// Places the lines that were found to be the app's.
  mutating func takeOwnLines() {
    if owners.own.isEmpty { return }
    for line in owners.takeOwn() {
      if line.isLate, !line.isUnmarked || times.isBehind(line.event) {
        takeLate(line)
      } else {
        number(line.event)
      }
    }
  }

  /// Takes an event as the next one of the log.
  private mutating func number(_ event: ScopedEvent) {
    var event = event
    event.sequence = eventCount
    eventCount += 1
    if times.mustWait(event) {
      times.wait(event, in: store)
    } else {
      take(&event)
    }
  }

  /// Takes a line of the app behind its place: the clock has gone on, and is not set back.
  private mutating func takeLate(_ line: LineOwners.Own) {
    var event = line.event
    if times.insert(event) {
      eventCount += 1
      return
    }
    // Nothing was read yet by a clock that the log may still tell.
    if times.mustWait(event) { return number(event) }
    event.sequence = eventCount
    eventCount += 1
    if event.isTimed {
      event.event.time = times.resolver.resolve(event.time, gaps: event.event.timeGaps)
    }
    event.epoch = line.epoch
    if filter != nil, leavesOut(&event) { return }
    place(&event)
  }
}
