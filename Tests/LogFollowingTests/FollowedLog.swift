#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import LogReading
import TestSupport
import Testing

@testable import LogFollowing

// What the tests of a followed log share: who reads it, and who writes it.

/// A follower, and all that it has given so far.
final class Reader {
  let follower: FileFollower
  var text: String { String(decoding: bytes, as: UTF8.self) }
  private(set) var bytes: [UInt8] = []
  private(set) var notices: [SourceNotice] = []
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(_ path: String, isPolling: Bool = false, from place: FilePosition? = nil) throws {
    follower = try FileFollower(path, isPolling: isPolling, from: place)
  }

  /// Reads all that there is for now.
  func read() throws {
    while true {
      switch try follower.next(into: &buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .notice(let notice): notices.append(notice)
      case .nothing(let seconds): if seconds > 0 { return }
      case .end: return
      }
    }
  }

  /// Reads until something is so, as the program does that waits for the descriptor or for a while.
  func read(until isDone: () -> Bool) throws {
    for _ in 0..<3000 {
      try read()
      if isDone() { return }
      usleep(2_000)
    }
    Issue.record("it never came: \(text.suffix(200)), \(notices)")
  }

  func read(until end: String) throws { try read { text.hasSuffix(end) } }

  func drain() throws {
    while true {
      switch try follower.drain(into: &buffer) {
      case .bytes(let count): bytes += buffer[..<count]
      case .notice(let notice): notices.append(notice)
      case .nothing: continue
      case .end: return
      }
    }
  }
}

func append(_ text: String, to path: String, mode: Int32 = O_APPEND) {
  append(Array(text.utf8), to: path, mode: mode)
}

func append(_ bytes: [UInt8], to path: String, mode: Int32 = O_APPEND) {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | mode, 0o644)
  #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
  close(descriptor)
}

func move(_ old: String, _ new: String) { #expect(unsafe rename(old, new) == 0) }
