package import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads what a command prints, and starts it again when it ends.
///
/// It never ends by itself. Lines that the command printed before it ended, and prints again from a
/// buffer when it begins, are left out.
package final class CommandSource: LogSource {
  /// The pauses before a start: the first, and the longest.
  private static let pauses = (first: 1.0, longest: 30.0)
  /// How long a command must run for its next start to come soon again.
  private static let soundSpan = 60.0
  /// The most that is kept of what it says on standard error.
  private static let complaintLimit = 400

  /// How a shell ends that does not find its command.
  private static let notFound = "status 127"

  private let command: String
  private let name: String
  private var child: ChildProcess?
  private var output: StreamSource?
  private var repeats = RepeatedLines()
  private var notices: [SourceNotice] = []
  private var complaint: [UInt8] = []
  private var hasRun = false
  /// Whether it has printed anything yet.
  private var hasPrinted = false
  private var began = ContinuousClock.now
  private var due = ContinuousClock.now
  private var pause = CommandSource.pauses.first
  private var hasEnded = false
  /// Whether the command closed its standard error.
  private var isSilenced = false

  /// - Parameter name: What messages call the log.
  package init(_ command: String, named name: String) {
    self.command = command
    self.name = name
  }

  /// Gives the new lines of the command.
  package func next(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    if !notices.isEmpty { return .notice(notices.removeFirst()) }
    if child == nil {
      let left = due - .now
      if left > .zero { return .nothing(seconds: left / .seconds(1)) }
      try start()
      if !notices.isEmpty { return .notice(notices.removeFirst()) }
    }
    hear()
    switch try output?.next(into: &buffer) ?? .end {
    case .bytes(let count):
      hasPrinted = true
      let kept = take(&buffer, count)
      return kept > 0 ? .bytes(kept) : .nothing(seconds: 0)
    case .nothing(let seconds): return .nothing(seconds: seconds)
    case .notice(let notice): return .notice(notice)
    case .end:
      // Its output may be closed before it ends.
      guard let status = child?.reap() else { return .nothing(seconds: 0.1) }
      // To try again what has never worked would hide a mistake.
      if !hasPrinted, status == Self.notFound {
        hear()
        throw InputError(
          path: name, message: "the shell finds no such command", advice: "check it in a shell")
      }
      end(status)
      return .nothing(seconds: 0)
    }
  }

  private func take(_ buffer: inout [UInt8], _ count: Int) -> Int {
    let wasFolding = repeats.isFolding
    let kept = repeats.filter(&buffer, count)
    if wasFolding, !repeats.isFolding, repeats.dropped > 0 {
      notices.append(.repeated(lines: repeats.dropped))
    }
    return kept
  }

  private func start() throws(InputError) {
    let child = try ChildProcess(shell: command)
    self.child = child
    output = StreamSource(owning: child.output, named: name)
    began = .now
    isSilenced = false
    if hasRun {
      repeats.expectRepeats()
      notices.append(.started)
    }
    hasRun = true
  }

  private func end(_ status: String) {
    hear()
    if let child { _ = close(child.errors) }
    child = nil
    output = nil
    if .now - began >= .seconds(Self.soundSpan) { pause = Self.pauses.first }
    due = .now + .seconds(pause)
    tell()
    notices.append(.ended(status: status, seconds: pause))
    pause = min(pause * 2, Self.pauses.longest)
  }

  /// Takes what the command says on standard error, line by line.
  private func hear() {
    guard let errors = child?.errors else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      // SAFETY: read(2) fills at most the buffer that the closure lends.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(errors, $0.baseAddress, $0.count)
      }
      if count == 0 { isSilenced = true }
      guard count > 0 else { return }
      for byte in buffer[..<count] {
        if byte == 0x0A {
          tell()
        } else if complaint.count < Self.complaintLimit {
          complaint.append(byte)
        }
      }
    }
  }

  private func tell() {
    if !complaint.isEmpty { notices.append(.complaint(String(decoding: complaint, as: UTF8.self))) }
    complaint = []
  }

  /// Ends the command, and gives the rest of what it printed.
  package func drain(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    if !hasEnded {
      hasEnded = true
      child?.end()
    }
    guard case .bytes(let count)? = try output?.drain(into: &buffer) else { return .end }
    let kept = repeats.filter(&buffer, count)
    return kept > 0 ? .bytes(kept) : .nothing(seconds: 0)
  }

  /// What it prints and what it says.
  package var descriptors: [Int32] {
    guard let child, let output, !output.descriptors.isEmpty else { return [] }
    return output.descriptors + (isSilenced ? [] : [child.errors])
  }

  /// Does nothing: the command is not the log's writer.
  package func reopen() {}

  /// Nil: a stream does not show it.
  package var lastWrite: Int64? { nil }

  /// Nil: what was read of a command is gone.
  package func position() -> FilePosition? { nil }
}
