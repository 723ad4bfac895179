internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Whether the user asked to stop (control-C): polled between chunks, never acted on in between.
enum Interruption {
  private static let flag = Atomic<Bool>(false)

  static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Notes the first request instead of dying; the second one ends the program at once.
  static func watch() {
    // Touched before a signal can come, so that the handler never initialises it.
    flag.store(false, ordering: .relaxed)
    var action = sigaction()
    // No SA_RESTART: a read that waits for input is to return and see the flag.
    action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = noteInterruption
    #else
      unsafe action.__sigaction_u.__sa_handler = noteInterruption
    #endif
    _ = unsafe sigaction(SIGINT, &action, nil)
  }

  fileprivate static func request() { flag.store(true, ordering: .relaxed) }
}

/// The handler: a free function, so that it belongs to no actor; it only sets the flag.
private func noteInterruption(_ signal: Int32) {
  Interruption.request()
}
