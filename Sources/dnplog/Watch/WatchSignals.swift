internal import Synchronization
internal import TemporaryFiles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The signals that a watching program hears, which end its wait for anything else.
enum WatchSignals {
  /// What was asked for since the last look.
  struct Requests: OptionSet {
    let rawValue: UInt32

    /// To end with the report (SIGINT, SIGTERM).
    static let end = Requests(rawValue: 1)
    /// To open the file again (SIGHUP).
    static let reopen = Requests(rawValue: 2)
    /// To draw all again: the window has another size, or the program goes on (SIGWINCH, SIGCONT).
    static let redraw = Requests(rawValue: 4)
    /// To stop until it is told to go on (SIGTSTP).
    static let pause = Requests(rawValue: 8)
  }

  fileprivate static let requests = Atomic<UInt32>(0)
  /// The pipe that a handler writes into, so that a wait ends.
  fileprivate static let writer = Atomic<Int32>(-1)
  /// Whether the terminal shows a page that is to be left before the program ends.
  fileprivate static let showsPage = Atomic<Bool>(false)

  /// Begins to hear, and returns the descriptor that is ready when there is something.
  static func begin() -> Int32 {
    // Touched before a signal can come, so that the handler never initialises them.
    _ = (requests.load(ordering: .relaxed), showsPage.load(ordering: .relaxed))
    var ends: [Int32] = [-1, -1]
    // pipe(2) fills the two numbers.
    if unsafe pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      writer.store(ends[1], ordering: .relaxed)
    }
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT] {
      SignalHandling.handle(signal, flags: 0, by: noteSignal)
    }
    return ends[0]
  }

  /// Hears of a stop from the keyboard too, since a page is to be left before it.
  static func showPage(_ isShown: Bool) {
    showsPage.store(isShown, ordering: .relaxed)
    if isShown { SignalHandling.handle(SIGTSTP, flags: 0, by: noteSignal) }
  }

  /// Takes what was asked for.
  static func take(from reader: Int32) -> Requests {
    var bytes = [UInt8](repeating: 0, count: 64)
    // read(2) fills at most the buffer that the closure lends.
    _ = unsafe bytes.withUnsafeMutableBytes { unsafe read(reader, $0.baseAddress, $0.count) }
    return Requests(rawValue: requests.exchange(0, ordering: .relaxed))
  }

  /// The bytes that show the cursor and leave the page.
  static let leavePage: StaticString = "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Whether the end was asked for once already.
  fileprivate static let isEnding = Atomic<Bool>(false)
}

/// Handles a signal: a free function, so that it belongs to no actor; it calls only what a handler may.
private func noteSignal(_ signal: Int32) {
  let code = errno
  defer { errno = code }
  let request: WatchSignals.Requests =
    switch signal {
    case SIGINT, SIGTERM: .end
    case SIGHUP: .reopen
    case SIGTSTP: .pause
    default: .redraw
    }
  if request == .end, WatchSignals.isEnding.exchange(true, ordering: .relaxed), signal == SIGINT {
    // The second one ends at once, without temporary files, and leaves the terminal as it was.
    let text = WatchSignals.leavePage
    if WatchSignals.showsPage.load(ordering: .relaxed) {
      // write(2) reads a constant.
      _ = unsafe write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
    EndingSignals.end(on: signal)
    raise(signal)
    return
  }
  _ = WatchSignals.requests.bitwiseOr(request.rawValue, ordering: .relaxed)
  var byte: UInt8 = 0
  // write(2) reads the byte on the stack; a full pipe has said enough.
  _ = unsafe write(WatchSignals.writer.load(ordering: .relaxed), &byte, 1)
}

/// A wait for several descriptors at once.
enum Waiting {
  /// Waits until one of the descriptors is ready, a signal comes, or the seconds are over.
  static func wait(for descriptors: [Int32], seconds: Double) {
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = Int32(min(max(seconds * 1000, 0), 3_600_000).rounded(.up))
    // poll(2) reads and writes the requests that the call lends.
    _ = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
  }
}
