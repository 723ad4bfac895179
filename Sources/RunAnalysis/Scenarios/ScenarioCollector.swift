internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// Makes the rows of the table of recovery scenarios (S2:508-521) as the events come.
///
/// It holds what is open and no more: one swipe, one force stop, one start of the device, one start of
/// the app with its recovery, and the rows so far.
struct ScenarioCollector {
  let events: ScenarioEvents
  let names: RunNames
  /// The rows so far, and those of what no recovery follows, which are certain where the log tells of any.
  var rows: [ScenarioSummary] = []
  var silent: [ScenarioSummary] = []
  var tellsRecovery = false
  /// A tester notes what befalls alarms on Android.
  var isTested = false
  var hasFetcher = false

  var swipe: Pending?
  var stop: Pending?
  var reboot: Pending?
  var start: Start?
  var recovery: SeenRecovery?
  var owner = Owner.none
  /// The process of the last start that recovered, and of the last boot.
  var recovered: Int32?
  var booted: Int32?
  /// The process that the system started last, for a receiver or a task.
  var received: Int32?
  /// When the app went to the background last.
  var leftAt: ScenarioMark?
  var isAppKnown = false
  var isPhone: Bool?
  /// What is due, by the id of its schedule or alone.
  var plans: [Plan] = []
  private static let planLimit = 64

  init(_ events: ScenarioEvents, _ names: RunNames) {
    self.events = events
    self.names = names
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(rows)
    state.put(silent)
    state.put(tellsRecovery)
    state.put(isTested)
    state.put(hasFetcher)
    state.put(swipe)
    state.put(stop)
    state.put(reboot)
    state.put(start)
    state.put(recovery)
    state.put(owner)
    state.put(recovered)
    state.put(booted)
    state.put(received)
    state.put(leftAt)
    state.put(isAppKnown)
    state.put(isPhone)
    state.put(plans)
  }

  /// Goes on with what was written down.
  mutating func goOn(from state: borrowing RunStateReader) throws(StateDamage) {
    rows = try state.take()
    silent = try state.take()
    tellsRecovery = try state.take()
    isTested = try state.take()
    hasFetcher = try state.take()
    swipe = try state.take()
    stop = try state.take()
    reboot = try state.take()
    start = try state.take()
    recovery = try state.take()
    owner = try state.take()
    recovered = try state.take()
    booted = try state.take()
    received = try state.take()
    leftAt = try state.take()
    isAppKnown = try state.take()
    isPhone = try state.take()
    plans = try state.take()
  }

  // MARK: Events

  /// Hears of an event.
  mutating func note(_ event: ScopedEvent, _ engine: borrowing Engine) {
    guard events.hears(of: event.kind), let fact = events.fact(of: event, engine) else { return }
    let mark = ScenarioMark(
      file: event.file, line: event.event.line, segment: event.segment, time: event.knownTime)
    // Where nothing tells the zone, an instant says nothing beside the time of a line.
    let isComparable = engine.openGaps.isDisjoint(with: event.event.timeGaps)
    if case .string(let platform) = engine.device(.platform) {
      isPhone = platform == "ios"
    }
    if let time = mark.time { start?.last = time }
    take(fact, at: mark, isComparable)
  }

  mutating func take(_ fact: ScenarioFact, at mark: ScenarioMark, _ isComparable: Bool) {
    switch fact {
    case .launch(let form, let cause): noteLaunch(form, cause, mark)
    case .state(let state, let by): note(state, by, mark)
    case .load: noteOpening(.loaded, mark)
    case .boot: beginBoot(at: mark, isAnnotated: true)
    case .end: start?.hasEnded = true
    case .begin(let trigger): beginRecovery(trigger, mark)
    case .finish(let counts): endRecovery(counts, mark)
    case .compare(let comparison): compare(comparison, mark)
    case .stopDetected: noteStopDetected(mark)
    case .missed(let kind, let due): noteMissed(kind, isComparable ? due : nil, mark)
    case .rescheduled(let kind, let id, let next, let cause):
      noteRescheduled(kind, id, next, cause, mark, isComparable)
    case .fired(let due):
      isPhone = isPhone ?? false
      noteFired(mark)
      if let due { plans.removeAll { $0.due == due } }
    case .shown: noteFired(mark)
    case .planned(let due):
      // What is shown from now on may be what is set here.
      if swipe?.fired == nil { closeSwipe() }
      if isPhone == true, reboot?.fired == nil { closeReboot() }
      if let due { plan(nil, due) }
    case .named(let id): noteName(id)
    case .fetcher: hasFetcher = true
    case .unknown: noteUnknown()
    }
  }

  mutating func plan(_ id: String?, _ due: Int64) {
    plans.removeAll { $0.id == id && (id != nil || $0.due == due) }
    if plans.count >= Self.planLimit { plans.removeFirst() }
    plans.append(Plan(id: id, due: due))
  }

