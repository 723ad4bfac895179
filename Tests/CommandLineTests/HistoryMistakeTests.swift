import Foundation
import TestSupport
import Testing

/// Histories that cannot be used: each is said, the report is printed all the same, and nothing is lost.
struct HistoryMistakeTests {
  private static func bytes(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

  private static let makes: [(make: String, says: String)] = [
    (
      "echo 'no database at all, but some text' > h.db",
      "h.db: this is no history of dnplog: name another file; it is left alone"
    ),
    (
      "sqlite3 h.db 'CREATE TABLE notes(text)'",
      "h.db: this database belongs to another program: name another file; it is left alone"
    ),
    (
      "sqlite3 h.db 'PRAGMA user_version = 3; PRAGMA application_id = 77'",
      "h.db: this database belongs to another program: name another file; it is left alone"
    ),
    (
      "\"$0\" validate -q --history h.db device.log > /dev/null; sqlite3 h.db 'PRAGMA user_version = 99'",
      "h.db: a newer dnplog has changed its form to 99, and this one knows 2: use that dnplog;"
    ),
    (
      "\"$0\" validate -q --history h.db device.log > /dev/null; size=$(stat -c %s h.db);"
        + " dd if=/dev/zero of=h.db bs=4096 seek=1 count=$((size / 4096 - 1)) conv=notrunc 2> /dev/null",
      "h.db: it is damaged"
    ),
    (
      "\"$0\" validate -q --history h.db device.log > /dev/null; truncate -s 5000 h.db",
      "h.db: it is damaged"
    ),
    ("mkdir h.db", "h.db: this is a directory: name a file in it"),
    ("mkfifo h.db", "h.db: this is a device or a pipe: name a file"),
  ]

  @Test(arguments: makes.indices)
  func `what is no history is refused and left alone`(index: Int) throws {
    let (make, says) = Self.makes[index]
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    _ = try Dnplog.shell(make, in: directory)
    let path = "\(directory.path)/h.db"
    let before = index < 6 ? Self.bytes(path) : nil
    try directory.add("dnp.prom", "older\n")
    let judged = try Dnplog.run(
      ["validate", "-q", "--history", "h.db", "--export", "prometheus=dnp.prom", "device.log"],
      in: directory)
    #expect(judged.exitCode == 2)
    #expect(judged.errors.hasPrefix("dnplog: \(says)"), "\(judged.errors)")
    #expect(judged.output.hasPrefix("PASS"))
    let metrics = String(
      decoding: Self.bytes("\(directory.path)/dnp.prom") ?? Data(), as: UTF8.self)
    #expect(metrics.contains("dnplog_last_run_success 0\n"))
    #expect(!metrics.contains("dnp_prefetch"))
    for command in [["list"], ["trend"], ["signoff"], ["prune", "--keep-runs", "0"]] {
      let result = try Dnplog.run(["history"] + command + ["h.db"], in: directory)
      #expect(result.exitCode == 2, "\(command)")
      #expect(result.errors.hasPrefix("dnplog: \(says)"), "\(command): \(result.errors)")
    }
    if index < 6 { #expect(Self.bytes(path) == before) }
  }

  @Test(arguments: [
    (
      "history list none.db",
      "none.db: it does not exist: 'dnplog validate --history FILE' records into it"
    ),
    ("history prune --keep-runs 1 none.db", "none.db: it does not exist"),
    (
      "validate -q --history no/h.db device.log",
      "no/h.db: its directory does not exist: create it first"
    ),
    ("validate -q --history '' device.log", "option '--history': the name is empty"),
    ("validate -q --history h.db --since 05:00 device.log", "--history and --since exclude"),
    (
      "validate -q --history-events device.log",
      "option '--history-events': there is no history to keep events in"
    ),
    ("history show h.db 7", "h.db: there is no run 7, or its details were pruned"),
    ("history show h.db x", "'x' is no number of a run"),
    ("history show h.db -- -1", "'-1' is no number of a run"),
    ("history prune h.db", "nothing says what to keep: give --keep-runs N or --before DATE"),
    ("history prune --keep-runs 1 --before 2025-01-01 h.db", "--keep-runs and --before exclude"),
    ("history prune --before 2025-13-41 h.db", "option '--before': '2025-13-41' is not a date"),
    ("history prune --keep-runs -1 h.db", "option '--keep-runs'"),
    (
      "validate -q --history new.db --export json=./new.db device.log",
      "new.db: this is the history, and no report may take its place: name another file"
    ),
    (
      "validate -q --history h.db --history new.db device.log",
      "option '--history' is given as 'h.db' and as 'new.db': leave one of them out"
    ),
    ("history signoff --defer device h.db", "option '--defer': 'device' is not a choice"),
    (
      "validate -q --history h.db --export json=h.db device.log",
      "h.db: this is the history, and no report may take its place"
    ),
  ])
  func `a mistake is told`(call: String, says: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    _ = try Dnplog.shell("\"$0\" validate -q --history h.db device.log", in: directory)
    let result = try Dnplog.shell("\"$0\" \(call) < /dev/null", in: directory)
    #expect(result.exitCode == 2, "\(result.output)")
    #expect(result.errors.contains("dnplog: \(says)"), "\(result.errors)")
    let list = try Dnplog.run(["history", "list", "h.db"], in: directory)
    #expect(list.output.hasSuffix("\n1 run\n"))
  }

  @Test func `a history that another program holds is waited for, and then told`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate -q --history h.db device.log > /dev/null; echo more >> device.log
      # It holds the lock until the pipe ends.
      mkfifo pipe; sqlite3 h.db < pipe & exec 3> pipe; echo 'BEGIN IMMEDIATE;' >&3
      while sqlite3 h.db 'BEGIN IMMEDIATE' 2> /dev/null; do sleep 0.05; done
      "$0" validate -q --history h.db device.log 3>&-; echo $?
      exec 3>&-; wait; "$0" validate -q --history h.db device.log; echo $?
      """, in: directory)
    #expect(result.errors.contains("h.db: another program has held its lock for 5 seconds"))
    let codes = result.output.split(separator: "\n").map(String.init).filter { $0.count == 1 }
    #expect(codes == ["2", "0"], "\(result.output)")
  }

  @Test func `a limit of the disk leaves what was recorded`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate -q --history h.db device.log > /dev/null; echo more > b.log
      (trap '' XFSZ; ulimit -f 8; "$0" validate -q --history h.db b.log); echo $?
      "$0" history list h.db; "$0" validate -q --history h.db b.log > /dev/null
      sqlite3 h.db 'PRAGMA integrity_check'; "$0" history list h.db
      """, in: directory)
    #expect(
      result.errors.contains("dnplog: h.db: it cannot be read or written"), "\(result.errors)")
    #expect(result.output.contains("\n1 run\nok\n"), "\(result.output)")
    #expect(result.output.hasSuffix("\n2 runs\n"))
  }

  /// A small disk is mounted where that is allowed, as it is for the superuser of Linux.
  private static let canMount =
    (try? run("/usr/bin/env", ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]))?.exitCode
    == 0

  @Test(.enabled(if: canMount)) func `a full disk is told, and leaves what was recorded`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let script = """
      mkdir disk; mount -t tmpfs -o size=300k none disk
      for i in $(seq 15); do
        (echo "run $i"; cat device.log) > one.log
        "$0" validate -q --history disk/h.db --history-events one.log > /dev/null; echo $?
      done
      "$0" history list disk/h.db; sqlite3 disk/h.db 'PRAGMA integrity_check; SELECT value FROM totals
        WHERE name = "used"'; umount disk
      """
    let result = try run(
      "/usr/bin/env", ["unshare", "-m", "/bin/sh", "-c", script, Dnplog.path],
      directory: directory.path)
    let told = "dnplog: disk/h.db: there is no space left on its disk: free some;"
    #expect(result.errors.hasPrefix(told), "\(result.errors)")
    let lines = result.output.split(separator: "\n")
    let recorded = lines.count { $0 == "0" }
    #expect(recorded > 0 && lines.count { $0 == "2" } == 15 - recorded)
    #expect(lines.suffix(3) == ["\(recorded) runs", "ok", "\(recorded)"], "\(result.output)")
  }

  /// The superuser may write anything, and so the tests may have to be somebody else.
  @Test func `a history that cannot be written is told`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate -q --history h.db device.log > /dev/null; chmod 755 .; chmod 444 h.db device.log
      as=; if [ "$(id -u)" = 0 ]; then as="setpriv --reuid 65534 --regid 65534 --clear-groups"; fi
      cp "$0" dnplog; chmod 755 dnplog
      $as ./dnplog validate -q --history h.db device.log; echo $?
      $as ./dnplog validate -q --history new.db device.log; echo $?
      "$0" history list h.db
      """, in: directory)
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == 2, "\(result.errors)")
    #expect(errors.first?.hasPrefix("dnplog: h.db: it cannot be ") == true)
    #expect(errors.last?.hasPrefix("dnplog: new.db: it cannot be ") == true)
    #expect(result.output.contains("PASS") && result.output.hasSuffix("\n1 run\n"))
  }
}
