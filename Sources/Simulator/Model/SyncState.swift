/// What the wallet's long sync keeps, and what the system holds for it.
struct SyncState: Sendable {
  static let taskId = "com.timesafari.wallet.sync"

  /// How the work within a task goes.
  enum Work: Sendable { case upToDate, fails, expires, noWiFi, killed }

  /// The submitted task's earliest begin.
  var outstanding: Int64?
}
