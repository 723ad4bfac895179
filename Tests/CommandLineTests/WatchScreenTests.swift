#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import TestSupport
import Testing

/// The page that a terminal shows.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct WatchScreenTests {
  private struct Refused: Error {}

  /// A terminal of which the tests hold the other end.
  private final class Terminal {
    private let master: Int32
    private let slave: Int32
    let path: String
    private(set) var text = ""

    init(rows: UInt16, columns: UInt16) throws {
      var ends: (Int32, Int32) = (-1, -1)
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      guard unsafe openpty(&ends.0, &ends.1, nil, nil, &size) == 0,
        let name = unsafe ttyname(ends.1)
      else { throw Refused() }
      (master, slave) = ends
      path = unsafe String(cString: name)
      for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(master, F_SETFL, O_NONBLOCK)
    }

    deinit {
      close(master)
      close(slave)
    }

    func resize(rows: UInt16, columns: UInt16) {
      var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Reads until a text has come behind those that were waited for before.
    func expect(_ words: String) throws {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      for _ in 0..<2000 {
        let count = unsafe read(master, &buffer, buffer.count)
        if count > 0 { text += String(decoding: buffer[..<count], as: UTF8.self) }
        if let range = text.firstRange(of: words) {
          text = String(text[range.upperBound...])
          return
        }
        usleep(10_000)
      }
      Issue.record("no '\(words)' in \(text.debugDescription)")
    }
  }

  /// Watches on a terminal while the test looks at it, and returns what the shell said at the end.
  private func watch(
    _ options: String, rows: UInt16 = 24, columns: UInt16 = 80, log: String = WatchTests.faulty,
    look: (Terminal, _ directory: String, _ process: pid_t) throws -> Void
  ) throws -> Int32 {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", log)
    let terminal = try Terminal(rows: rows, columns: columns)
    let script = "TERM=xterm exec \"$0\" watch \(options) device.log > \(terminal.path)"
    let process = try spawn("cd \(directory.path) && \(script)")
    do {
      try look(terminal, directory.path, process)
    } catch {
      kill(process, SIGKILL)
      throw error
    }
    var code: Int32 = 0
    for _ in 0..<1000 {
      if unsafe waitpid(process, &code, WNOHANG) == process { return code >> 8 & 0xFF }
      // What it still prints is to be read.
      try terminal.expect("")
      usleep(10_000)
    }
    kill(process, SIGKILL)
    Issue.record("it did not end")
    return -1
  }

  private func spawn(_ script: String) throws -> pid_t {
    var process: pid_t = 0
    let shell = ["/bin/sh", "-c", script, Dnplog.path]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe shell.map { unsafe strdup($0) }
    unsafe words.append(nil)
    // It shall meet signals as any program does, whatever the tests block.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe posix_spawnattr_destroy(&attributes)
    }
    guard unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &words, environ) == 0 else {
      throw Refused()
    }
    return process
  }

  @Test func `a terminal gets a page and the report when it ends`() throws {
    let status = try watch("") { terminal, _, process in
      try terminal.expect("\u{1B}[?1049h")
      try terminal.expect("dnplog watch")
      try terminal.expect("violated")
      try terminal.expect("FAIL so far")
      kill(process, SIGINT)
      try terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
      try terminal.expect("dnplog: device.log")
      try terminal.expect("FAIL")
    }
    #expect(status == 1)
  }

  @Test func `a page follows the size of the window`() throws {
    let status = try watch("--color never", rows: 30, columns: 100) { terminal, _, process in
      try terminal.expect("\u{1B}[30;1H\u{1B}[KFAIL so far")
      terminal.resize(rows: 12, columns: 60)
      kill(process, SIGWINCH)
      try terminal.expect("\u{1B}[2J")
      try terminal.expect("\u{1B}[12;1H\u{1B}[KFAIL so far")
      kill(process, SIGTERM)
      try terminal.expect("\u{1B}[?1049l")
      try terminal.expect("FAIL")
    }
    #expect(status == 1)
  }

  @Test func `lines that come later show on the page`() throws {
    let status = try watch("", log: WatchTests.lines.prefix(4).joined()) {
      terminal, path, process in
      try terminal.expect("so far")
      let log = unsafe open(path + "/device.log", O_WRONLY | O_APPEND)
      let rest = Array(WatchTests.lines.dropFirst(4).joined().utf8)
      #expect(unsafe write(log, rest, rest.count) == rest.count)
      close(log)
      try terminal.expect("PASS so far")
      kill(process, SIGINT)
      try terminal.expect("PASS")
    }
    #expect(status == 0)
  }
}
