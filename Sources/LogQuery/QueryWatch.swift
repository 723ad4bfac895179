/// Ends a query that takes too long, or that the user ends.
final class QueryWatch {
  /// Why a query was ended.
  enum End { case time, interruption }

  private(set) var end: End?
  /// What is left of the time of the query, and since when it runs.
  private var left = Duration.zero
  private var running: ContinuousClock.Instant?
  private let isInterrupted: () -> Bool

  init(isInterrupted: @escaping () -> Bool) { self.isInterrupted = isInterrupted }

  /// Gives a query its time.
  func start(limit: Duration) {
    end = nil
    left = limit
  }

  /// Lets the time run: what a reader of the rows takes in between is not the query's.
  func begin() { running = .now }

  func pause() {
    if let running { left -= ContinuousClock.now - running }
    running = nil
  }

  var isOver: Bool {
    if end != nil { return true }
    if isInterrupted() {
      end = .interruption
    } else if let running, ContinuousClock.now - running >= left {
      end = .time
    }
    return end != nil
  }
}
