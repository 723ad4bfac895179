import TestSupport
import Testing

/// A log that is judged while somebody writes to it.
///
/// The writer is the shell of each test, which polls for what the program prints.
@Suite(.timeLimit(.minutes(Patience.minutes)))
struct WatchTests {
  static let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }
  /// A log with a fault.
  static let faulty = lines.filter { !$0.contains("Fetch success") }.joined()

  /// Waits until a pattern stands in a file.
  static let prelude = """
    await() {
      tries=0
      until grep -q -- "$1" "$2" 2> /dev/null; do
        tries=$((tries + 1))
        if [ $tries -gt 1000 ]; then
          echo "no '$1' in $2:" >&2; cat "$2" >&2; kill -9 $child; exit 99
        fi
        sleep 0.03
      done
    }

    """

  static func shell(
    _ script: String, _ arguments: [String] = [], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    try Dnplog.shell(prelude + script, arguments, in: directory)
  }

  /// Watches `device.log` as the script writes to it, and expects what validate says of all bytes, which
  /// the script leaves in `all/device.log`.
  private func expectSameAsValidate(
    _ script: String, _ files: [String: String], _ options: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let directory = try TemporaryDirectory()
    for (name, text) in files { try directory.add(name, text) }
    let result = try Self.shell(
      """
      mkdir all
      "$0" watch --interval 1 \(options) --format ndjson device.log > out 2> errors & child=$!
      \(script)
      kill -TERM $child; wait $child; echo "watch $?"
      tail -n 1 out > watched.json
      cd all
      "$0" validate --format json device.log > ../whole.json; echo "validate $?"
      """, in: directory)
    let statuses = result.output.split(separator: "\n").map { $0.split(separator: " ").last }
    #expect(statuses.count == 2 && statuses[0] == statuses[1], sourceLocation: sourceLocation)
    #expect(result.errors == "", sourceLocation: sourceLocation)
    let watched = try JSONText(Self.cat("watched.json", in: directory))
    let whole = try JSONText(Self.cat("whole.json", in: directory))
    #expect(watched == whole, sourceLocation: sourceLocation)
    #expect(try Self.cat("errors", in: directory) == "", sourceLocation: sourceLocation)
  }

  static func cat(_ name: String, in directory: borrowing TemporaryDirectory) throws -> String {
    try run("/bin/cat", [name], directory: directory.path).output
  }

  // MARK: Writers

  @Test(arguments: ["", "--poll"])
  func `a log that grows comes to what validate says of it`(options: String) throws {
    try expectSameAsValidate(
      """
      await '"event":"start"' out
      head -c 700 whole.log >> device.log; sleep 0.1
      tail -c +701 whole.log >> device.log
      cp whole.log all/device.log
      await '"event":"cycle"' out
      """, ["whole.log": Samples.happyCycle, "device.log": ""], options)
  }

  @Test func `rotation by renaming loses nothing`() throws {
    try expectSameAsValidate(
      """
      await '"event":"start"' out
      head -n 5 whole.log >> device.log
      mv device.log device.log.1
      tail -n +6 whole.log | head -n 4 >> device.log.1
      tail -n +10 whole.log > device.log
      cp whole.log all/device.log
      await '"change":"rotated"' out
      """, ["whole.log": Samples.happyCycle, "device.log": ""])
  }

  @Test func `a log that is copied and cut loses nothing`() throws {
    try expectSameAsValidate(
      """
      head -n 5 whole.log >> device.log
      await '"bytes":[1-9]' out
      cp device.log device.log.1; : > device.log
      tail -n +6 whole.log >> device.log
      cp whole.log all/device.log
      await '"change":"truncated"' out
      """, ["whole.log": Samples.happyCycle, "device.log": ""])
  }

  @Test func `a log that comes to be later is judged whole`() throws {
    try expectSameAsValidate(
      """
      await '"change":"absent"' out
      cp whole.log device.log; cp whole.log all/device.log
      await '"change":"present"' out
      """, ["whole.log": Self.faulty])
  }

  @Test func `half a line and half a character count once`() throws {
    let text = Samples.happyCycle.replacing("DNP", with: "DNP") + "[DNP-PLUGIN] caché"
    try expectSameAsValidate(
      """
      await '"event":"start"' out
      length=$(wc -c < whole.log); n=0
      while [ $n -lt 1900 ]; do
        head -c $((n + 97)) whole.log | tail -c 97 >> device.log; n=$((n + 97))
      done
      tail -c +$((n + 1)) whole.log >> device.log
      cp whole.log all/device.log
      """, ["whole.log": text, "device.log": ""])
  }

  @Test func `bytes that were lost are told and the verdict knows it`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle + "[DNP-PLUGIN] half")
    let result = try Self.shell(
      """
      "$0" watch --interval 1 --format ndjson device.log > out & child=$!
      await '"bytes":[1-9]' out
      : > device.log; echo '[DNP-PLUGIN] go on' >> device.log
      await '"change":"truncated","lostBytes":17' out
      kill -TERM $child; wait $child
      tail -n 1 out
      """, in: directory)
    #expect(result.exitCode == 0)
    let summary = try JSONText(result.output)
    #expect(summary["verdict"].string != nil)
    #expect("\(summary)".contains("could not be read") || "\(summary)".contains("missing"))
  }

  // MARK: What is shown

  @Test func `a pipe is told each change in a line and the report at the end`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.faulty)
    let result = try Self.shell(
      """
      "$0" watch device.log > out & child=$!
      await 'cycle ' out
      await 'violated ' out
      mv device.log device.log.1; echo 'noise' > device.log
      await 'rotated ' out
      kill -INT $child; wait $child; echo $?
      """, in: directory)
    #expect(result.output == "1\n")
    let text = try Self.cat("out", in: directory)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].contains(/^[0-9:]{8}Z  watching    device.log, from its start$/))
    #expect(lines.contains { $0.contains(/^[0-9:]{8}Z  violated    \S+\/\S+, .*device.log:|line/) })
    #expect(text.contains("\n\ndnplog: device.log  "))
    #expect(text.contains("\nFAIL  1 plugin fault"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `a stream that ends comes to what validate says of it`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.faulty)
    let result = try Self.shell(
      """
      cat device.log | "$0" watch --format json - > watched; echo $?
      cat device.log | "$0" validate --format json - > whole; echo $?
      """, in: directory)
    #expect(result.output == "1\n1\n")
    #expect(try Self.cat("watched", in: directory) == Self.cat("whole", in: directory))
    #expect(result.errors == "")
  }

  @Test func `a named pipe is read to its end`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Self.shell(
      """
      mkfifo pipe; "$0" watch -q pipe > out & child=$!
      cat device.log > pipe
      wait $child; echo $?
      """, in: directory)
    #expect(result.output == "0\n")
    #expect(try Self.cat("out", in: directory).hasPrefix("PASS"))
  }

  @Test func `records for programs have fixed keys`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.faulty)
    let result = try Self.shell(
      """
      "$0" watch --interval 1 --format ndjson device.log > out & child=$!
      await '"event":"status"' out
      kill -TERM $child; wait $child; cat out
      """, in: directory)
    let records = try result.output.split(separator: "\n").map { try JSONText(String($0)) }
    let keys = Dictionary(
      records.dropLast().map { ($0["event"].string ?? "?", $0.members.map(\.key)) }
    ) { first, _ in first }
    #expect(keys["start"] == ["schema", "event", "time", "input", "resumedAt"])
    #expect(keys["finding"] == ["schema", "event", "time", "state", "settledBy", "finding"])
    #expect(keys["cycle"] == ["schema", "event", "time", "state", "before", "cycle"])
    #expect(
      keys["status"] == [
        "schema", "event", "time", "verdict", "reasons", "bytes", "lines", "events", "lastTime",
        "silence", "bySilence", "counters", "openCycles", "deadlines",
      ])
    #expect(records.dropLast().allSatisfy { $0["schema"].string == "dnplog.watch/1" })
    #expect(records.last?["schema"].string?.hasPrefix("dnplog.run/") == true)
  }

  // MARK: Silence

  /// The log ends where a fetch has begun, an hour ago.
  @Test(arguments: [("corrected", "10", Samples.happyCycle), ("confirmed", "null", faulty)])
  func `a deadline that passes in silence is marked and a later line decides`(
    state: String, line: String, whole: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.lines.prefix(9).joined())
    try directory.add(
      "rest.log", whole.split(separator: "\n").dropFirst(9).map { $0 + "\n" }.joined())
    let result = try Self.shell(
      """
      touch -d '1 hour ago' device.log
      "$0" watch --interval 1 --tolerance 2s --format ndjson device.log > out & child=$!
      await '"event":"silence"' out
      await '"state":"by-silence","settledBy":null,"finding":{"rule":"hints/fetch-has-outcome"' out
      cat rest.log >> device.log
      await '"state":"\(state)","settledBy":\(line),"finding":{"rule":"hints/fetch-has-outcome"' out
      kill -TERM $child; wait $child
      tail -n 1 out > watched
      mkdir all; cp device.log all; cd all; "$0" validate --format json device.log > ../whole
      """, in: directory)
    #expect(result.errors == "")
    #expect(
      try JSONText(Self.cat("watched", in: directory)) == JSONText(Self.cat("whole", in: directory))
    )
  }

  /// The log ends before its notification is due, an hour ago.
  @Test(arguments: [
    ("corrected", Samples.happyCycle, "used_prefetch"),
    (
      "confirmed",
      lines.prefix(14).joined() + "2025-11-14 06:30:00.000000+0000 App[1:1] [DNP-PLUGIN] hello\n",
      "not_delivered"
    ),
  ])
  func `a notification that does not come in silence is told and counted`(
    state: String, whole: String, outcome: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.lines.prefix(14).joined())
    try directory.add(
      "rest.log", whole.split(separator: "\n").dropFirst(14).map { $0 + "\n" }.joined())
    let result = try Self.shell(
      """
      touch -d '1 hour ago' device.log
      "$0" watch --interval 1 --format ndjson --export prometheus=m.prom device.log > out & child=$!
      await '"event":"cycle",.*"state":"by-silence","before":null,.*"outcome":"not_delivered"' out
      await '"bySilence":{"findings":2,"cycles":1}' out
      await 'dnplog_watch_silence_cycles 1' m.prom
      cat rest.log >> device.log
      await '"event":"cycle",.*"state":"\(state)",.*"outcome":"\(outcome)"' out
      await '"bySilence":{"findings":0,"cycles":0}' out
      await 'dnplog_watch_silence_cycles 0' m.prom
      kill -TERM $child; wait $child
      grep -c dnplog_watch m.prom
      """, in: directory)
    #expect(result.errors == "")
    #expect(result.output == "0\n", "the last report is that of all lines")
  }

  @Test func `a log that was silent for less than the tolerance is waited for`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.lines.prefix(9).joined())
    let result = try Self.shell(
      """
      touch -d '40 seconds ago' device.log
      "$0" watch --interval 1 --tolerance 1h --format ndjson device.log > out & child=$!
      await '"event":"status"' out
      await '"deadlines":.*hints/fetch-has-outcome' out
      kill -TERM $child; wait $child
      grep -c by-silence out
      """, in: directory)
    #expect(result.output == "0\n")
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("", "dnplog: no log to watch: name a file, or - for standard input\n"),
    (
      "folder",
      "dnplog: folder: is a directory: name the log in it that is being written\n"
    ),
    (
      "a.gz",
      "dnplog: a.gz: is compressed, so it cannot be followed: name the log as it is written\n"
    ),
    (
      "--checkpoint c -",
      "dnplog: option '--checkpoint': what comes through a pipe cannot be read again from a place in"
        + " it: leave it out, or write the log to a file\n"
    ),
    (
      "--checkpoint other.log device.log",
      "dnplog: option '--checkpoint': other.log is no checkpoint, and is left alone: name another file\n"
    ),
    (
      "--checkpoint device.log device.log",
      "dnplog: option '--checkpoint': device.log is named for something else too: name another file\n"
    ),
    (
      "--checkpoint no/c device.log",
      "dnplog: no/c: the directory does not exist: create it first\n"
    ),
    (
      "--export prometheus=no/m.prom device.log",
      "dnplog: no/m.prom: the directory does not exist: create it first\n"
    ),
    (
      "--export json=folder device.log",
      "dnplog: folder: is a directory: name a file in it\n"
    ),
    (
      "--export prometheus=./later.log later.log",
      "dnplog: ./later.log: this is one of the inputs, and is left alone: name another file for the"
        + " report\n"
    ),
    (
      "--export json=a.out --export html=a.out device.log",
      "dnplog: a.out: another report is in this file: name another file for the report\n"
    ),
    (
      "--history other.log device.log",
      "dnplog: other.log: this is no history of dnplog: name another file; it is left alone\n"
    ),
    (
      "--reconnect dnplog-none-such",
      "dnplog: dnplog-none-such: the shell finds no such command: check it in a shell\n"
    ),
    (
      "device.log >> device.log",
      "dnplog: device.log: is also what is printed into: print into another file\n"
    ),
    (
      "--reconnect ls device.log",
      "dnplog: --reconnect reads its command, and a FILE beside it: leave one of them out\n"
    ),
  ])
  func `a wrong call is refused`(words: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("a.gz", bytes: gzip(Array(Samples.happyCycle.utf8)))
    let result = try Self.shell(
      "mkdir folder; : > device.log; echo a log > other.log; \"$0\" watch \(words) < /dev/null",
      in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors == message)
    #expect(result.output == "" || words.hasPrefix("--reconnect"))
  }

  @Test(arguments: ["a.log b.log", "--interval 0 a.log", "--tolerance -1s a.log", "--join a.log"])
  func `words that watch does not know are refused`(words: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Self.shell("\"$0\" watch \(words) < /dev/null", in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.hasPrefix("dnplog: "))
  }
}
