import Foundation
import LogReading
import TestSupport
import Testing

@Suite("Turning arguments into inputs")
struct InputDiscoveryTests {
  /// A plan whose paths are relative to the directory it was made in.
  private struct Plan {
    var sets: [[String]]
    var names: [String]
    var problems: [String]
  }

  /// Plans over files made in a fresh directory.
  private func plan(files: [String], arguments: [String], joins: Bool = false) throws -> Plan {
    let directory = try TemporaryDirectory()
    for file in files { try directory.write("x\n", to: file) }
    let root = directory.path + "/"
    let plan = InputDiscovery.plan(
      arguments: arguments.map { $0 == "-" ? $0 : root + $0 }, joins: joins)
    func short(_ path: String) -> String {
      path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    }
    let allAdvise = plan.problems.allSatisfy { !$0.advice.isEmpty }
    #expect(allAdvise)
    return Plan(
      sets: plan.sets.map { $0.members.map { short($0.name) } },
      names: plan.sets.map { short($0.name) },
      problems: plan.problems.map { short($0.path) + ": " + $0.message })
  }

  @Test
  func `the files of one rotation are one set, oldest first, named by the first given`() throws {
    let files = [
      "device.log", "other.log", "device.log.1", "device.log.10.gz", "device.log.2.gz",
      "device.log.0",
    ]
    let plan = try plan(files: files, arguments: files)
    // Where numbers are left out, one stands for what is not there.
    let rotated = [
      "device.log.10.gz", "device.log.9", "device.log.2.gz", "device.log.1", "device.log.0",
      "device.log",
    ]
    #expect(plan.sets == [rotated, ["other.log"]])
    #expect(plan.names == ["device.log", "other.log"])
    #expect(plan.problems.isEmpty)
  }

  @Test(arguments: [
    ["log.20250114", "log.20250115"], ["10.0.0.5", "10.0.0.7"], ["a.log", "b.log"],
    ["a.log", "b/a.log.1"], ["a.1.log", "a.2.log"], [".1", ".2"],
    ["run-20251113", "run-20251114"], ["a.log-20251399", "a.log"], ["a.log.old", "a.log"],
  ])
  func `names that only resemble a rotation stay apart`(files: [String]) throws {
    let plan = try plan(files: files, arguments: files)
    #expect(plan.sets == files.map { [$0] })
  }

  @Test(arguments: [
    ["device.log.gz", "device.log"], ["syslog.1", "syslog"], ["logcat.02", "logcat.01"],
    ["a.txt.3.gz", "a.txt.3"], ["x.log.10", "x.log.9"],
    ["device.log-20251113", "device.log"], ["device.log-20251113", "device.log-20251114"],
    ["x.log.2025-11-12.gz", "x.log.2025-11-13"], ["x.log-20251113-0600", "x.log-20251113-1800"],
  ])
  func `pairs of one rotation come oldest first`(sorted: [String]) throws {
    let plan = try plan(files: sorted, arguments: sorted.reversed())
    #expect(plan.sets == [sorted])
    #expect(plan.names == [sorted[1]])
  }

  @Test
  func `joined inputs are one set in the given order`() throws {
    let plan = try plan(
      files: ["b.log", "a.log", "d/x.log", "d/x.log.1", "d/x.log.2"],
      arguments: ["b.log", "-", "a.log", "d"], joins: true)
    #expect(plan.sets == [["b.log", "<stdin>", "a.log", "d/x.log.2", "d/x.log.1", "d/x.log"]])
    #expect(plan.names == ["b.log"])
  }

  @Test
  func `a directory stands for the visible logs in it and below`() throws {
    let plan = try plan(
      files: [
        "d/b.log", "d/a.LOG", "d/b.log.1.gz", "d/c.txt.gz", "d/image.png", "d/.hidden.log",
        "d/.git/x.log", "d/sub/deep/e.jsonl", "d/notes.md", "d/f.ndjson", "d/g.logcat.2",
        "d/h.json", "d/core.1", "d/b.log-20251113", "d/i.log.2025-11-12", "d/j.log.old",
        "d/k.log.bak", "d/l.out", "d/m.log.xz", "d/n.txt.1.bz2", "d/o.log.zst", "d/p.old",
      ], arguments: ["d/"])
    let expected = [
      ["d/a.LOG"], ["d/b.log-20251113", "d/b.log.1.gz", "d/b.log"], ["d/c.txt.gz"], ["d/f.ndjson"],
      ["d/g.logcat.2"], ["d/h.json"], ["d/i.log.2025-11-12"], ["d/j.log.old"], ["d/k.log.bak"],
      ["d/l.out"], ["d/m.log.xz"], ["d/n.txt.1.bz2"], ["d/o.log.zst"], ["d/sub/deep/e.jsonl"],
    ]
    #expect(plan.sets == expected)
    #expect(plan.problems.isEmpty)
  }

  @Test
  func `a directory without logs is a problem and leaves the other inputs`() throws {
    let plan = try plan(files: ["d/image.png", "a.log"], arguments: ["d", "a.log"])
    #expect(plan.sets == [["a.log"]])
    #expect(plan.problems == ["d: directory holds no log files"])
  }

  @Test
  func `arguments that name nothing readable leave the others`() throws {
    let plan = try plan(
      files: ["a.log", "x.logarchive/Info.plist"],
      arguments: ["none.log", "a.log", "a.log/b", "x.logarchive"])
    #expect(plan.sets == [["a.log"]])
    let expected = [
      "none.log: no such file", "a.log/b: a part of the path is not a directory",
      "x.logarchive: is a log archive, not a text log",
    ]
    #expect(plan.problems == expected)
  }

  @Test(arguments: [false, true])
  func `a device is a problem`(joins: Bool) {
    let plan = InputDiscovery.plan(arguments: ["/dev/null"], joins: joins)
    #expect(plan.problems.map(\.message) == ["is a device, not a log"])
    #expect(plan.sets.isEmpty)
  }

  @Test(.disabled(if: getuid() == 0))
  func `a file that may not be read is a problem`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x\n", to: "a.log")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let plan = InputDiscovery.plan(arguments: [path], joins: false)
    #expect(plan.problems.map(\.message) == ["permission denied"])
    #expect(plan.sets.isEmpty)
  }

  @Test
  func `a file named twice is read once, and so is standard input`() throws {
    let plan = try plan(
      files: ["d/a.log", "d/b.log"], arguments: ["-", "d/b.log", "d", "-", "./d/b.log"])
    #expect(plan.sets == [["<stdin>"], ["d/b.log"], ["d/a.log"]])
    #expect(plan.names == ["<stdin>", "d/b.log", "d/a.log"])
    #expect(plan.problems.isEmpty)
  }

  @Test
  func `a link that leads back up does not keep a walk going`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("x\n", to: "d/a.log")
    for link in ["d/up", "d/up.log"] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path + "/" + link, withDestinationPath: directory.path)
    }
    let plan = InputDiscovery.plan(arguments: [directory.path], joins: false)
    #expect(plan.sets.map(\.name) == [path])
    #expect(plan.problems.isEmpty)
  }
}
