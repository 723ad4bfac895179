#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The handlers of signals.
///
/// A signal that nothing here handles ends the program, and removes its temporary files where it has made
/// any (`TemporaryFiles/Making.swift`). What handles one itself, and wants the next to end the program so,
/// calls `EndingSignals.end(on:)`, also inside the handler.
enum SignalHandling {
  /// Has a signal handled by a free function, which calls only what a handler may call.
  static func handle(_ signal: Int32, flags: Int, by handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    action.sa_flags = Int32(truncatingIfNeeded: flags)
    #if canImport(Glibc)
      unsafe action.__sigaction_handler.sa_handler = handler
    #else
      unsafe action.__sigaction_u.__sa_handler = handler
    #endif
    // sigaction(2) copies the struct, which is on the stack.
    _ = unsafe sigaction(signal, &action, nil)
  }
}
