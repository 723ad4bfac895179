import RuleLanguage

/// A few events that open every scope and carry every type of field, for random rules and traces.
///
/// The names are those that the correlator knows; `ping`, `pong` and `pang` mean nothing to it.
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

    fileprivate var text: String {
      let fields = fields.map { "\($0): \(types[$0, default: "string"])?" }
      return """
          - event: \(name)
            summary: One of the events of random traces.
            tags: [DNP-FETCH]
            level: info
            origin: seed
            fields: {\(fields.joined(separator: ", "))}
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
    Entry(name: "app_launch", fields: []),
    Entry(name: "process_crash", fields: []),
    Entry(name: "env_state", fields: ["lowPower", "network"]),
    Entry(name: "app_state", fields: ["state", "by"]),
    Entry(
      name: "notification_scheduling", fields: ["notificationTime", "scheduleId"],
      scopes: ["cycle"]),
    Entry(
      name: "bgtask_handler_invoked", fields: ["taskId", "n"], scopes: ["cycle", "execution"]),
    Entry(
      name: "fetch_start", fields: ["notificationTime", "id", "n"],
      scopes: ["cycle", "execution", "delivery"]),
    Entry(
      name: "fetch_success", fields: ["n", "d", "word"],
      scopes: ["cycle", "execution", "delivery"]),
    Entry(
      name: "bgtask_completed", fields: ["success", "n"], scopes: ["cycle", "execution"],
      hasJSON: true),
    Entry(
      name: "delivery_prepare", fields: ["notificationTime", "n"], scopes: ["cycle", "delivery"]),
    Entry(name: "cache_hit", fields: ["n", "word"], scopes: ["cycle", "delivery"], hasJSON: true),
    Entry(name: "notification_delivered", fields: ["n"], scopes: ["cycle", "delivery"]),
    Entry(name: "cycle_complete", fields: ["n"], scopes: ["cycle", "delivery"]),
  ]

  /// The vocabulary without rules.
  static func base() throws -> LoadedRules {
    try RuleLoader.load([RuleFile(path: "c.yaml", bytes: Array(catalogueText.utf8))])
  }
}
