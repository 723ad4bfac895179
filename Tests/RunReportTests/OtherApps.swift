/// Lines that other programs write into the log of a device, in the forms of heads that such logs have.
enum OtherApps {
  /// The heads, each with a process of another app.
  static let heads: [(name: String, head: String)] = [
    ("threadtime", "11-14 05:49:00.000  9911  9920 E AndroidRuntime: "),
    ("brief", "E/AndroidRuntime( 9911): "),
    ("syslog", "Nov 14 05:49:00 host other[9911]: "),
    ("rsyslog", "2025-11-14T05:49:00.000000+00:00 host other[9911]: "),
    ("idevicesyslog", "Nov 14 05:49:00.000000 Other(libswiftCore.dylib)[9911] <Error>: "),
    ("idevicesyslog-old", "Nov 14 05:49:00 iPhone Other[9911] <Error>: "),
    ("unified", "2025-11-14 05:49:00.000000+0000 0x1a2b Error 0x0 9911 0 Other: (UIKitCore) "),
    ("compact", "2025-11-14 05:49:00.000 E  Other[9911:1a2b] "),
    ("nslog", "2025-11-14 05:49:00.000000+0000 Other[9911:1] "),
  ]

  /// Their messages: crashes, kills, errors, tokens and objects of their own.
  static let messages = [
    "Fatal error: Index out of range",
    "*** Terminating app due to uncaught exception 'NSInvalidArgumentException'",
    "Thread 1: EXC_BAD_ACCESS (code=1, address=0x0)",
    "FATAL EXCEPTION: main",
    "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 9911 (com.other.app), pid 9911 (com.other.app)",
    "PHP Fatal error:  Uncaught Error: Call to undefined function x() in /srv/a.php:12",
    #"Could not schedule app refresh: Error Domain=BGTaskSchedulerErrorDomain Code=3 "(null)""#,
    "expirationHandler invoked",
    "Could not schedule: BGTaskSchedulerErrorDomain Code=2, Authorization: Bearer a81f00c97b2e",
    #"{"error":"timeout","code":504}"#,
    "0x8badf00d: com.other.app failed to launch in time",
    "token=eyJhbGciOiJFUzI1NksifQ.eyJpc3MiOiJ4In0.c2lnbmF0dXJl",
    "pid: 9911, tid: 9920, name: Thread-2  >>> com.other.app <<<",
    #"{"error":"boom"}"#,
  ]

  /// Records like the plugin's, without its mark: another app's where the log shows its process.
  static let records = [
    "dnp_prefetch_executed_total 77",
    #"dnp_prefetch_failure_total{reason="NETWORK"} 9"#,
    #"{"event":"prefetch_cycle_complete","usedCached":false}"#,
    #"{"event":"prefetch_success","id":"x","scheduledFor":"2025-01-01T00:00:00Z"}"#,
    #"{"telemetry":{"dnp_prefetch_executed_total":99}}"#,
    #"{"title":"a","body":"b","scheduled_for":"2025-01-01T00:00:00Z"}"#,
    #"{"error":"notifications_denied"}"#,
  ]

  /// Records that name another process themselves.
  static let namedRecords = [
    #"{"pid":9911,"package":"com.other.app","event":"prefetch_cycle_complete","usedCached":false}"#,
    #"{"name":"other","hostname":"h","pid":9911,"level":30,"event":"prefetch_success","v":0}"#,
    #"{"processName":"Other","telemetry":{"dnp_prefetch_executed_total":99}}"#,
  ]

  /// Lines of the system about another app, whoever its own process is.
  static let systemLines = [
    "11-14 05:49:00.000  1382  1701 E ActivityManager: ANR in com.other.app (com.other.app/.Main)",
    "11-14 05:49:00.000  1382  1701 I ActivityManager: Process com.other.app (pid 9911) has died: cch+5 CRE",
    "11-14 05:49:00.000  1382  1701 I ActivityManager: Killing 9911:com.other.app/u0a99 (adj 900): empty",
    "11-14 05:49:00.000  1382  1701 I ActivityManager: Force stopping com.other.app appid=10099 user=0: from pid 77",
    "11-14 05:49:00.000  1382  1701 I ActivityManager: Start proc 9911:com.other.app/u0a99 for service",
    "11-14 05:49:00.000   601   601 I lowmemorykiller: Kill 'com.other.app' (9911), uid 10099, oom_score_adj 900",
    "11-14 05:49:00.000  1382  1701 I am_kill : [0,9911,com.other.app,900,empty]",
    "11-14 05:49:00.000  1382  1701 I am_proc_died: [0,9911,com.other.app,900,15]",
    "11-14 05:49:00.000  1382  1701 I am_crash: [9911,0,com.other.app,952,java.lang.Error,x]",
    "11-14 05:49:00.000  1382  1701 I am_anr  : [0,9911,com.other.app,952,Input dispatching timed out]",
    "11-14 05:49:00.000 E/ActivityManager: ANR in com.other.app (com.other.app/.Main)",
    "Nov 14 05:49:00 phone kernel: [12.5] Out of memory: Killed process 9911 (com.other) total-vm:9kB",
    "Nov 14 05:49:00.000000 kernel[0] <Notice>: memorystatus: killing_top_process pid 9911 [Other] (per-process-limit)",
    "Nov 14 05:49:00.000000 kernel[0] <Notice>: memorystatus: killing_highwater_process pid 9911 [Other] (highwater 100 17s)",
    "Nov 14 05:49:00.000000 kernel[0] <Notice>: memorystatus: killing_idle_process pid 9911 [Other] (long-idle-exit 0 691s)",
    "Nov 14 05:49:00.000000 launchd[1] <Notice>: [user/501/UIKitApplication:com.other.app[abcd][rb-legacy] [9911]:] exited due to SIGKILL | sent by runningboardd[34], ran for 3000000ms",
    "Nov 14 05:49:00.000000 runningboardd[34] <Notice>: [app<com.other.app>:9911] termination reported by launchd (1, 7, 9)",
    "Nov 14 05:49:00.000000 ReportCrash[300] <Notice>: Formulating crash report for process Other[9911]",
    "Nov 14 05:49:00.000000 ReportCrash[300] <Notice>: Saved crashreport to /var/mobile/Library/Logs/CrashReporter/Other-2025-11-14-054900.ips using uid: 0",
    "11-14 05:49:00.000   601   601 I Zygote  : Process 9911 exited due to signal 9 (Killed)",
    "11-14 05:49:00.000   601   601 I killinfo: [9911,10099,900,0,12345,2]",
  ]

  /// Returns all of them with one head, or the system's.
  static func lines(head: String) -> [String] { messages.map { head + $0 } }
}
