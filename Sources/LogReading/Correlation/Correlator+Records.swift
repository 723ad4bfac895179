internal import RuleLanguage

// Records and counters that no tag of the plugin marks may be written by any program. Where heads show
// which process writes the plugin's tagged lines, those of other processes are none of the plugin's;
// where none does, all of them are.
extension Correlator {
  /// So many records wait for a line that shows the plugin's process; a log of records has none.
  private static let earlyLimit = 64

  /// Whether an event bears no mark of the plugin, but for its form.
  @inline(__always)
  func isUnmarked(_ event: Event) -> Bool {
    event.tag == Catalogue.noTag && (event.form == .json || event.kind == known.telemetry)
      && event.kind != known.unclassified && event.kind != known.secret && !event.isOfHost
  }

  /// Sets an event without a mark aside where its process is not known to be the plugin's.
  mutating func setsAside(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, file: UInt16
  ) -> Bool {
    if !app.isShownByTag, !awaitsTag { return false }
    // A head may have a name without a number, which costs more to look for.
    let mayBeNamed = event.namesProcess || app.isShownByTag && app.hasProcessName
    if event.pid < 0, !mayBeNamed { return false }
    if app.owns(pid: event.pid), app.isShownByTag { return false }
    // Who passes lines on says nothing of who wrote them.
    if app.isCarrier(pid: event.pid) { return false }
    let line = hostLine(event, batch, chunk, file: file)
    if line.isOfNobody || namesPlugin(line.event) { return false }
    if app.isShownByTag {
      if isOwn(line) { return false }
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

  /// Takes the records that waited for a line which shows the plugin's process: all of them where none
  /// does, before anything that stands behind them.
  mutating func takeEarlyRecords() {
    if earlyRecords.isEmpty { return }
    let lines = earlyRecords
    earlyRecords.removeAll()
    awaitsTag = false
    for line in lines {
      if app.isShownByTag {
        guard isOwn(line) else {
          lateLines[line.event.file, default: 0] -= 1
          hold(line)
          continue
        }
      } else {
        if line.pid >= 0 { app.learn(pid: line.pid) }
        if let name = line.name { app.learn(name: name) }
        hasOwnLine = true
      }
      takeOwn(line)
    }
  }

  /// Whether a line has words of the plugin, or a name of its app.
  private func namesPlugin(_ event: ScopedEvent) -> Bool {
    guard let bytes = store.bytes(at: event.shown.text, count: Int(event.shown.length)) else {
      return false
    }
    let text = bytes.span
    return app.isNamed(in: text) || text.holdsTagText(in: text.indices)
      || text.firstRange(of: "dailynotification", in: text.indices) != nil
  }
}
