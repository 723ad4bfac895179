#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import LogReading
import TestSupport
import Testing

@testable import LogFollowing

/// A log that a later call follows from a place on.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct FilePlaceTests {
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

  @Test func `half a line that was renamed while nobody looked is not lost`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "half")
    let reader = try Reader(path)
    try reader.read()
    var place = try #require(reader.follower.position())
    usleep(20_000)
    place.since = FilePosition.written(to: try directory.add("mark", ""))
    move(path, path + ".1")
    append(" a line\n", to: path)
    let later = try Reader(path, from: place)
    try later.read(until: " a line\n")
    #expect(later.text == "half a line\n")
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
}
