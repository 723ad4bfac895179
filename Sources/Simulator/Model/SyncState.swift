/// The state of the wallet's long sync, and what the system holds for it.
struct SyncState: Sendable {
  static let taskId = "com.timesafari.wallet.sync"

  /// The course of the work within a task.
  enum Work: Sendable { case upToDate, fails, expires, noWiFi, killed }

  /// The submitted task's earliest begin.
  var outstanding: Int64?
}
