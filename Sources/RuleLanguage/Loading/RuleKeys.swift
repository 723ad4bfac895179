/// The keys of rule, catalogue and profile files, object by object.
///
/// The loaders refuse all others, and the JSON Schemas for editors (`rules/schema`) list the same.
package enum RuleKeys {
  package static let pack = ["pack", "title", "platform", "params", "excuses", "rules"]
  package static let parameter = ["default", "least", "most", "doc", "source"]
  package static let excuse = ["if", "class", "note"]
  package static let rule = [
    "id", "covers", "title", "severity", "bucket", "class", "scope", "when", "expect",
    "expect_any_order", "require", "never", "count", "equal", "balance", "ratio", "schema", "check",
    "on_retrigger", "cancel", "unmet", "excuse", "hints", "message", "tests",
  ]
  package static let scope = ["key", "since"]
  package static let alternative = ["event", "as", "where"]
  package static let pattern = alternative + ["one_of"]
  /// The keys of a step beside those of its pattern, or of a group of steps.
  package static let step = ["optional", "times", "within", "of", "before", "check"]
  package static let group = ["any_order"]
  package static let never = ["after", "until"]
  package static let count = ["exactly", "at_least", "at_most"]
  package static let equal = ["left", "right", "both_required"]
  package static let side = ["field"]
  package static let balance = ["at", "relation"]
  package static let ratio = ["of", "among", "at_least", "at_most", "from"]
  package static let schema = ["required", "properties"]
  package static let property = [
    "type", "format", "enum", "const", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minLength", "maxLength", "description",
  ]
  package static let test = ["name", "outcome", "step", "reason", "log", "env", "platform"]

  package static let catalogue = ["catalog", "group", "events"]
  package static let event = [
    "event", "summary", "tags", "level", "origin", "fields", "aliases", "text", "json",
    "json_keys", "json_sets", "json_required", "json_times", "role",
  ]
  package static let role = ["stage", "part", "platform", "opens", "reaches", "showing", "counts"]
  package static let field = ["type", "unit", "choices", "optional", "summary"]
  package static let shape = ["shape", "set", "anywhere", "untagged", "ambiguous", "column"]

  package static let profile = [
    "profile", "title", "packs", "told_by", "told_beside", "platform", "required", "steps", "arms",
    "params", "messages",
  ]
  package static let profileStep = [
    "stage", "event", "need", "platform", "unless", "covers", "hints",
  ]
  package static let messages = ["pass", "fail"]
  /// The platforms that a step of a profile or a rule's test may name.
  static let platforms = [(name: "ios", value: "ios"), (name: "android", value: "android")]
}
