internal import RuleLanguage

/// Tells whose lines are those that any program may write.
///
/// Crashes, kills and errors of the system, and records and counters without a tag of the plugin, are
/// events only where they are of the plugin's own app. Whose a line is may show later, as a process is
/// named by what it logs next, so lines wait for that.
package struct LineOwners: ~Copyable {
  /// A line that was found to be the app's.
  struct Own: Codable {
    var event: ScopedEvent
    var epoch: UInt32
    /// It waited for another line to tell: the clock may have gone on since.
    var isLate = false
    var isUnmarked: Bool
  }

  /// Lines that were counted otherwise when they came.
  package struct LateLines: Sendable, Codable {
    package var events = 0
    package var unclassified = 0
  }

  private let known: KnownEvents
  private var app: AppIdentity
  /// The devices that write lines of the plugin.
  private(set) var devices: PluginDevices
  /// The log holds a line of the plugin.
  private var hasOwnLine: Bool
  /// Lines that are not known to be the app's.
  private var hostLines: [HostLine]
  /// Records of some process that came before any line shows which one is the plugin's.
  private var earlyRecords: [HostLine]
  /// Fewer records came than are kept for such a line.
  private var awaitsTag: Bool
  /// A crash whose line says nothing of whose it is.
  private var unnamedCrash: HostLine?
  /// How many lines of each file were found to be the app's later, or not to be.
  private(set) var lateLines: [UInt16: LateLines]
  /// The app's lines that are to be placed next, in order.
  private(set) var own: [Own]

  private static let hostLineLimit = 64
  /// So many records wait for a line that shows the plugin's process; a log of records has none.
  private static let earlyLimit = 64
  /// So many lines behind a crash may say whose it is.
  private static let namingDistance: UInt64 = 4

}

extension LineOwners {
  init(_ known: KnownEvents) {
    self.init(
      known: known, app: AppIdentity(), devices: PluginDevices(), hasOwnLine: false, hostLines: [],
      earlyRecords: [],
      awaitsTag: true, unnamedCrash: nil, lateLines: [:], own: [])
  }

  func copy() -> LineOwners {
    LineOwners(
      known: known, app: app, devices: devices, hasOwnLine: hasOwnLine, hostLines: hostLines,
      earlyRecords: earlyRecords, awaitsTag: awaitsTag, unnamedCrash: unnamedCrash,
      lateLines: lateLines, own: own)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(app)
    state.put(devices)
    state.put(hasOwnLine)
    state.put(hostLines)
    state.put(earlyRecords)
    state.put(awaitsTag)
    state.put(unnamedCrash)
    state.put(lateLines)
    state.put(own)
  }

  init(from state: borrowing RunStateReader, _ known: KnownEvents) throws(StateDamage) {
    self.init(
      known: known, app: try state.take(), devices: try state.take(), hasOwnLine: try state.take(),
      hostLines: try state.take(), earlyRecords: try state.take(), awaitsTag: try state.take(),
      unnamedCrash: try state.take(), lateLines: try state.take(), own: try state.take())
  }

  /// Whether its lines go together, as a state has them.
  var isSound: Bool {
    own.allSatisfy { StateLimits.isEpoch($0.epoch) } && hostLines.count <= Self.hostLineLimit
  }

  /// Takes a name of the plugin's app that somebody stated: of its package, bundle or process.
  mutating func state(app name: String) { app.state(name) }

  /// How many lines name some app, where nothing tells the plugin's own.
  var undecided: Int { app.isKnown ? 0 : hostLines.count { !$0.isOfNobody } }

  /// The apps that have the plugin.
  var apps: PluginApps { app.apps }
  /// A line with a mark of the plugin shows which process writes such lines.
  var isShownByTag: Bool { app.isShownByTag }
  var holdsCrash: Bool { unnamedCrash != nil }
  /// Lines that wait may be the app's, by what was learned since.
  var hasNews: Bool { app.hasNews || !earlyRecords.isEmpty }

  mutating func takeOwn() -> [Own] {
    defer { own.removeAll(keepingCapacity: true) }
    return own
  }

  // MARK: Lines of the plugin

  /// Whether an event bears no mark of the plugin, but for its form; any program writes records.
  @inline(__always)
  func isUnmarked(_ event: Event) -> Bool {
    event.tag == Catalogue.noTag && (event.form == .json || event.kind == known.telemetry)
      && event.kind != known.secret && !event.isOfHost
  }

