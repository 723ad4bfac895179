internal import LogReading
internal import TemporaryFiles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The user's request to stop (control-C): polled between chunks, never acted on in between.
enum Interruption {
  static let flag = StopFlag()

  static var isRequested: Bool { flag.isRequested }

  private static let termination = StopFlag()

  /// Notes the first control-C instead of dying; the second one ends the program at once, without its
  /// temporary files.
  static func watch() { watch(SIGINT) }

  /// Takes a request to end (SIGTERM) as control-C, so that no part of a file is left behind.
  static func watchTermination() { watch(SIGTERM) }

  private static func watch(_ signal: Int32) {
    // Touched before a signal can come, so that the handler never initialises them.
    _ = (flag, termination)
    // No SA_RESTART: a read that waits for input is to return and see the flag.
    SignalHandling.handle(signal, flags: 0, by: noteInterruption)
  }

  /// Ends by the signal that asked for it, as its sender expects.
  static func passOnTermination() {
    if termination.isRequested { raise(SIGTERM) }
  }

  fileprivate static func request(_ signal: Int32) {
    // The next one does not wait for what the first one asks.
    EndingSignals.end(on: signal)
    if signal == SIGTERM { termination.request() }
    flag.request()
  }
}

/// Handles the signal: a free function, so that it belongs to no actor; it only sets the flag.
private func noteInterruption(_ signal: Int32) {
  Interruption.request(signal)
}
