internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The three descriptors that a program is started with.
enum StandardStreams {
  /// Takes those that are closed, so that no file which is opened later is taken for one of them:
  /// reports would be printed into it. Reading from them or writing to them fails as before.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // open(2) reads the path during the call; the lowest closed descriptor is the one it gives.
      _ = unsafe open("/dev/null", mode)
    }
  }
}

/// Standard output for results: gathered bytes, written whole.
struct StandardOutput: ~Copyable {
  /// The bytes that a pipe holds; more would only be waited for.
  private static let capacity = 64 << 10

  private var pending: [UInt8] = []

  /// Adds bytes, and writes them on once there are enough.
  mutating func append(_ bytes: [UInt8]) throws(Problem) {
    // A whole report goes out as it is, without another copy of it.
    if pending.isEmpty, bytes.count >= Self.capacity { return try Self.write(bytes) }
    pending += bytes
    if pending.count >= Self.capacity { try flush() }
  }

  mutating func flush() throws(Problem) {
    let bytes = pending
    pending.removeAll(keepingCapacity: true)
    try Self.write(bytes)
  }

  private static func write(_ bytes: [UInt8]) throws(Problem) {
    let error = Progress.yield { Descriptor.write(bytes, to: STDOUT_FILENO) }
    guard error == 0 else {
      throw Problem(
        Descriptor.message(error), at: "standard output",
        advice: "what was printed is not complete")
    }
  }

  /// Prints lines whose words somebody else chose, so that none of them commands the terminal.
  static func print(lines: String) -> ExitStatus {
    print(Escaped.lines(lines))
  }

  /// Prints a text and says whether that worked.
  static func print(_ text: String) -> ExitStatus {
    print(Array(text.utf8))
  }

  private static func print(_ bytes: [UInt8]) -> ExitStatus {
    do throws(Problem) {
      try write(bytes)
      return .pass
    } catch {
      StandardError.print(error)
      return .usage
    }
  }
}

/// Standard error for mistakes and notices.
enum StandardError {
  static func print(_ problem: Problem) {
    print(problem.text + "\n")
  }

  /// Prints a text; names of files and options in it cannot command the terminal.
  static func print(_ text: String) {
    // There is nobody left to tell when this fails.
    _ = Progress.yield { Descriptor.write(Escaped.lines(text), to: STDERR_FILENO) }
  }
}

/// Control characters spelled out.
private enum Escaped {
  static func lines(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\n")) }
      TextEscaping.terminal(line.span, into: &bytes)
    }
    return bytes
  }
}

/// The system's calls on open files.
enum Descriptor {
  /// Writes all bytes, however many calls it takes; returns zero or the error number.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    // write(2) takes a pointer; the closure keeps it inside the array.
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let written = unsafe systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if written > 0 {
          unsafe rest = rest.dropFirst(written)
        } else if written < 0, errno == EAGAIN {
          // Somebody else made the pipe non-blocking; wait as a blocking write would.
          wait(for: Int16(POLLOUT), on: descriptor, milliseconds: -1)
        } else if written < 0, errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// Waits until the descriptor is ready; returns whether it is.
  @discardableResult
  static func wait(for events: Int16, on descriptor: Int32, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    // poll(2) reads and writes the one request, which lives on the stack.
    return unsafe poll(&request, 1, milliseconds) != 0
  }

  /// Returns the system's words for an error number.
  static func message(_ error: Int32) -> String {
    // strerror(3) lends a string that is copied at once; it is the thread's own, or never changes.
    unsafe String(cString: strerror(error))
  }
}
