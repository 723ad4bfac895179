/// Ends a query that takes too long, or that the user ends.
final class QueryWatch {
  /// Why a query was ended.
  enum End { case time, interruption }

  private(set) var end: End?
  private var deadline: ContinuousClock.Instant?
  private let isInterrupted: () -> Bool

  init(isInterrupted: @escaping () -> Bool) { self.isInterrupted = isInterrupted }

  /// Begins the time of a query.
  func start(limit: Duration) {
    end = nil
    deadline = .now + limit
  }

  var isOver: Bool {
    if end != nil { return true }
    if isInterrupted() {
      end = .interruption
    } else if let deadline, ContinuousClock.now >= deadline {
      end = .time
    }
    return end != nil
  }
}