  /// Learns from a line of the plugin who its app is.
  ///
  /// - Returns: Whether it is the app that is judged.
  @inline(__always)
  mutating func learn(
    from event: Event, _ part: EventPart, isUnmarked: Bool, _ batch: borrowing EventBatch,
    _ chunk: Span<UInt8>
  ) -> Bool {
    if app.leavesOut(event) { return false }
    // Whoever quotes a line of the plugin is not the plugin.
    let isQuote = event.kind == known.unclassified
    let lesson = isQuote ? .nothing : app.learn(processOf: event, chunk)
    if lesson == .otherApp { return false }
    if !hasOwnLine {
      hasOwnLine = true
      app.markNews()
    }
    if isQuote { return true }
    if devices.looks(at: event, part), let name = event.deviceName(in: chunk) {
      devices.note(name)
    }
    if !isUnmarked, event.pid >= 0 || lesson == .name { app.markShownByTag() }
    if part == .register || part == .startup || part == .appLaunch {
      app.learn(startOf: event, chunk)
    }
    if part == .register || part == .handler,
      !batch.hasText(app.lastTaskId, of: known.taskId, event, in: chunk),
      let id = batch.text(of: known.taskId, event, in: chunk)
    {
      app.learn(taskId: id)
    }
    return true
  }

  // MARK: Records without a mark

  /// Whether the process of an event without a mark is not known to be the plugin's.
  func doubts(_ event: Event) -> Bool {
    if !app.isShownByTag, !awaitsTag { return false }
    // A head may have a name without a number, which costs more to look for.
    let mayBeNamed = event.namesProcess || app.isShownByTag && app.hasProcessName
    if event.pid < 0, !mayBeNamed { return false }
    if app.owns(pid: event.pid), app.isShownByTag { return false }
    // Who passes lines on says nothing of who wrote them.
    return !app.isCarrier(pid: event.pid)
  }

  /// Sets such an event aside, unless it is the plugin's after all.
  mutating func setsAside(_ line: HostLine, in store: borrowing EventStore) -> Bool {
    if line.isOfNobody || app.isNamed(by: line.event, orPlugin: true, in: store) { return false }
    if app.isShownByTag {
      if isOwn(line, in: store) { return false }
      hold(line)
      return true
    }
    if earlyRecords.count < Self.earlyLimit {
      earlyRecords.append(line)
      return true
    }
    awaitsTag = false
    return false
  }

  /// Takes those of the lines that wait which are the app's, as is known by now. Records that waited for
  /// a line which shows the plugin's process are all its own where none does.
  mutating func settle(in store: borrowing EventStore) {
    takeEarlyRecords(in: store)
    takeNewlyOwned(in: store)
  }

  /// Takes the records that waited, since no line of the plugin comes any more.
  mutating func end(in store: borrowing EventStore) { takeEarlyRecords(in: store) }

  private mutating func takeEarlyRecords(in store: borrowing EventStore) {
    if earlyRecords.isEmpty { return }
    let lines = earlyRecords
    earlyRecords.removeAll()
    awaitsTag = false
    for line in lines {
      if app.isShownByTag {
        guard isOwn(line, in: store) else {
          note(late: line.event, -1)
          hold(line)
          continue
        }
      } else {
        // Whoever quotes a line of the plugin is not the plugin.
        if line.event.kind != known.unclassified {
          if line.pid >= 0 { app.learn(pid: line.pid) }
          if let name = line.name { app.learn(name: name) }
        }
        hasOwnLine = true
      }
      take(line)
    }
  }

  private mutating func takeNewlyOwned(in store: borrowing EventStore) {
    guard app.hasNews else { return }
    app.markSeen()
    guard !hostLines.isEmpty else { return }
    let lines = hostLines
    hostLines.removeAll()
    for line in lines {
      if isOwn(line, in: store) {
        note(late: line.event, 1)
        take(line, isLate: true)
      } else {
        hostLines.append(line)
      }
    }
  }

  // MARK: Lines that any program may write

