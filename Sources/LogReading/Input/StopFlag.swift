internal import Synchronization

/// Lets a signal handler end the reading: an input that it stops is at its end.
package final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  package func request() { flag.store(true, ordering: .relaxed) }
}
