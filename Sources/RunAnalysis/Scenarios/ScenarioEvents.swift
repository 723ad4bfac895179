internal import LogReading
internal import RuleEngine
internal import RuleLanguage

/// What an event tells of the recovery scenarios: its values, apart from its line.
enum ScenarioFact: Sendable {
  case launch(start: String?, cause: String?)
  case state(String, by: String?)
  case load, boot
  /// The process crashed, or the system ended it.
  case end
  case begin(trigger: String?)
  case finish(RecoveryCounts)
  case compare(RecoveryCounts.Comparison)
  case stopDetected
  case missed(kind: String?, due: Int64?)
  case rescheduled(kind: String?, id: String?, next: Int64?, cause: String?)
  /// An alarm went off, or a notification was shown or acted on.
  case fired(due: Int64?), shown
  case planned(due: Int64?)
  /// A tester begins a scenario of that name.
  case named(String)
  /// The app has a fetcher of its own, which a plugin logs that has no line for a recovery without work.
  case fetcher
  /// A line of the plugin that is in no words that are known.
  case unknown
}

/// The events that the table of scenarios is made from, by their kinds, and the fields that it reads.
struct ScenarioEvents: Sendable {
  private enum Meaning: UInt8, Sendable {
    case none, launch, state, load, boot, end, begin, finish, compare, stopDetected, missed
    case rescheduled, fired, shown, planned, named, fetcher, unknown
  }

  private static let names: [(event: String, meaning: Meaning)] = [
    ("app_launch", .launch), ("app_state", .state), ("plugin_load", .load),
    ("device_reboot", .boot), ("process_crash", .end), ("process_killed", .end),
    ("recovery_begin", .begin), ("recovery_end", .finish), ("state_compare", .compare),
    ("force_stop_detected", .stopDetected), ("missed_detected", .missed),
    ("alarm_rescheduled", .rescheduled), ("alarm_fired", .fired),
    ("notification_delivered", .shown), ("notification_interaction", .shown),
    ("notification_scheduling", .planned), ("scenario_begin", .named),
    ("fetcher_state", .fetcher), ("unclassified", .unknown),
  ]

  private let meanings: [Meaning]
  /// The group of the catalogue that recoveries are of; empty where the catalogue has none.
  let group: String
  // Looked up once, since a name is found among all of the catalogue.
  private let start, cause, state, by, trigger, scenario, missed, rescheduled, verified: FieldName?
  private let errors, db, active, pending, delivered, kind, scheduledTime: FieldName?
  private let scheduleId, nextRunAt, notificationTime, scenarioId: FieldName?

  init(_ catalogue: Catalogue) {
    var meanings = [Meaning](repeating: .none, count: catalogue.events.count)
    for (name, meaning) in Self.names {
      if let kind = catalogue.kind(named: name) { meanings[Int(kind.rawValue)] = meaning }
    }
    self.meanings = meanings
    group = catalogue.kind(named: "recovery_begin").map { catalogue[$0].group } ?? ""
    func field(_ name: String) -> FieldName? { catalogue.field(named: name) }
    start = field("start")
    cause = field("cause")
    state = field("state")
    by = field("by")
    trigger = field("trigger")
    scenario = field("scenario")
    missed = field("missed")
    rescheduled = field("rescheduled")
    verified = field("verified")
    errors = field("errors")
    db = field("db")
    active = field("active")
    pending = field("pending")
    delivered = field("delivered")
    kind = field("kind")
    scheduledTime = field("scheduledTime")
    scheduleId = field("scheduleId")
    nextRunAt = field("nextRunAt")
    notificationTime = field("notificationTime")
    scenarioId = field("scenarioId")
  }

  /// Whether events of a kind tell of a scenario.
  func hears(of kind: EventKind) -> Bool { meanings[Int(kind.rawValue)] != .none }

  /// What an event tells; nil for one that tells nothing.
  func fact(of event: ScopedEvent, _ engine: borrowing Engine) -> ScenarioFact? {
    let values = Values(event: event)
    switch meanings[Int(event.kind.rawValue)] {
    case .none: return nil
    case .launch:
      return .launch(start: values.text(start, engine), cause: values.text(cause, engine))
    case .state:
      return values.text(state, engine).map { .state($0, by: values.text(by, engine)) }
    case .load: return .load
    case .boot: return .boot
    case .end: return .end
    case .begin: return .begin(trigger: values.text(trigger, engine))
    case .finish:
      return .finish(
        RecoveryCounts(
          scenario: values.text(scenario, engine), missed: values.number(missed, engine),
          rescheduled: values.number(rescheduled, engine),
          verified: values.number(verified, engine), errors: values.number(errors, engine)))
    case .compare:
      return .compare(
        RecoveryCounts.Comparison(
          stored: values.number(db, engine), active: values.number(active, engine),
          pending: values.number(pending, engine), delivered: values.number(delivered, engine)))
    case .stopDetected: return .stopDetected
    case .missed:
      return .missed(kind: values.text(kind, engine), due: values.number(scheduledTime, engine))
    case .rescheduled:
      return .rescheduled(
        kind: values.text(kind, engine), id: values.text(scheduleId, engine),
        next: values.number(nextRunAt, engine), cause: values.text(cause, engine))
    case .fired: return .fired(due: values.number(scheduledTime, engine))
    // Some words fit the moment of scheduling too.
    case .shown: return event.event.isAmbiguous ? nil : .shown
    case .planned: return .planned(due: values.number(notificationTime, engine))
    case .named: return values.text(scenarioId, engine).map { .named($0) }
    case .fetcher: return .fetcher
    case .unknown: return .unknown
    }
  }

  /// The values of an event; of those that cannot be read, or whose zone is not known, there is none.
  private struct Values {
    let event: ScopedEvent

    func number(_ name: FieldName?, _ engine: borrowing Engine) -> Int64? {
      guard let name, let field = engine.store.field(name, of: event),
        field.state == .value || field.state == .offset
      else { return nil }
      return field.value
    }

    func text(_ name: FieldName?, _ engine: borrowing Engine) -> String? {
      guard let name, let field = engine.store.field(name, of: event), field.state == .value
      else { return nil }
      return engine.store.text(of: field, in: event)
    }
  }
}

/// What a recovery counts at its end.
struct RecoveryCounts: Sendable, Codable {
  /// What is stored beside what the system holds.
  struct Comparison: Sendable, Codable {
    var stored, active, pending, delivered: Int64?
  }

  /// The kind of start, where the line of the end tells it.
  var scenario: String?
  var missed, rescheduled, verified, errors: Int64?
}
