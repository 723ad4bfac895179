/// A way to spoil one event of a log in which all is well.
package enum Mutation: String, Sendable, CaseIterable {
  /// The event is gone.
  case drop
  /// It changes places with another of its stage.
  case swap
  /// It is there twice, some milliseconds apart.
  case duplicate
  /// It comes too late for what waits for it.
  case delay
  /// Its identifier is that of something else.
  case rekey
  /// One of its values is another, well-formed and wrong.
  case alter
  /// It is there though it must not be.
  case insert

  /// A sentence without its full stop, for help texts.
  package var summary: String {
    switch self {
    case .drop: "One event is gone"
    case .swap: "One event changes places with another of its stage"
    case .duplicate: "One event is there twice"
    case .delay: "One event comes too late"
    case .rekey: "One event names something else"
    case .alter: "One event has a wrong value"
    case .insert: "One event is there that must not be"
    }
  }
}

/// The reason why a trace cannot be mutated as asked.
package enum MutationProblem: Error, Sendable, Equatable {
  /// The trace holds something that was put into it, so what a mutation breaks cannot be told.
  case notHealthy(String)
  /// No record of the trace is of that event.
  case noSuchEvent(String)
  /// The event is there, but what the mutation breaks is not determined; the reason, in words.
  case impossible(Mutation, event: String, reason: String)
  /// No event of the trace can be mutated so.
  case nothingToMutate(Mutation)

  /// The problem, as an error message says it.
  package var message: String {
    switch self {
    case .notHealthy(let name): "the scenario injects '\(name)'; only a healthy one can be mutated"
    case .noSuchEvent(let event): "the scenario logs no '\(event)'"
    case .impossible(let mutation, let event, let reason):
      "'\(mutation.rawValue)' is not possible at '\(event)': \(reason)"
    case .nothingToMutate(let mutation): "no event of the scenario allows '\(mutation.rawValue)'"
    }
  }
}

/// A change of a healthy trace before it is written; it tells in the trace what that breaks.
package protocol TraceMutation: Sendable {
  var mutation: Mutation { get }
  /// The event to take, by its name in the catalogue; nil for any.
  var event: String? { get }

  /// Returns the trace with one of its events mutated, chosen by the numbers, and the truth of it.
  ///
  /// - Parameter profile: The profile of the scenario, by which the trace is judged.
  func mutate(
    _ trace: Trace, of profile: String, random: inout Random
  ) throws(MutationProblem) -> Trace
}
