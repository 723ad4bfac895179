#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import LogReading
import TestSupport
import Testing

@testable import LogFollowing

/// A log that is followed by its name while a writer does what writers do.
@Suite(.timeLimit(.minutes(1 * Patience.factor)))
struct FileFollowerTests {
  /// A follower, and all that it has given so far.
  private final class Reader {
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

  private func append(_ text: String, to path: String, mode: Int32 = O_APPEND) {
    append(Array(text.utf8), to: path, mode: mode)
  }

  private func append(_ bytes: [UInt8], to path: String, mode: Int32 = O_APPEND) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | mode, 0o644)
    #expect(unsafe write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
  }

  private func move(_ old: String, _ new: String) { #expect(unsafe rename(old, new) == 0) }

  @Test(arguments: [false, true])
  func `what is there comes first and then what is added`(isPolling: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path, isPolling: isPolling)
    try reader.read(until: "one\n")
    append("two\n", to: path)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
    #expect(reader.notices.isEmpty)
    #expect(reader.follower.descriptors.isEmpty == isPolling)
  }

  @Test func `half a line and half a character wait for the other half`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "")
    let reader = try Reader(path)
    let line = Array("caché\n".utf8)
    for end in line.indices {
      append([line[end]], to: path)
      try reader.read()
      #expect(reader.bytes.count == (end == line.count - 1 ? line.count : 0))
    }
    append("half", to: path)
    try reader.read()
    #expect(reader.text == "caché\n")
    try reader.drain()
    #expect(reader.text == "caché\nhalf")
  }

  @Test func `a line longer than the buffer comes in parts`() throws {
    let directory = try TemporaryDirectory()
    let text = String(repeating: "x", count: 10_000) + "\n"
    let reader = try Reader(directory.add("a.log", text))
    try reader.read(until: "x\n")
    #expect(reader.text == text)
  }

  @Test func `a renamed file is read to its end before the new one`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    append("two\nhalf", to: path)
    move(path, path + ".1")
    append(" line\n", to: path + ".1")
    append("three\n", to: path)
    try reader.read(until: "three\n")
    #expect(reader.text == "one\ntwo\nhalf line\nthree\n")
    #expect(reader.notices == [.rotated])
  }

  @Test func `a writer that still has the renamed file open is waited for`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND)
    move(path, path + ".1")
    append("new\n", to: path)
    try reader.read()
    #expect(unsafe write(descriptor, "late\n", 5) == 5)
    close(descriptor)
    try reader.read(until: "new\n")
    #expect(reader.text == "one\nlate\nnew\n")
  }

  @Test func `files that were the log between two looks are read too`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "1\n")
    try directory.add("a.log.3", "older\n")
    let reader = try Reader(path)
    try reader.read()
    for number in 2...5 {
      // As logrotate does: the oldest makes room first.
      for index in stride(from: 6, to: 0, by: -1) {
        _ = unsafe rename("\(path).\(index)", "\(path).\(index + 1)")
      }
      append("end \(number - 1)\n", to: path)
      move(path, path + ".1")
      append("\(number)\n", to: path)
    }
    try reader.read(until: "\n5\n")
    #expect(reader.text == "1\nend 1\n2\nend 2\n3\nend 3\n4\nend 4\n5\n")
  }

  @Test func `a file that is cut begins again`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\ntwo\n")
    let reader = try Reader(path)
    try reader.read()
    append("", to: path, mode: O_TRUNC)
    append("three\n", to: path)
    try reader.read(until: "three\n")
    #expect(reader.text == "one\ntwo\nthree\n")
    #expect(reader.notices == [.truncated(lost: 0)])
  }

  @Test func `a file that is cut and has grown beyond the place is noticed`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    append("", to: path, mode: O_TRUNC)
    append("a much longer line\n", to: path)
    try reader.read(until: "longer line\n")
    #expect(reader.text == "one\na much longer line\n")
  }

  @Test func `a file whose end is cut off goes on from there`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\ntwo\nthree\n")
    let reader = try Reader(path)
    try reader.read()
    #expect(unsafe truncate(path, 8) == 0)
    try reader.read()
    append("four\n", to: path)
    try reader.read(until: "four\n")
    #expect(reader.text == "one\ntwo\nthree\nfour\n")
    #expect(reader.notices == [.shortened(lost: 0)])
  }

  @Test func `a file whose end was cut off and that has grown since goes on behind the cut`() throws
  {
    let directory = try TemporaryDirectory()
    for (kept, added) in [("one\ntwo\n", "four\n"), ("one\ntwo\n", "fourteen\nfifteen\n")] {
      let path = try directory.add("a.log", "one\ntwo\nthree\n")
      let reader = try Reader(path)
      try reader.read()
      #expect(unsafe truncate(path, off_t(kept.utf8.count)) == 0)
      append(added, to: path)
      try reader.read(until: added)
      #expect(reader.text == "one\ntwo\nthree\n" + added)
      #expect(reader.notices == [.shortened(lost: 0)])
    }
  }

  @Test(arguments: [1, 400])
  func `where nothing shows the cut the loss is told and nothing is read twice`(count: Int) throws {
    let directory = try TemporaryDirectory()
    let line = String(repeating: "x", count: 99) + "\n"
    let whole = (100..<300).map { "\($0)" + line }.joined()
    let path = try directory.add("a.log", whole)
    let reader = try Reader(path)
    try reader.read()
    #expect(unsafe truncate(path, 5150) == 0)
    append((0..<count).map { "new\($0)" + line }.joined(), to: path)
    try reader.read { !reader.notices.isEmpty }
    append("end\n", to: path)
    try reader.read(until: "end\n")
    #expect(reader.notices == [.shortened(lost: nil)])
    #expect(reader.notices.contains { $0.isLoss })
    #expect(reader.text == whole + "end\n")
  }

  @Test(arguments: [false, true])
  func `half a line that is copied and cut before anything was read is not lost`(isCopied: Bool)
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "")
    let reader = try Reader(path)
    try reader.read()
    append("half", to: path)
    try reader.read()
    if isCopied { _ = try run("/bin/cp", [path, path + ".1"]) }
    append(" a line\n", to: path, mode: O_TRUNC)
    try reader.read(until: " a line\n")
    #expect(reader.text == (isCopied ? "half a line\n" : " a line\n"))
    #expect(reader.notices == [.truncated(lost: isCopied ? 0 : 4)])
  }

  @Test func `of a log that had nothing yet all that was rotated since is read`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "")
    try directory.add("a.log.4", "older\n")
    let reader = try Reader(path)
    try reader.read()
    var place = try #require(reader.follower.position())
    usleep(20_000)
    let mark = try directory.add("mark", "")
    place.since = FilePosition.written(to: mark)
    usleep(20_000)
    try directory.add("a.log.2.gz", bytes: gzip(Array("one\n".utf8)))
    append("two\n", to: path)
    _ = try run("/bin/cp", [path, path + ".1"])
    append("three\n", to: path, mode: O_TRUNC)
    let later = try Reader(path, from: place)
    try later.read(until: "three\n")
    #expect(later.text == "one\ntwo\nthree\n")
  }

  @Test(arguments: [false, true])
  func `a copy that takes the place of the log is not read twice`(isFilled: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\ntwo\n")
    let reader = try Reader(path)
    if isFilled { try reader.read() }
    // As sed -i and rsync do.
    _ = try run("/bin/cp", [path, path + "~"])
    append("three\n", to: path + "~")
    move(path + "~", path)
    try reader.read(until: "three\n")
    append("four\n", to: path)
    try reader.read(until: "four\n")
    #expect(reader.text == "one\ntwo\nthree\nfour\n")
    #expect(reader.notices == [.replaced])
  }

  @Test func `a copy in which an earlier line was changed is not read twice`() throws {
    let directory = try TemporaryDirectory()
    let line = String(repeating: "x", count: 99) + "\n"
    let path = try directory.add("a.log", "one\n" + line + line + line)
    let reader = try Reader(path)
    try reader.read()
    try directory.add("b.log", "two\n" + line + line + line + "three\n")
    move(directory.path + "/b.log", path)
    try reader.read(until: "three\n")
    #expect(reader.text == "one\n" + line + line + line + "three\n")
  }

  @Test(arguments: [false, true])
  func `a file that is copied and cut before its turn is read from the copy`(isCopied: Bool) throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    move(path, path + ".1")
    append("two\n", to: path)
    try reader.read()
    // The old file is still waited for.
    #expect(reader.text == "one\n")
    move(path + ".1", path + ".2")
    if isCopied { _ = try run("/bin/cp", [path, path + ".1"]) }
    append("six\n", to: path, mode: O_TRUNC)
    try reader.read(until: "six\n")
    #expect(reader.text == (isCopied ? "one\ntwo\nsix\n" : "one\nsix\n"))
    #expect(reader.notices.contains(.truncated(lost: isCopied ? 0 : 4)))
  }

  @Test func `a copy that is compressed at once is read`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    append("two\n", to: path)
    try directory.add("a.log.1.gz", bytes: gzip(Array("one\ntwo\n".utf8)))
    append("", to: path, mode: O_TRUNC)
    append("three\n", to: path)
    try reader.read(until: "three\n")
    #expect(reader.text == "one\ntwo\nthree\n")
  }

  @Test func `a plain file with a compressed one behind it is followed by both`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    let place = try #require(reader.follower.position())
    move(path, path + ".2")
    try directory.add("a.log.1.gz", bytes: gzip(Array("two\n".utf8)))
    append("three\n", to: path)
    let later = try Reader(path, from: place)
    try later.read(until: "three\n")
    #expect(later.text == "two\nthree\n")
  }

  @Test func `another log that takes the place of the log is read from its start`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "head\none\n")
    let reader = try Reader(path)
    try reader.read()
    try directory.add("b.log", "head\ntwo\nthree\n")
    move(directory.path + "/b.log", path)
    try reader.read(until: "three\n")
    #expect(reader.text == "head\none\nhead\ntwo\nthree\n")
    #expect(reader.notices == [.rotated])
  }

  @Test func `what was compressed while nobody looked is read from its place on`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\ntwo\n")
    let reader = try Reader(path)
    try reader.read()
    let place = try #require(reader.follower.position())
    append("three\n", to: path)
    try directory.add("a.log.2.gz", bytes: gzip(Array("one\ntwo\nthree\n".utf8)))
    try directory.add("a.log.1.gz", bytes: gzip(Array("four\n".utf8)))
    try directory.add("a.log.3.gz", bytes: Array("damaged".utf8))
    unsafe unlink(path)
    append("five\n", to: path)
    let later = try Reader(path, from: place)
    try later.read(until: "five\n")
    #expect(later.text == "three\nfour\nfive\n")
    #expect(later.notices == [.rotated, .rotated])
    // The next call goes on behind it.
    let next = try #require(later.follower.position())
    let last = try Reader(path, from: next)
    append("six\n", to: path)
    try last.read(until: "six\n")
    #expect(last.text == "six\n")
  }

  @Test func `a damaged file between the place and the log is a gap`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    let place = try #require(reader.follower.position())
    try directory.add("a.log.2.gz", bytes: gzip(Array("one\ntwo\n".utf8)))
    try directory.add("a.log.1.gz", bytes: gzip(Array("three\n".utf8)).dropLast(9))
    unsafe unlink(path)
    append("four\n", to: path)
    #expect(throws: InputError.self) { try Reader(path, from: place) }
  }

  @Test func `bytes that are known to be lost are counted`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    append("half", to: path)
    try reader.read()
    append("", to: path, mode: O_TRUNC)
    append("x\n", to: path)
    try reader.read(until: "x\n")
    #expect(reader.notices == [.truncated(lost: 4)])
    #expect(reader.notices[0].isLoss)
  }

  @Test func `what was copied before the file was cut is read from the copy`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    append("two\nthree\n", to: path)
    _ = try run("/bin/cp", [path, path + ".1"])
    append("", to: path, mode: O_TRUNC)
    append("four\n", to: path)
    try reader.read(until: "four\n")
    #expect(reader.text == "one\ntwo\nthree\nfour\n")
    #expect(reader.notices == [.truncated(lost: 0)])
  }

  @Test func `a writer that goes on at its place in a cut file leaves a hole that is passed over`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    #expect(unsafe truncate(path, 0) == 0)
    let descriptor = unsafe open(path, O_WRONLY)
    lseek(descriptor, 4, SEEK_SET)
    #expect(unsafe write(descriptor, "two\n", 4) == 4)
    close(descriptor)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
  }

  @Test func `a log that is not there is waited for`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/folder/a.log"
    let reader = try Reader(path)
    try reader.read { reader.notices == [.absent] }
    _ = try run("/bin/mkdir", [directory.path + "/folder"])
    append("one\n", to: path)
    try reader.read(until: "one\n")
    #expect(reader.notices == [.absent, .present])
  }

  @Test func `a log that is deleted and made again goes on`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    unsafe unlink(path)
    try reader.read { reader.notices == [.absent] }
    append("two\n", to: path)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
    #expect(reader.notices == [.absent, .rotated])
  }

  @Test func `another folder of the same name is followed`() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.path + "/logs"
    _ = try run("/bin/mkdir", [folder])
    append("one\n", to: folder + "/a.log")
    let reader = try Reader(folder + "/a.log")
    try reader.read()
    move(folder, folder + ".old")
    _ = try run("/bin/mkdir", [folder])
    append("two\n", to: folder + "/a.log")
    try reader.read(until: "two\n")
    append("three\n", to: folder + "/a.log")
    try reader.read(until: "three\n")
    #expect(reader.text == "one\ntwo\nthree\n")
  }

  @Test func `a link is followed by its name`() throws {
    let directory = try TemporaryDirectory()
    let first = try directory.add("first", "one\n")
    let second = try directory.add("second", "two\n")
    let link = directory.path + "/a.log"
    #expect(unsafe symlink(first, link) == 0)
    let reader = try Reader(link)
    try reader.read()
    #expect(unsafe symlink(second, link + ".new") == 0)
    move(link + ".new", link)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
  }

  @Test func `the system says that something changed`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    #if os(Linux)
      let descriptor = try #require(reader.follower.descriptors.first)
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&request, 1, 0) == 0)
      append("two\n", to: path)
      #expect(unsafe poll(&request, 1, 2000) == 1)
      try reader.read()
      #expect(unsafe poll(&request, 1, 0) == 0)
      move(path, path + ".1")
      #expect(unsafe poll(&request, 1, 2000) == 1)
    #endif
  }

  @Test func `a file that is opened again as asked for is not read twice`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let reader = try Reader(path)
    try reader.read()
    reader.follower.reopen()
    append("two\n", to: path)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
    #expect(reader.notices == [.reopened])
  }

  // MARK: Places

  @Test func `a later call goes on from a place`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\nhalf")
    let first = try Reader(path)
    try first.read()
    let place = try #require(first.follower.position())
    #expect(place.offset == 4)
    append(" a line\n", to: path)
    let second = try Reader(path, from: place)
    try second.read(until: "line\n")
    #expect(second.text == "half a line\n")
  }

  @Test(arguments: [false, true])
  func `a later call goes on in a file that was rotated`(isCopied: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let first = try Reader(path)
    try first.read()
    let place = try #require(first.follower.position())
    append("two\n", to: path)
    if isCopied {
      _ = try run("/bin/cp", [path, path + ".1"])
      append("", to: path, mode: O_TRUNC)
    } else {
      move(path, path + ".1")
      append("three\n", to: path)
      move(path + ".1", path + ".2")
      move(path, path + ".1")
    }
    append("four\n", to: path)
    let second = try Reader(path, from: place)
    try second.read(until: "four\n")
    #expect(second.text == (isCopied ? "two\nfour\n" : "two\nthree\nfour\n"))
  }

  @Test func `a place before an empty file outlives that the file is filled, copied and cut`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let first = try Reader(path)
    try first.read()
    move(path, path + ".1")
    append("", to: path)
    first.follower.reopen()
    try first.read { first.notices.contains(.reopened) }
    let place = try #require(first.follower.position())
    append("two\n", to: path)
    move(path + ".1", path + ".2")
    _ = try run("/bin/cp", [path, path + ".1"])
    append("", to: path, mode: O_TRUNC)
    append("three\n", to: path)
    let second = try Reader(path, from: place)
    try second.read(until: "three\n")
    #expect(second.text == "two\nthree\n")
  }

  @Test func `a place that no file has any more is refused`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\n")
    let first = try Reader(path)
    try first.read()
    let place = try #require(first.follower.position())
    append("", to: path, mode: O_TRUNC)
    append("another\n", to: path)
    #expect(throws: InputError.self) { try Reader(path, from: place) }
  }

  @Test func `a folder is no log`() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: InputError.self) { try FileFollower(directory.path, isPolling: false) }
  }
}
