#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import LogReading
import TestSupport
import Testing

@testable import LogFollowing

/// A log that is cut, or copied and cut, while it is followed.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct FileCutTests {
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

  @Test(arguments: [3, 300])
  func `a file that is seen empty begins again without a loss`(count: Int) throws {
    let directory = try TemporaryDirectory()
    let whole = (0..<count).map { "line number \($0) of many\n" }.joined()
    let path = try directory.add("a.log", whole)
    let reader = try Reader(path)
    try reader.read()
    append("", to: path, mode: O_TRUNC)
    try reader.read { !reader.notices.isEmpty }
    append("new\n", to: path)
    try reader.read(until: "new\n")
    #expect(reader.text == whole + "new\n")
    #expect(reader.notices == [.truncated(lost: 0)])
  }

  @Test func `half a line that is cut off is told`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", "one\nhalf")
    let reader = try Reader(path)
    try reader.read()
    #expect(unsafe truncate(path, 4) == 0)
    try reader.read { !reader.notices.isEmpty }
    append("two\n", to: path)
    try reader.read(until: "two\n")
    #expect(reader.text == "one\ntwo\n")
    #expect(reader.notices == [.shortened(lost: 4)])
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

  @Test(arguments: [false, true], [false, true])
  func `a file that is copied and cut before its turn is read from the copy`(
    isCopied: Bool, isCompressed: Bool
  ) throws {
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
    if isCopied, isCompressed { _ = try run("/bin/gzip", [path + ".1"]) }
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
}
