import LogReading
import RuleLanguage

@testable import RuleEngine

/// What the log says of the device (O4).
extension Oracle {
  typealias State = EnvironmentState

  /// What `env_state` says of these is read here; the rest, which the engine derives from many
  /// events and other tests are about, is taken from it.
  private static let own: [EnvironmentKey] = [.lowPower, .network]

  /// The state at a position of the run: what the events up to it said last.
  func state(at position: Int) -> State {
    var state = State()
    for event in events where event.position <= position { say(event, &state) }
    return state
  }

  private func say(_ event: Seen, _ state: inout State) {
    var next = run.environments[event.scoped.sequence] ?? state
    if book.catalogue.name(of: event.scoped.kind) == "env_state" {
      for key in Self.own {
        let said = book.catalogue.field(named: key.name).flatMap { event.values[$0] } ?? .missing
        let value =
          switch said {
          case .missing, .redacted, .malformed, .zoneless: state[key]
          default: said
          }
        // Where both agree the line that told it stays known.
        if next[key] != value { next[key] = value }
      }
    }
    state = next
  }

  /// The states that count at the end of a scope: those when its cycle fell due and when the plugin
  /// had had time to say so; without times that at its delivery, or at the end of its process; else the
  /// last one.
  func statesWhenDue(_ span: Span, at position: Int) -> [State] {
    guard let cycle = cycle(of: span, at: position) else { return [state(at: position)] }
    guard let due = cycle.notificationTime ?? cycle.beginDate, hasTimes(before: position) else {
      // What stands behind the delivery says nothing of it.
      if let delivered = cycle.delivery.finishedSequence {
        return [state(at: position) { $0.scoped.sequence > delivered }]
      }
      return [state(at: position) { $0.scoped.segment > cycle.segment }]
    }
    return [due, due + 180_000_000].map { time in
      state(at: position) { $0.time.map { $0 > time } ?? false }
    }
  }

  /// The state before the first change of what is known of the device that fits, or the last one.
  private func state(at position: Int, before fits: (Seen) -> Bool) -> State {
    var state = State()
    var known = State()
    for event in events where event.position <= position {
      let next = run.environments[event.scoped.sequence] ?? known
      if next != known, fits(event) { break }
      known = next
      say(event, &state)
    }
    for word in run.takenBack where word.position <= position {
      state.takeBack(endToldBy: word.sequence)
    }
    return state
  }

  /// Whether somebody brought a condition of the device about, with the line that says so.
  func isSet(_ key: EnvironmentKey, _ state: State) -> Bool {
    let setters = ["env_state", "fault_injected", "app_state"]
    return state.source(key).map { setters.contains(book.catalogue.name(of: $0.kind)) } ?? false
  }

  private func hasTimes(before position: Int) -> Bool {
    events.contains { $0.position <= position && $0.time != nil } || lastTime != nil
  }
}
