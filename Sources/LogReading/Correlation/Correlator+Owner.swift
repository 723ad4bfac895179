internal import RuleLanguage

// Crashes, kills and errors of the system stand in lines that any program may write. Only those of the
// plugin's own app are events; whose a line is may show later, as a process is named by what it logs
// next, so lines wait for that.
extension Correlator {
  /// A line that any program may write, and whom it is about.
  struct HostLine: Sendable {
    var event: ScopedEvent
    /// The process that it is about, or that wrote it; -1 where it says neither.
    var pid: Int32
    var name: String?
    /// It says whom it is about: then who wrote it does not count.
    var isNamed: Bool
    var epoch: UInt32
    /// No line behind it says whose it is.
    var isSettled = false

    /// Neither it nor its head names a process.
    var isOfNobody: Bool { pid < 0 && name == nil }
  }

  private static let hostLineLimit = 64
  /// So many lines behind a crash may say whose it is.
  private static let namingDistance: UInt64 = 4

  /// Learns from a line of the plugin who its app is.
  @inline(__always)
  mutating func learn(
    from event: Event, isUnmarked: Bool, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) {
    if !hasOwnLine {
      hasOwnLine = true
      app.markNews()
    }
    // Whoever quotes a line of the plugin is not the plugin.
    if event.kind == known.unclassified { return }
    let isNew = event.pid >= 0 ? event.pid != app.lastPid : nameTries > 0
    let isNamed = isNew && learnName(of: event, chunk)
    if !isUnmarked, event.pid >= 0 || isNamed { app.markShownByTag() }
    let part = role(of: event.kind).part
    if part == .register || part == .handler {
      learnTask(of: event, batch, chunk)
    }
  }

  /// Learns the process of a line; whether its head has a name.
  private mutating func learnName(of event: Event, _ chunk: Span<UInt8>) -> Bool {
    if event.pid < 0 {
      nameTries -= 1
    } else if app.owns(pid: event.pid) {
      app.learn(pid: event.pid)
      return false
    }
    let name = processName(of: event, chunk)
    if event.pid >= 0 { app.learn(pid: event.pid) }
    if let name { app.learn(name: name) }
    if let carrier = Self.line(of: event, chunk).carrierPid, carrier != event.pid {
      app.learn(carrier: carrier)
    }
    return name != nil
  }

  private mutating func learnTask(
    of event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) {
    guard let id = text(of: known.taskId, event, batch, chunk) else { return }
    if id != lastTaskId {
      lastTaskId = id
      app.learn(taskId: id)
    }
  }

  private func processName(of event: Event, _ chunk: Span<UInt8>) -> String? {
    let line = Self.line(of: event, chunk)
    let name =
      event.namesProcess ? line.recordProcessName() : line.processName(in: LineHead.read(line))
    return name.isEmpty ? nil : Self.string(line.extracting(name))
  }

  @_lifetime(copy chunk)
  private static func line(of event: Event, _ chunk: Span<UInt8>) -> Span<UInt8> {
    let start = Int(event.textStart)
    return chunk.extracting(start..<(start + Int(event.textLength)))
  }

