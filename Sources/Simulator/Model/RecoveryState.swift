/// The stored schedules and notifications, and what the system holds of them.
struct RecoveryState: Sendable {
  /// The state in which the plugin finds itself when it looks for what it missed.
  enum Trigger: String, Sendable {
    case cold, warm, boot
    case forceStop = "force_stop"
    case taskSetup = "bgtask_setup"
  }

  /// The findings and actions of a recovery.
  struct Tally: Sendable {
    var missed: Int64 = 0
    var rescheduled: Int64 = 0
    var verified: Int64 = 0
    /// The schedules that are dealt with.
    var handled: [String] = []
  }

  // The plugin's stores.
  var schedules: [StateSnapshot.Schedule] = []
  var notifications: [StateSnapshot.StoredNotification] = []
  /// The begin of the submitted task, which the plugin keeps to see whether it was missed.
  var taskBegin: Int64?
  /// The content that the task that ran last has fetched.
  var cache: [StateSnapshot.Cached] = []

  // The system's lists.
  var alarms: [StateSnapshot.Alarm] = []
  var pending: [StateSnapshot.Pending] = []
  var delivered: [StateSnapshot.Delivered] = []
  /// Whether the device started since the plugin last looked.
  var hasRebooted = false
  /// Whether the user stopped the app and has not opened it since.
  var isStopped = false
  /// Whether the system holds the alarms of other parts of the app, as of WorkManager: those come back
  /// with the process.
  var hasOtherAlarms = true
  /// When the system last took every alarm.
  var takenAt: Int64?
  /// When the last recovery ended.
  var recoveredAt: Int64?
  /// What is wrong with the rows of the stores.
  var faults: [StoredFault] = []
}
