internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Ends the program where a query does not end in its time: one call of a function, e.g. of instr() on
/// long texts, cannot be interrupted.
enum QueryAlarm {
  /// Odd while SQLite looks for the next row.
  private static let steps = Atomic<Int>(0)
  /// The step at the last alarm.
  private static let last = Atomic<Int>(-1)
  /// What a query may take beyond its time, which mostly ends it.
  private static let grace = 5

  /// Looks again and again whether one step takes as long as all of them may.
  static func watch(seconds: Int) {
    _ = (steps.load(ordering: .relaxed), last.load(ordering: .relaxed))
    // A reader of the rows may be slow, and the writing goes on.
    SignalHandling.handle(SIGALRM, flags: Int(SA_RESTART), by: checkStep)
    var timer = itimerval()
    timer.it_value.tv_sec = seconds + grace
    timer.it_interval.tv_sec = seconds + grace
    // The name of the timer is an enumeration on one system and a number on the other.
    #if canImport(Glibc)
      _ = unsafe setitimer(Int32(ITIMER_REAL.rawValue), &timer, nil)
    #else
      _ = unsafe setitimer(Int32(ITIMER_REAL), &timer, nil)
    #endif
  }

  /// Marks the begin or the end of a step.
  static func mark() { steps.add(1, ordering: .relaxed) }

  fileprivate static func check() {
    let step = steps.load(ordering: .relaxed)
    if step % 2 == 1, last.exchange(step, ordering: .relaxed) == step { end() }
  }

  /// Says why and ends, by calls that a signal handler may make.
  private static func end() {
    let text: StaticString =
      "dnplog: SQL: one call of a function took longer than the query may: give it shorter texts\n"
    _ = unsafe write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    _exit(ExitStatus.usage.rawValue)
  }
}

/// Handles the signal: a free function, so that it belongs to no actor.
private func checkStep(_ signal: Int32) { QueryAlarm.check() }
