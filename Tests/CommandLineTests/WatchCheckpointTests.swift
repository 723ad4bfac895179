import TestSupport
import Testing

/// Watching that ends at any moment, and goes on where it was.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct WatchCheckpointTests {
  private static let watch = """
    watch() {
      "$0" watch --checkpoint state --interval 1 --format ndjson device.log >> out 2>> errors & child=$!
    }

    """

  private func shell(_ script: String, in directory: borrowing TemporaryDirectory) throws
    -> SpawnResult
  {
    try WatchTests.shell(Self.watch + script, in: directory)
  }

  @Test func `a later call goes on from the checkpoint and comes to the same`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("whole.log", WatchTests.faulty)
    let result = try shell(
      """
      head -c 800 whole.log > device.log
      watch
      await '"event":"status"' out
      kill -TERM $child; wait $child; : > out
      tail -c +801 whole.log >> device.log
      watch
      await '"event":"finding"' out
      kill -TERM $child; wait $child; echo $?
      grep -c '"event":"start".*"resumedAt":800' out
      tail -n 1 out > watched
      mkdir all; cp whole.log all/device.log; cd all
      "$0" validate --format json device.log > ../whole
      cd ..; cat errors; stat -c %a state
      """, in: directory)
    #expect(result.output == "1\n1\n600\n")
    let watched = try run("/bin/cat", ["watched"], directory: directory.path)
    let whole = try run("/bin/cat", ["whole"], directory: directory.path)
    #expect(try JSONText(watched.output) == JSONText(whole.output))
  }

  @Test func `wherever twenty calls are killed the last one comes to what validate says`() throws {
    let directory = try TemporaryDirectory()
    let days = try Dnplog.run(["simulate", "happy", "--days", "40"], in: directory)
    let log = days.output
    try directory.add("whole.log", log)
    // A writer adds some of the log, rotates now and then, and never waits for the reader.
    let result = try shell(
      """
      size=$(wc -c < whole.log); n=100; part=0; head -c $n whole.log > device.log
      # Without a checkpoint a call begins with the file that is there.
      watch; await '"event":"status"' out; kill -KILL $child; wait $child
      while [ $part -lt 20 ]; do
        part=$((part + 1))
        cat out >> killed; : > out
        watch
        end=$((size * part / 20))
        while [ $n -lt $end ]; do
          step=$((end - n)); [ $step -gt 1013 ] && step=1013
          tail -c +$((n + 1)) whole.log | head -c $step >> device.log
          n=$((n + step))
        done
        # From before it begins to after it has written some; every third comes to a checkpoint, so that
        # no file is gone before it is read.
        sleep 0.0$((part * 37 % 90 + 10))
        [ $((part % 3)) = 0 ] && await '"event":"status"' out
        kill -KILL $child; wait $child
        if [ $((part % 4)) = 1 ]; then
          rm -f device.log.2; [ -e device.log.1 ] && mv device.log.1 device.log.2
          mv device.log device.log.1; : > device.log
        fi
      done 2> /dev/null
      cat out >> killed; : > out
      watch
      await '"event":"status"' out
      kill -TERM $child; wait $child
      tail -n 1 out > watched
      mkdir all; cp whole.log all/device.log; cd all
      "$0" validate --format json device.log > ../whole
      cd ..; cat errors
      grep -c '"resumedAt":[0-9]' killed
      """, in: directory)
    let lines = result.output.split(separator: "\n")
    // Several calls must have gone on from a checkpoint, or nothing was tested.
    #expect(lines.count == 1 && (Int(lines[0]) ?? 0) >= 5, "\(result.output)")
    let watched = try run("/bin/cat", ["watched"], directory: directory.path)
    let whole = try run("/bin/cat", ["whole"], directory: directory.path)
    #expect(try JSONText(watched.output) == JSONText(whole.output))
  }

  @Test(arguments: [
    (
      "printf '%s' other > device.log",
      "does not fit: no file of this name holds what was read before"
    ),
    ("printf '%s' x >> state", "is damaged, or of another program"),
  ])
  func `a checkpoint that does not fit is told and the log is read again`(
    change: String, reason: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try shell(
      """
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      \(change)
      : > out
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      cat errors; grep -c '"event":"start".*"resumedAt":null' out
      """, in: directory)
    #expect(
      result.output
        == "dnplog: device.log: the checkpoint state \(reason): the log is read again from its start\n"
        + "1\n")
  }

  @Test func `a report says that nothing is known of what was not read`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try shell(
      """
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      echo other > device.log; : > out
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      tail -n 1 out
      """, in: directory)
    let summary = try JSONText(result.output)
    let told = summary["assumptions"].elements.first { $0["what"].string == "checkpoint" }
    #expect(told?["value"].string == "does not fit")
  }

  @Test func `what was compressed while nobody watched is not lost`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("whole.log", Samples.happyCycle)
    let result = try shell(
      """
      head -n 6 whole.log > device.log
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      head -n 12 whole.log | gzip > device.log.1.gz
      rm device.log; tail -n +13 whole.log > device.log
      : > out
      watch; await '"event":"cycle"' out; kill -TERM $child; wait $child; echo $?
      tail -n 1 out > watched
      mkdir all; cp whole.log all/device.log; cd all
      "$0" validate --format json device.log > ../whole
      cd ..; cat errors
      """, in: directory)
    #expect(result.output == "0\n")
    let watched = try run("/bin/cat", ["watched"], directory: directory.path)
    let whole = try run("/bin/cat", ["whole"], directory: directory.path)
    #expect(try JSONText(watched.output) == JSONText(whole.output))
  }

  /// As of a call that was killed between two writings, with a checkpoint older than the history or of its age.
  @Test(arguments: ["cp old state", ":"])
  func `a history counts once what was recorded behind the checkpoint`(restore: String) throws {
    let directory = try TemporaryDirectory()
    for (day, name) in [("14", "a"), ("15", "b"), ("16", "c")] {
      try directory.add(
        name, Samples.happyCycle.replacing("2025-11-14", with: "2025-11-\(day)"))
    }
    let result = try shell(
      """
      w() {
        "$0" watch -q --checkpoint state --history h.db --export prometheus=m.prom --interval 1 \\
          device.log >> out 2>> errors & child=$!
      }
      cat a > device.log
      w; await 'dnplog_lines_total 19$' m.prom; cp state old
      mv device.log device.log.1; cat b > device.log
      await 'dnplog_lines_total 38$' m.prom; kill -KILL $child; wait $child
      \(restore)
      cat c >> device.log
      w; await 'dnplog_lines_total 57$' m.prom; kill -TERM $child; wait $child; echo $?
      cat errors; "$0" history list h.db | tail -n 1
      """, in: directory)
    #expect(result.output == "0\n1 run\n")
  }

  @Test func `a checkpoint that can no longer be written is told while the log is silent`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try WatchTests.shell(
      """
      mkdir folder
      "$0" watch -q --interval 1 --checkpoint folder/state device.log > out 2> errors & child=$!
      until [ -e folder/state ]; do sleep 0.03; done
      rm -r folder
      await 'folder/state: the directory does not exist' errors
      kill -TERM $child; wait $child; echo $?
      """, in: directory)
    #expect(result.output == "2\n")
  }

  @Test func `a checkpoint of other options is not taken`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try shell(
      """
      watch; await '"event":"status"' out; kill -TERM $child; wait $child
      : > out
      "$0" watch --strict --checkpoint state --interval 1 --format ndjson device.log > out & child=$!
      await '"event":"status"' out; kill -TERM $child; wait $child
      """, in: directory)
    #expect(
      result.errors
        == "dnplog: device.log: the checkpoint state is of other options:"
        + " the log is read again from its start\n")
  }

  // MARK: Commands

  @Test func `a command that ends is started again and its lines are counted once`() throws {
    let directory = try TemporaryDirectory()
    let lines = Samples.text("acceptance/second-cycle-never-completes.log").split(separator: "\n")
    try directory.add("whole.log", lines.map { $0 + "\n" }.joined())
    // It prints all that it has each time, and in between has some more.
    try directory.add(
      "device",
      """
      n=$(cat count 2> /dev/null || echo 5); echo $((n + 9)) > count
      echo "--------- beginning of main"
      head -n $n whole.log
      [ $n -gt 40 ] && exec sleep 60
      echo "device offline" >&2; exit 3

      """)
    let result = try WatchTests.shell(
      """
      "$0" watch --reconnect 'sh device' --format ndjson > out & child=$!
      await '"change":"repeated"' out
      await '"change":"stderr","lostBytes":null,"message":"device offline"' out
      await 'the command ended with status 3' out
      kill -TERM $child; wait $child
      tail -n 1 out > watched; n=$(cat count)
      (echo "--------- beginning of main"; head -n $((n - 9)) whole.log) > all
      "$0" validate --format json - < all > whole
      """, in: directory)
    #expect(result.errors == "")
    let watched = try run("/bin/cat", ["watched"], directory: directory.path)
    let whole = try run("/bin/cat", ["whole"], directory: directory.path)
    #expect(try JSONText(watched.output) == JSONText(whole.output))
  }

  @Test func `a command ends with the watching`() throws {
    let directory = try TemporaryDirectory()
    let result = try WatchTests.shell(
      """
      "$0" watch -q --reconnect 'echo $$ > id; sleep 77 & echo $! > other; wait' > out & child=$!
      await '[0-9]' other
      kill -INT $child; wait $child; echo $?
      n=0
      while kill -0 $(cat id) 2> /dev/null || kill -0 $(cat other) 2> /dev/null; do
        n=$((n + 1)); [ $n -lt 200 ] || { echo alive; break; }; sleep 0.02
      done
      """, in: directory)
    #expect(result.output == "1\n")
  }
}
