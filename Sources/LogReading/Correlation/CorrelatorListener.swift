/// Hears of events one by one, as the log goes on.
package protocol CorrelatorListener {
  /// Hears of an event while its scopes are just as its line leaves them.
  ///
  /// - Parameter isTwin: It is a second record of an event that came already.
  func hear(_ event: ScopedEvent, isTwin: Bool, _ correlator: borrowing Correlator)
}
