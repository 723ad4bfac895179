internal import Synchronization

/// A flag by which a signal handler ends the reading: a stopped input is at its end.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  private let wider: StopFlag?

  /// - Parameter wider: A flag that stops this one's readers too, and others beside them.
  package init(within wider: StopFlag? = nil) { self.wider = wider }

  package var isRequested: Bool {
    flag.load(ordering: .relaxed) || (wider?.isRequested ?? false)
  }

  package func request() { flag.store(true, ordering: .relaxed) }
}
