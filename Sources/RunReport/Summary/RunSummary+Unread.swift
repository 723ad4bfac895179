extension RunSummary {
  /// The most inputs that are named one by one.
  private static let namedInputs = 20

  /// Notes inputs that the caller named and that could not be read: what was read of the others passes for no more
  /// than that, in reports too that stand apart from the messages of the call.
  package mutating func noteUnread(_ inputs: [(name: String, why: String)]) {
    guard let first = inputs.first else { return }
    add(
      inputs.prefix(Self.namedInputs).map {
        Assumption(what: "input", value: $0.name, why: "could not be read: \($0.why)")
      })
    let others = inputs.count - 1
    let reason =
      "\(first.name) could not be read"
      + (others > 0 ? ", nor \(TextLayout.plural(others, "other input"))" : "")
    if verdict == .pass {
      verdict = .inconclusive
      reasons = [reason]
      message = ""
    } else {
      reasons.append(reason)
    }
  }
}
