import Foundation
import TestSupport
import Testing

/// Histories of older versions, and what lies beside one.
struct HistoryFormTests {
  private static let folder = Samples.root + "/Tests/CommandLineTests/Histories"

  /// A history that was recorded in the first form: a healthy run, and the beginning of `grown.log`.
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let made = try Dnplog.shell(
      "cp \(folder)/version-1.db h.db; cp \(folder)/grown.log grown.log; chmod 644 h.db",
      in: directory)
    try #require(made.exitCode == 0, "\(made.errors)")
    return directory
  }

  @Test func `a history of the first form is read as it is`() throws {
    let directory = try Self.directory()
    let before = FileManager.default.contents(atPath: "\(directory.path)/h.db")
    let list = try Dnplog.run(["history", "list", "h.db"], in: directory)
    #expect(list.output.hasSuffix("\n2 runs\n"), "\(list.errors)")
    let trend = try Dnplog.run(["history", "trend", "h.db"], in: directory)
    #expect(trend.exitCode == 0)
    let signOff = try Dnplog.run(["history", "signoff", "h.db"], in: directory)
    #expect(signOff.exitCode == 1)
    #expect(
      signOff.output.contains("2 runs of an older dnplog take no part: judge their logs again."))
    #expect(FileManager.default.contents(atPath: "\(directory.path)/h.db") == before)
  }

  @Test func `it is carried over by the next recording, and its counts never fall`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      """
      "$0" validate -q --history h.db --export prometheus=p.prom grown.log > /dev/null
      sqlite3 h.db 'PRAGMA user_version; PRAGMA journal_mode; PRAGMA integrity_check; PRAGMA foreign_key_check;
        SELECT count(*) FROM runs; SELECT count(*) FROM evidence WHERE run = 2;
        SELECT value FROM varied WHERE run = 1 AND key = "power";
        SELECT count(*) FROM totals t WHERE value <> (SELECT sum(most) FROM counts c
          WHERE c.name = t.name AND c.labels = t.labels)'
      grep 'not_delivered\\|used_prefetch' p.prom; ls
      """, in: directory)
    #expect(
      result.output == """
        2
        delete
        ok
        2
        8
        plugged
        0
        dnplog_cycles_total{outcome="used_prefetch"} 2
        dnplog_cycles_total{outcome="not_delivered"} 1
        grown.log
        h.db
        p.prom

        """, "\(result.errors)")
  }

  @Test func `a pruned run of the first form keeps its counts`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      """
      "$0" history prune --keep-runs 0 h.db
      "$0" validate -q --history h.db --export prometheus=p.prom grown.log > /dev/null
      grep 'used_prefetch' p.prom; "$0" history trend h.db | tail -1
      """, in: directory)
    #expect(
      result.output == """
        2 runs pruned
        dnplog_cycles_total{outcome="used_prefetch"} 2
        1 pruned run takes no part.

        """, "\(result.errors)")
  }

  @Test func `nothing lies beside a history, and it is read without leave to write`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      mkdir kept; "$0" validate -q --history kept/h.db device.log > /dev/null
      as=; if [ "$(id -u)" = 0 ]; then as="setpriv --reuid 65534 --regid 65534 --clear-groups"; fi
      cp "$0" dnplog; chmod 755 . dnplog kept; chmod 644 kept/h.db
      for command in 'list kept/h.db' 'trend kept/h.db' 'signoff kept/h.db' 'show kept/h.db 1'; do
        $as ./dnplog history $command > out 2>> errors; echo $? $(ls kept)
      done
      cat errors >&2
      $as ./dnplog history list kept/h.db | tail -1
      "$0" validate -q --history kept/h.db device.log > /dev/null; echo $?
      """, in: directory)
    #expect(
      result.output == "0 h.db\n0 h.db\n1 h.db\n0 h.db\n1 run\n0\n", "\(result.errors)")
    #expect(result.errors == "")
  }

  @Test func `twenty that record at once wait for each other`() throws {
    let directory = try TemporaryDirectory()
    for number in 1...20 {
      try directory.add("\(number).log", Samples.happyCycle + "[DNP-PLUGIN] run \(number)\n")
    }
    let result = try Dnplog.shell(
      """
      for i in $(seq 20); do "$0" validate -q --history h.db $i.log > /dev/null & done
      wait; "$0" history list h.db | tail -1; sqlite3 h.db 'SELECT value FROM totals WHERE name = "used"'; ls h.db*
      """, in: directory)
    #expect(result.output == "20 runs\n20\nh.db\n", "\(result.errors)")
  }

  @Test func `a history in the place of a log is told as one`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.run(["validate", "h.db"], in: directory)
    #expect(
      result.errors
        == "dnplog: h.db: is a history of recorded runs, not a log: see its runs: dnplog history list h.db\n"
    )
    #expect(result.exitCode == 2)
  }
}
