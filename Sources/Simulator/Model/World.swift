/// The device and the net around the plugin, as they are and not as it knows them.
package struct World: Sendable {
  /// The fate of requests.
  package enum Network: Sendable { case up, down }
  /// The server's view of the token.
  package enum Token: Sendable { case valid, expired }
  /// The server's answer to a good request.
  package enum Answer: Sendable { case content, malformed, unavailable }

  package var network = Network.up
  package var token = Token.valid
  package var answer = Answer.content
  var mayNotify = true
  var canWriteStorage = true
  package var backgroundRefresh = true
  package var lowPower = false
  package var isSimulator = false
  /// Whether the harness throws an exception in the handler.
  var handlerThrows = false
  /// Whether the harness lets the handler sleep for longer than the system allows.
  var handlerSleeps = false
  /// The microseconds for which the server lets its content be used.
  package var ttl: Int64 = .day
}
