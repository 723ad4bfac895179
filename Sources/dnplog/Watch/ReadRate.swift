/// How many bytes a second came lately.
struct ReadRate {
  private var window: [(time: ContinuousClock.Instant, bytes: Int)] = []
  private static let span = Duration.seconds(5)

  mutating func add(_ count: Int) {
    let now = ContinuousClock.now
    if let last = window.last, now - last.time < .milliseconds(200) {
      window[window.count - 1].bytes += count
    } else {
      window.append((now, count))
    }
    window.removeAll { now - $0.time > Self.span }
  }

  var current: Double {
    let now = ContinuousClock.now
    let recent = window.filter { now - $0.time <= Self.span }
    guard let first = recent.first else { return 0 }
    let span = max(1, (now - first.time) / .seconds(1))
    return Double(recent.reduce(0) { $0 + $1.bytes }) / span
  }
}