  /// The first thing that is due behind a line.
  func due(after mark: ScenarioMark) -> Int64? {
    guard let time = mark.time else { return nil }
    return plans.map(\.due).filter { $0 > time }.min()
  }

  /// What is in other words may be what else would be missing.
  private mutating func noteUnknown() {
    recovery?.isUnclear = true
    start?.isUnclear = true
    if reboot?.opening == nil { reboot?.isUnclear = true }
  }

  // MARK: The user and the device

  private mutating func noteLaunch(_ form: String?, _ cause: String?, _ mark: ScenarioMark) {
    defer { isAppKnown = true }
    switch cause {
    case "alarm", "bgtask": received = mark.segment
    case "boot":
      received = mark.segment
      if reboot == nil || reboot?.boot != nil { beginBoot(at: mark, isAnnotated: false) }
    default:
      // The user touched what was shown.
      if cause == "notification" { noteFired(mark) }
      let known: Start.Form? = form == "cold" ? .cold : form == "warm" ? .warm : nil
      noteOpening(known ?? .unknown, mark)
    }
  }

  private mutating func note(_ state: String, _ by: String?, _ mark: ScenarioMark) {
    defer { isAppKnown = true }
    switch state {
    case "swiped":
      if isPhone != true { isTested = true }
      beginSwipe(mark)
    // From the switcher of a phone the user ends the app with it.
    case "terminated" where by == "user" && isPhone != false:
      beginSwipe(mark)
      swipe?.isOnlyEnd = true
    case "force_stopped":
      settleStart()
      closeSwipe()
      closeReboot()
      isTested = true
      if stop == nil { stop = Pending(begin: mark, due: due(after: mark)) }
    case "background", "suspended": leftAt = mark
    case "foreground":
      if let left = leftAt, left.segment == mark.segment {
        leftAt = nil
        noteOpening(.returned, mark)
      } else {
        noteOpening(.unknown, mark)
      }
    default: break
    }
  }

  private mutating func beginSwipe(_ mark: ScenarioMark) {
    settleStart()
    closeSwipe()
    swipe = Pending(begin: mark, due: due(after: mark))
  }

  /// Takes a start of the device, of which a line of its own tells or what the plugin makes of it.
  mutating func beginBoot(at mark: ScenarioMark, isAnnotated: Bool) {
    settleStart()
    closeSwipe()
    closeReboot()
    var boot = Pending(begin: mark, isAnnotated: isAnnotated, due: due(after: mark))
    boot.isAfterStop = stop != nil
    boot.isAppKnown = isAppKnown
    reboot = boot
    stop?.hasRebooted = true
    leftAt = nil
  }

  /// Takes the first sign that the user opened the app; others of the same process say no more.
  mutating func noteOpening(_ form: Start.Form, _ mark: ScenarioMark) {
    isAppKnown = true
    let isVague = form == .loaded || form == .unknown
    if let open = start, open.begin.segment == mark.segment {
      if owner == .start { return }
      let isSame =
        isVague || open.form == .unknown || open.form == .warm && form == .returned
        || open.form == .returned && form == .warm
      if isSame {
        if open.form == .unknown || form == .warm { start?.form = form }
        return
      }
    }
    // What the process of a start does once it recovered is no other start; and the process of a receiver
    // may load the plugin too.
    if isVague, recovered == mark.segment || received == mark.segment { return }
    begin(Start(form: form, begin: mark))
  }

  mutating func begin(_ opened: Start) {
    settleStart()
    var opened = opened
    opened.isAfterStop = stop != nil
    start = opened
    if stop?.opening == nil { stop?.opening = opened }
    if swipe?.opening == nil { swipe?.opening = opened }
    if reboot?.opening == nil { reboot?.opening = opened }
  }

  /// Something went off or was shown: what was set outlived what came before.
  private mutating func noteFired(_ mark: ScenarioMark) {
    if swipe?.fired == nil { swipe?.fired = mark }
    if reboot?.fired == nil { reboot?.fired = mark }
    if stop?.fired == nil, stop?.opening == nil { stop?.fired = mark }
  }

  // MARK: Test scenarios

  private mutating func noteName(_ id: String) {
    let words = Set(id.lowercased().split { !$0.isLetter }.map(String.init))
    func has(_ word: String) -> Bool { words.contains { $0.hasPrefix(word) } }
    let isStop = has("forcestop") || has("force") && has("stop")
    let kind: ScenarioSummary.Kind? =
      if isStop {
        has("recover") ? .forceStopRecovery : .forceStop
      } else if has("swipe") {
        .swipe
      } else if has("reboot") {
        isPhone.map { $0 ? .phoneReboot : .deviceReboot }
      } else if has("cold") {
        .coldStart
      } else {
        has("warm") ? .warmStart : nil
      }
    guard let kind else { return }
    add(
      ScenarioSummary(
        kind, .notObserved, observed: "The log names the scenario, and shows nothing of it"))
  }
}
