import RuleLanguage

/// A few events that open every scope and carry every type of field, for random rules and traces.
///
/// They have the roles of the shipped catalogue; `ping`, `pong` and `pang` have none.
enum TraceVocabulary {
  static let catalogueText = """
    catalog: oracle
    group: O
    events:
    """ + "\n" + events.map(\.text).joined()

  /// An event and the fields that it may carry.
  struct Entry {
    var name: String
    var fields: [String]
    /// The scopes that it may belong to beside the log and the process.
    var scopes: Set<String> = []
    /// The catalogue names a JSON form of it.
    var hasJSON = false
    /// What the catalogue says that it does.
    var role = ""

    fileprivate var text: String {
      let fields = fields.map { "\($0): \(types[$0, default: "string"])?" }
      return """
          - event: \(name)
            summary: One of the events of random traces.
            tags: [DNP-FETCH]
            level: info
            origin: seed
            fields: {\(fields.joined(separator: ", "))}\(role.isEmpty ? "" : "\n    role: {\(role)}")
            text: ["\(name) ({*})"]\(hasJSON ? "\n    json: [\(name)_told]" : "")

        """
    }
  }

  /// The types of the fields, as a catalogue file names them.
  static let types = [
    "id": "id", "n": "int", "d": "duration", "at": "instant", "word": "string", "flag": "bool",
    "scheduleId": "id", "notificationTime": "instant", "taskId": "id", "success": "bool",
    "lowPower": "bool", "network": "string", "state": "string", "by": "string",
  ]

  static let events = [
    Entry(name: "ping", fields: ["id", "n", "d", "at", "word", "flag"]),
    Entry(name: "pong", fields: ["id", "n", "d", "word"], hasJSON: true),
    Entry(name: "pang", fields: ["id", "n", "flag"]),
    Entry(
      name: "app_launch", fields: [],
      role: "stage: launch, part: app_launch, opens: process, reaches: every_scope"),
    Entry(name: "process_crash", fields: [], role: "part: process_crash, reaches: every_scope"),
    Entry(name: "env_state", fields: ["lowPower", "network"], role: "reaches: every_scope"),
    Entry(
      name: "app_state", fields: ["state", "by"], role: "part: app_state, reaches: every_scope"),
    Entry(
      name: "notification_scheduling", fields: ["notificationTime", "scheduleId"],
      scopes: ["cycle"], role: "stage: schedule, part: notification_scheduling"),
    Entry(
      name: "bgtask_handler_invoked", fields: ["taskId", "n"], scopes: ["cycle", "execution"],
      role: "stage: execution, part: handler, platform: ios, counts: executed"),
    Entry(
      name: "fetch_start", fields: ["notificationTime", "id", "n"],
      scopes: ["cycle", "execution", "delivery"], role: "stage: execution, part: fetch_start"),
    Entry(
      name: "fetch_success", fields: ["n", "d", "word"],
      scopes: ["cycle", "execution", "delivery"], role: "stage: execution, part: fetch_success"),
    Entry(
      name: "bgtask_completed", fields: ["success", "n"], scopes: ["cycle", "execution"],
      hasJSON: true, role: "stage: execution, part: completed, platform: ios"),
    Entry(
      name: "delivery_prepare", fields: ["notificationTime", "n"], scopes: ["cycle", "delivery"],
      role: "stage: delivery, part: prepare, showing: true"),
    Entry(
      name: "cache_hit", fields: ["n", "word"], scopes: ["cycle", "delivery"], hasJSON: true,
      role: "stage: delivery, part: cache_hit, opens: delivery, showing: true"),
    Entry(
      name: "notification_delivered", fields: ["n"], scopes: ["cycle", "delivery"],
      role: "stage: delivery, part: delivered, opens: delivery, showing: true, counts: delivered"),
    Entry(
      name: "cycle_complete", fields: ["n"], scopes: ["cycle", "delivery"],
      role: "stage: summary, part: cycle_complete"),
  ]

  /// The vocabulary without rules.
  static func base() throws -> LoadedRules {
    try RuleLoader.load([RuleFile(path: "c.yaml", bytes: Array(catalogueText.utf8))])
  }
}
