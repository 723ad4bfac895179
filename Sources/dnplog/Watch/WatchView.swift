internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What shows a watched run while it goes on.
protocol WatchView {
  mutating func begin() throws(Failure)
  /// Tells what happened.
  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure)
  /// Shows how the run stands; of what is drawn in place all of it, where that is asked for.
  mutating func show(_ status: LiveStatus, isWhole: Bool) throws(Failure)
  /// Leaves the terminal as it was.
  mutating func end() throws(Failure)
  /// Whether the page is to be drawn again as time passes.
  var isPage: Bool { get }
}

extension WatchView {
  mutating func begin() throws(Failure) {}
  mutating func show(_ status: LiveStatus, isWhole: Bool) throws(Failure) {}
  mutating func end() throws(Failure) {}
  var isPage: Bool { false }

  /// Prints at once, since somebody may wait for it.
  func print(_ bytes: [UInt8]) throws(Failure) {
    if bytes.isEmpty { return }
    var output = StandardOutput()
    do throws(Problem) {
      try output.append(bytes)
      try output.flush()
    } catch {
      throw Failure(error)
    }
  }
}

/// Each event as a line for people.
struct WatchLines: WatchView {
  let title: String
  let detail: TextRenderer.Detail

  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure) {
    var bytes: [UInt8] = []
    let time = InstantText.time(WatchClock.now / 1_000_000 * 1_000_000)
    for event in events {
      guard let line = event.line(of: title, status.summary, detail) else { continue }
      let text = "\(time)  \(TextLayout.padded(line.mark, to: 10))  \(line.text)"
      TextEscaping.terminal(Array(text.utf8).span, into: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    try print(bytes)
  }
}

/// Each event as a record for programs.
struct WatchRecords: WatchView {
  let name: String

  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) throws(Failure) {
    try print(events.flatMap { $0.record(of: name, status).line(at: WatchClock.now) })
  }
}

/// Nothing until the end.
struct WatchSilently: WatchView {
  mutating func tell(_ events: [WatchEvent], _ status: LiveStatus) {}
}

/// The clock on the wall.
enum WatchClock {
  /// Microseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    // clock_gettime(2) fills the time on the stack.
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
