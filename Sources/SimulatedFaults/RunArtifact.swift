internal import Simulator

/// The artifact of a test run as the test app saves it behind a notification (S4:686-708).
package struct RunArtifact: Sendable {
  /// The mistake in it.
  package enum Mistake: String, Sendable {
    case nothing, cacheUse, counters, errors, errorsAsText, executedAt, order
  }

  /// The event that it is in a log.
  static let event = "test_run_recorded"

  private let scheduled: Int64
  private let executed: Int64
  private let fired: Int64
  private let usedCache: Bool
  private let counters: TruthCounters

  /// Takes the values of a cycle and its log; nil for a cycle that lacks a step.
  init?(of group: [Int], in trace: Trace) {
    let records = group.map { trace.records[$0] }
    func last(_ event: String) -> TraceRecord? { records.last { $0.event == event } }
    guard case .instant(let begin) = last("bgtask_scheduled")?["earliestBeginDate"],
      let handler = last("bgtask_handler_invoked"), let delivery = last("notification_delivered"),
      case .bool(let used) = last("cycle_complete")?["usedCached"]
    else { return nil }
    scheduled = begin
    executed = handler.time
    fired = delivery.time
    usedCache = used
    counters = trace.counters
  }

  /// Returns the members of its record, with a mistake in one.
  func fields(with mistake: Mistake) -> [TraceField] {
    let executedAt: Int64 =
      switch mistake {
      case .executedAt: executed + (fired - executed) / 2
      case .order: fired + .minute
      default: executed
      }
    let errors: TraceValue =
      switch mistake {
      case .errors: .list(["AuthError"])
      case .errorsAsText: .text("none")
      default: .list([])
      }
    let outcome = [
      TraceField(name: "prefetchScheduledAt", value: .instant(scheduled)),
      TraceField(name: "bgTaskExecutedAt", value: .instant(executedAt)),
      TraceField(name: "notificationFiredAt", value: .instant(fired)),
      TraceField(
        name: "cachedContentUsed", value: .bool(mistake == .cacheUse ? !usedCache : usedCache)),
      TraceField(name: "errors", value: errors),
    ]
    let telemetry = [
      TraceField(name: "scheduled", value: .int(counters.scheduled)),
      TraceField(
        name: "executed", value: .int(counters.executed + (mistake == .counters ? 1 : 0))),
      TraceField(name: "success", value: .int(counters.success)),
      TraceField(name: "used", value: .int(counters.used)),
    ]
    let run = [
      TraceField(name: "date", value: .instant(fired)),
      TraceField(name: "outcome", value: .object(outcome)),
      TraceField(name: "telemetry", value: .object(telemetry)),
    ]
    return [TraceField(name: "testRun", value: .object(run))]
  }
}