  /// Takes what a line says of processes; whether it says nothing else.
  mutating func learn(
    fromHost event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>,
    in store: borrowing EventStore
  ) -> Bool {
    let (name, pid) = told(event, batch, chunk)
    if let name, pid >= 0 {
      app.link(
        pid: pid, name: name, user: batch.value(of: known.user, event), at: event.line,
        begins: batch.value(of: known.begins, event) == 1,
        isAndroid: event.container.isAndroid)
    }
    guard event.kind == known.processNamed else { return false }
    if let name {
      nameCrash(name, pid, at: event.line, in: store)
    } else {
      numberCrash(pid, event)
    }
    takeNewlyOwned(in: store)
    return true
  }

  /// The process of which a line says that it begins.
  func begun(_ event: Event, _ batch: borrowing EventBatch) -> Int32? {
    guard batch.value(of: known.begins, event) == 1 else { return nil }
    return batch.value(of: known.appPid, event).flatMap { Int32(exactly: $0) }
  }

  /// Whom a line says that it is about.
  func told(
    _ event: Event, _ batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) -> (name: String?, pid: Int32) {
    let pid = batch.value(of: known.appPid, event).flatMap { Int32(exactly: $0) } ?? -1
    return (batch.text(of: known.app, event, in: chunk), pid)
  }

  /// Takes a line: now, if it is about the app, or once that shows.
  ///
  /// - Returns: Whether it was taken.
  mutating func takeHostLine(_ line: HostLine, in store: borrowing EventStore) -> Bool {
    if !line.isNamed, line.event.kind == known.secret, line.isOfNobody { return false }
    if isOwn(line, in: store) {
      takeNewlyOwned(in: store)
      take(line)
      return true
    }
    guard line.isOfNobody else {
      hold(line)
      return false
    }
    // Nothing speaks against it; but the lines behind a crash may still name another app.
    guard line.event.part == .processCrash else {
      take(line)
      return true
    }
    unnamedCrash = line
    return false
  }

  private mutating func note(late event: ScopedEvent, _ count: Int) {
    if event.kind == known.unclassified {
      lateLines[event.file, default: LateLines()].unclassified += count
    } else {
      lateLines[event.file, default: LateLines()].events += count
    }
  }

  private mutating func hold(_ line: HostLine) {
    if hostLines.count == Self.hostLineLimit {
      // Crashes and kills are rarer than what other apps log, and tell more.
      let last = hostLines.firstIndex { $0.isUnmarked || $0.event.kind == known.secret }
      hostLines.remove(at: last ?? 0)
    }
    hostLines.append(line)
  }

  private func isOwn(_ line: HostLine, in store: borrowing EventStore) -> Bool {
    line.isOfNobody ? hasOwnLine && line.isSettled : app.owns(line, in: store)
  }

  /// Hands a line of the app on: it befalls the process that it is about, not the one that wrote it.
  private mutating func take(_ line: HostLine, isLate: Bool = false) {
    var event = line.event
    event.event.pid = app.pid(of: line)
    own.append(
      Own(event: event, epoch: line.epoch, isLate: isLate, isUnmarked: line.isUnmarked))
  }

  /// Settles a crash of which no line behind it said whose it is: in a log of the plugin nothing speaks
  /// against the app.
  mutating func settleCrash() {
    guard var line = unnamedCrash else { return }
    unnamedCrash = nil
    if hasOwnLine {
      note(late: line.event, 1)
      take(line)
    } else {
      line.isSettled = true
      hold(line)
    }
  }

  /// Takes the process of a crash from the line behind it: its own, an ANR's, has the name alone.
  private mutating func numberCrash(_ pid: Int32, _ event: Event) {
    let last = hostLines.lastIndex {
      $0.event.part == .processCrash && $0.isNamed && $0.pid < 0 && event.line > $0.event.event.line
        && event.line - $0.event.event.line <= Self.namingDistance
    }
    guard let last, let name = hostLines[last].name else { return }
    hostLines[last].pid = pid
    app.link(
      pid: pid, name: name, at: event.line, begins: false, isAndroid: event.container.isAndroid)
  }

  /// Settles a crash by the line behind it that names its app.
  private mutating func nameCrash(
    _ name: String, _ pid: Int32, at line: UInt64, in store: borrowing EventStore
  ) {
    guard var crash = unnamedCrash else { return }
    guard line >= crash.event.event.line, line - crash.event.event.line <= Self.namingDistance
    else { return settleCrash() }
    unnamedCrash = nil
    (crash.name, crash.pid, crash.isNamed) = (name, pid, true)
    if isOwn(crash, in: store) {
      note(late: crash.event, 1)
      take(crash)
    } else {
      hold(crash)
    }
  }
}
