/// Lines that the tests of rules put logs together from.
protocol LogLines {}

extension LogLines {
  static func at(_ clock: String, _ message: String, pid: Int = 201) -> String {
    "2025-11-14 \(clock).000000+0000 App[\(pid):1] \(message)"
  }

  /// A line that tells that the log went on for long.
  static var later: String { at("07:00:00", "[DNP-PLUGIN] App state (state=background)") }

  static var due: String { "2025-11-14T05:53:00Z" }
  static var start: String { "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s1)" }
  static var start2: String {
    "[DNP-FETCH] Starting fetch (notificationTime=\(due), scheduleId=s2)"
  }
  static var success: String { "[DNP-FETCH] Fetch success (status=200, bytes=1, ttl=86400)" }
  static var short: String { "[DNP-FETCH] Fetch success (status=200, bytes=2, ttl=60)" }
  static var hour: String { "[DNP-FETCH] Fetch success (status=200, bytes=3, ttl=3600)" }
  static var failure: String {
    "[DNP-FETCH] Fetch failed (error=NetworkError, httpStatus=0, willRetry=false)"
  }
  static var cached: String { "[DNP-FETCH] Cached content for scheduleId=s1" }
  static var handler: String { "[DNP-FETCH] BGTask handler invoked (id=t)" }
  static var handlerJSON: String {
    #"{"event":"bgtask_handler_invoked","taskId":"t","timestamp":"2025-11-14T05:48:00.000Z"}"#
  }
  static var completed: String { "[DNP-FETCH] Task completed (success=true)" }
  static var scheduling: String { "[DNP-SCHEDULER] Scheduling notification for \(due)" }
  static var register: String { "[DNP-FETCH] Registering BGTaskScheduler task (id=t)" }
  static var startup: String { "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)" }
  static var prepare: String { "[DNP-SCHEDULER] Preparing content for notification at \(due)" }
  static var launch: String { "[DNP-PLUGIN] App launch (start=cold)" }
  static var crash: String { "Fatal error: x" }
  static var shown: String { "[DNP-PULL] Message displayed (id=m1)" }
  static var shown2: String { "[DNP-PULL] Message displayed (id=m2)" }
  static var receipt: String { "[DNP-PULL] Receipt stored (id=m1)" }
  static var lowPower: String { "[DNP-TEST] Env (lowPower=true)" }
  static var hit: String { "[DNP-FETCH] Found cached content (age=1s, source=prefetch)" }
  static var miss: String { "[DNP-FETCH] No cached content, falling back to on-demand fetch" }
}
