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
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct FileFollowerTests {
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

  @Test func `a folder is no log`() throws {
    let directory = try TemporaryDirectory()
    #expect(throws: InputError.self) { try FileFollower(directory.path, isPolling: false) }
  }
}