  private static func string(_ text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.append(text)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of a field of an event that is still in its batch.
  private func text(
    of name: FieldName, _ event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) -> String? {
    for offset in 0..<Int(event.fieldCount) {
      let field = batch.fields[Int(event.firstField) + offset]
      guard field.name == name, field.state == .value, field.length > 0 else { continue }
      let (start, length) = (Int(field.start), Int(field.length))
      let textLength = Int(event.textLength)
      if start >= textLength {
        let place = Int(event.scratchStart) + start - textLength
        return place + length <= batch.scratch.count
          ? Self.string(batch.scratch.span.extracting(place..<(place + length))) : nil
      }
      let place = Int(event.textStart) + start
      return place + length <= chunk.count
        ? Self.string(chunk.extracting(place..<(place + length))) : nil
    }
    return nil
  }

  /// The number that a field of such an event has.
  private func value(
    of name: FieldName, _ event: Event, _ batch: borrowing EventBatch
  ) -> Int64? {
    for offset in 0..<Int(event.fieldCount) {
      let field = batch.fields[Int(event.firstField) + offset]
      if field.name == name { return field.state == .value ? field.value : nil }
    }
    return nil
  }

  // MARK: Lines that any program may write

  /// Takes such a line: now, if it is about the app, or once that shows.
  ///
  /// - Returns: Whether it was taken.
  mutating func takeHostLine(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> Bool {
    let name = text(of: known.app, event, batch, chunk)
    let pid = value(of: known.appPid, event, batch).flatMap { Int32(exactly: $0) } ?? -1
    if let name, pid >= 0 {
      app.link(pid: pid, name: name, begins: value(of: known.begins, event, batch) == 1)
    }
    if event.kind == known.processNamed {
      if let name { nameCrash(name, pid, at: event.line) }
      if app.hasNews { takeNewlyOwned() }
      return false
    }
    takeUnnamed()
    var line = hostLine(event, batch, chunk, file: file)
    if name != nil || pid >= 0 {
      (line.pid, line.name, line.isNamed) = (pid, name, true)
    } else if event.kind == known.secret, line.isOfNobody {
      return false
    }
    if isOwn(line) {
      if app.hasNews { takeNewlyOwned() }
      takeOwn(line)
      return true
    }
    guard line.isOfNobody else {
      hold(line)
      return false
    }
    // Nothing speaks against it; but the lines behind a crash may still name another app.
    guard line.event.part == .processCrash else {
      takeOwn(line)
      return true
    }
    unnamedCrash = line
    return false
  }

  /// A line and the process that wrote it.
  mutating func hostLine(
    _ event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> HostLine {
    var scoped = ScopedEvent(event: event, sequence: eventCount, role: role(of: event.kind))
    scoped.file = file
    keep(&scoped, batch, chunk)
    return HostLine(
      event: scoped, pid: event.pid, name: processName(of: event, chunk), isNamed: false,
      epoch: times.epoch)
  }

  /// How many lines name some app, where nothing tells the plugin's own.
  package var undecidedLines: Int { app.isKnown ? 0 : hostLines.count { !$0.isOfNobody } }

  mutating func hold(_ line: HostLine) {
    if hostLines.count == Self.hostLineLimit {
      // Crashes and kills are rarer than what other apps log, and tell more.
      let last = hostLines.firstIndex {
        isUnmarked($0.event.event) || $0.event.kind == known.secret
      }
      hostLines.remove(at: last ?? 0)
    }
    hostLines.append(line)
  }

  func isOwn(_ line: HostLine) -> Bool {
    if line.isOfNobody { return hasOwnLine && line.isSettled }
    if line.name.map({ app.owns(name: $0) }) == true { return true }
    // Numbers are used again: where heads name processes, another name is another process.
    let isOther =
      !line.isNamed && !line.event.event.namesProcess && line.name != nil && app.hasProcessName
    if app.owns(pid: line.pid), !isOther { return true }
    guard !line.isNamed, line.pid >= 0 || line.name != nil,
      let bytes = store.bytes(at: line.event.shown.text, count: Int(line.event.shown.length))
    else { return false }
    return app.isNamed(in: bytes.span)
  }

  /// Takes a line of the app that was just read.
  mutating func takeOwn(_ line: HostLine) {
    var event = ownEvent(line)
    event.sequence = eventCount
    eventCount += 1
    if times.mustWait(event) {
      times.wait(event, in: store)
    } else {
      take(&event)
    }
  }

  /// The event of a line of the app: it befalls the process that it is about, not the one that wrote it.
  private func ownEvent(_ line: HostLine) -> ScopedEvent {
    var event = line.event
    if app.owns(pid: line.pid) {
      event.event.pid = line.pid
    } else if line.isNamed || line.name.map({ app.owns(name: $0) }) != true {
      event.event.pid = line.name.flatMap { app.pid(ofName: $0) } ?? -1
    }
    // Else a process of the app wrote it, of which the log shows nothing else so far.
    return event
  }

  /// Settles a crash of which no line behind it said whose it is: in a log of the plugin nothing speaks
  /// against the app.
  mutating func takeUnnamed() {
    guard var line = unnamedCrash else { return }
    unnamedCrash = nil
    if hasOwnLine {
      lateLines[line.event.file, default: 0] += 1
      takeOwn(line)
    } else {
      line.isSettled = true
      hold(line)
    }
  }

  /// Settles a crash by the line behind it that names its app.
  private mutating func nameCrash(_ name: String, _ pid: Int32, at line: UInt64) {
    guard var crash = unnamedCrash else { return }
    guard line >= crash.event.event.line, line - crash.event.event.line <= Self.namingDistance
    else { return takeUnnamed() }
    unnamedCrash = nil
    (crash.name, crash.pid, crash.isNamed) = (name, pid, true)
    if isOwn(crash) {
      lateLines[crash.event.file, default: 0] += 1
      takeOwn(crash)
    } else {
      hold(crash)
    }
  }

  /// Takes those of the lines that wait which are the app's, as is known by now.
  mutating func takeNewlyOwned() {
    app.markSeen()
    guard !hostLines.isEmpty else { return }
    let lines = hostLines
    hostLines.removeAll()
    for line in lines {
      if !isOwn(line) {
        hostLines.append(line)
      } else if isUnmarked(line.event.event), !times.isBehind(line.event) {
        lateLines[line.event.file, default: 0] += 1
        takeOwn(line)
      } else {
        takeLate(line)
      }
    }
  }

  /// Takes a line of the app behind its place: the clock has gone on, and is not set back.
  private mutating func takeLate(_ line: HostLine) {
    var event = ownEvent(line)
    lateLines[event.file, default: 0] += 1
    if times.insert(event) {
      eventCount += 1
      return
    }
    event.sequence = eventCount
    eventCount += 1
    // Nothing was read yet by a clock that the log may still tell.
    if times.mustWait(event) {
      times.wait(event, in: store)
      return
    }
    if event.isTimed {
      event.event.time = times.resolver.resolve(event.time, gaps: event.event.timeGaps)
    }
    event.epoch = line.epoch
    place(&event)
  }
}
