import TestSupport
import Testing

/// Signals to a program that watches, and the files that it keeps up to date.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct WatchFilesTests {
  @Test func `the log is opened again where that is asked for`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try WatchTests.shell(
      """
      "$0" watch --format ndjson device.log > out & child=$!
      await '"event":"cycle"' out
      kill -HUP $child
      await '"change":"reopened"' out
      kill -TERM $child; wait $child; echo $?
      tail -n 1 out
      """, in: directory)
    let lines = result.output.split(separator: "\n")
    #expect(lines[0] == "0")
    let bytes = try JSONText(String(lines[1]))["inputs"][0]["bytes"].int
    #expect(bytes == Samples.happyCycle.utf8.count)
  }

  @Test func `metrics are written again and again and are those of all that was read`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", WatchTests.lines.prefix(5).joined())
    try directory.add("rest.log", WatchTests.lines.dropFirst(5).joined())
    let result = try WatchTests.shell(
      """
      "$0" watch -q --interval 1 --export prometheus=m.prom device.log > out & child=$!
      await 'dnplog_lines_total.* 5$' m.prom
      first=$(grep '^dnplog_last_run_timestamp_seconds' m.prom)
      n=0
      while [ "$(grep '^dnplog_last_run_timestamp_seconds' m.prom)" = "$first" ]; do
        n=$((n + 1)); [ $n -lt 1000 ] || exit 98; sleep 0.05
      done
      cat rest.log >> device.log
      await 'dnplog_lines_total.* 19$' m.prom
      kill -TERM $child; wait $child; echo $?
      ls
      """, in: directory)
    #expect(result.output == "0\ndevice.log\nm.prom\nout\nrest.log\n")
    #expect(result.errors == "")
  }

  @Test func `a reader that goes away ends the watching`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", WatchTests.faulty)
    let result = try WatchTests.shell(
      """
      mkfifo pipe
      "$0" watch --interval 1 --format ndjson device.log > pipe & child=$!
      head -n 1 < pipe > out
      wait $child; echo $?
      """, in: directory)
    #expect(result.output == "141\n")
    #expect(result.errors == "")
  }

  @Test func `a history counts a log that went on once`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", WatchTests.lines.prefix(12).joined())
    try directory.add("rest.log", WatchTests.lines.dropFirst(12).joined())
    let result = try WatchTests.shell(
      """
      watch() {
        "$0" watch -q --history h.db --checkpoint state --interval 1 --export prometheus=m.prom \\
          device.log > out & child=$!
        await "dnplog_lines_total" m.prom
        kill -TERM $child; wait $child; rm m.prom
      }
      watch; watch
      cat rest.log >> device.log
      watch
      "$0" validate -q --history h.db --export prometheus=m.prom device.log > /dev/null
      grep '^dnplog_lines_total' m.prom
      "$0" history list h.db --format json
      """, in: directory)
    let lines = result.output.split(separator: "\n", maxSplits: 1)
    #expect(lines.first?.hasSuffix(" 19") == true, "\(result.output) \(result.errors)")
    #expect(try JSONText(String(lines[1]))["runs"].elements.count == 1, "\(result.output)")
  }

  @Test func `metrics of a history count the log that is watched before it ends`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", WatchTests.lines.prefix(12).joined())
    try directory.add("rest.log", WatchTests.lines.dropFirst(12).joined())
    let result = try WatchTests.shell(
      """
      "$0" validate -q --history h.db rest.log > /dev/null
      "$0" watch -q --history h.db --interval 1 --export prometheus=m.prom device.log > out & child=$!
      await 'dnplog_lines_total.* 19$' m.prom
      cat rest.log >> device.log
      await 'dnplog_lines_total.* 26$' m.prom
      kill -TERM $child; wait $child
      grep -c 'dnplog_lines_total.* 26$' m.prom
      "$0" history list h.db --format json
      """, in: directory)
    let lines = result.output.split(separator: "\n", maxSplits: 1)
    #expect(lines.first == "1", "\(result.output) \(result.errors)")
    #expect(try JSONText(String(lines[1]))["runs"].elements.count == 2)
  }

  @Test func `a second control-C ends at once`() throws {
    let directory = try TemporaryDirectory()
    let log = try Dnplog.run(["simulate", "happy", "--days", "60"], in: directory)
    try directory.add("device.log", log.output)
    // The report is longer than the pipe, which nobody reads.
    let result = try WatchTests.shell(
      """
      mkfifo pipe; exec 3<> pipe
      "$0" watch --interval 1 --export prometheus=m.prom --format json device.log >&3 & child=$!
      await dnplog_lines_total m.prom
      n=0
      while kill -INT $child 2> /dev/null; do
        n=$((n + 1)); [ $n -lt 1000 ] || exit 98; sleep 0.05
      done
      wait $child; echo $?
      """, in: directory)
    #expect(result.output == "130\n")
  }
}
