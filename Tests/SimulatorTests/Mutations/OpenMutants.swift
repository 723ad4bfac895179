/// Mutants that are judged otherwise than the table says, and rules that no mutant kills, since counters are
/// held both ways and records to their types. Each is to be settled: the table or the rule is wrong.
enum OpenMutants {
  static let rows: Set<String> = []

  static let rules: [String] = [
    "json-records/failure-has-its-types",
    "json-records/failure-is-whole",
    "json-records/failure-reason-is-one-of-three",
    "json-records/members-have-their-types",
    "json-records/record-is-for-its-notification",
    "json-records/records-tell-times-in-utc",
    "json-records/success-has-its-types",
    "json-records/success-is-whole",
    "json-records/summary-tells-its-time",
    "test-run/artifact-cache-use-is-the-logs",
    "test-run/artifact-counters-are-the-logs",
    "test-run/artifact-errors-are-the-logs",
    "test-run/artifact-times-are-in-order",
    "test-run/artifact-times-are-the-logs",
    "test-run/record-can-be-read",
  ]
}
