internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Whether the user asked to stop (control-C): polled between chunks, never acted on in between.
enum Interruption {
  static let flag = StopFlag()

  static var isRequested: Bool { flag.isRequested }

  /// Notes the first request instead of dying; the second one ends the program at once.
  static func watch() {
    // Touched before a signal can come, so that the handler never initialises it.
    _ = flag
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

  fileprivate static func request() { flag.request() }
}

/// The handler: a free function, so that it belongs to no actor; it only sets the flag.
private func noteInterruption(_ signal: Int32) {
  Interruption.request()
}
