import TestSupport
import Testing

/// `dnplog compare` over logs of the simulator.
struct CompareCommandTests {
  private static let make = #""$0" simulate happy --days 3 --seed 4 -o golden.log"#

  private func shell(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    return try Dnplog.shell(Self.make + "\n" + script, in: directory)
  }

  @Test(arguments: [
    "--seed 4", "--seed 4 --start 2026-02-01", "--seed 4 --gzip", "--seed 4 --noise 0.5",
    "--seed 4 --container threadtime+year",
    "--container docker --seed 9 --start 2026-03-01 --noise 0.3 --gzip",
  ])
  func `a healthy twin is the same`(options: String) throws {
    let result = try shell(
      #""$0" simulate happy --days 3 \#(options) -o twin; "$0" compare -q golden.log twin"#
    )
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output == "SAME  3 cycles as in the golden run, 1 open in both and not compared\n")
  }

  @Test(arguments: ["happy", "restarts", "two-schedules", "network-off", "low-power-late", "api"])
  func `healthy runs of one scenario are the same whatever their seeds`(scenario: String) throws {
    let result = try shell(
      """
      "$0" simulate \(scenario) --seed 1 -o one.log
      for seed in 2 3 4 5; do
        "$0" simulate \(scenario) --seed $seed --start 2026-01-1$seed -o $seed.log
        "$0" compare -q one.log $seed.log || echo "seed $seed"
      done
      """)
    #expect(!result.output.contains("seed"), "\(result.output)\(result.errors)")
  }

  @Test(arguments: ["drop", "swap", "delay --at fetch_success", "rekey", "alter", "insert"])
  func `a mutated log is not the same as its healthy twin`(mutation: String) throws {
    let result = try shell(
      #"""
      for seed in 1 2 3; do
        "$0" simulate happy --days 3 --seed $seed -o $seed.log
        "$0" simulate happy --days 3 --seed $seed --mutate \#(mutation) -o $seed.bad
        "$0" compare -q $seed.log $seed.bad > report; test $? = 1 || cat report
      done
      """#)
    #expect(result.output == "", "\(result.output)\(result.errors)")
  }

  @Test func `a fault that is gone is told and does not fail`() throws {
    let result = try shell(
      #""$0" simulate happy --days 3 --seed 4 --mutate alter -o bad.log; "$0" compare bad.log golden.log"#
    )
    #expect(result.exitCode == 0, "\(result.output)")
    #expect(result.output.contains("Findings that are gone\n"))
  }

  @Test func `a summary stands for its log, on either side`() throws {
    let result = try shell(
      """
      "$0" simulate happy --days 3 --seed 4 --mutate alter -o bad.log
      "$0" validate --format json golden.log > golden.json
      "$0" validate --format json bad.log > bad.json
      for golden in golden.log golden.json; do for bad in bad.log bad.json; do
        "$0" compare -q $golden $bad
      done; done | sort | uniq -c | awk '$1 % 4 { print "other", $0 }'
      """)
    #expect(result.output == "", "\(result.output)\(result.errors)")
  }

  @Test func `a recorded run is compared as the log is`() throws {
    let result = try shell(
      """
      "$0" simulate happy --days 3 --seed 4 --mutate alter -o bad.log
      "$0" validate -q --history h.db golden.log > /dev/null
      "$0" validate -q --history h.db bad.log > /dev/null
      "$0" compare -q golden.log bad.log > expected; echo $?
      "$0" compare -q h.db#1 h.db#2 | cmp - expected
      "$0" compare -q golden.log h.db#2 | cmp - expected
      cp golden.log 'log#7'; "$0" compare -q 'log#7' h.db#1 > /dev/null; echo $?
      for wrong in h.db#9 h.db#0 h.db#x golden.log#1 gone.db#1 h.db#1; do
        "$0" compare h.db#1 $wrong 2>&1 | head -n 1
      done
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["1", "0"], "\(result.output)\(result.errors)")
    #expect(lines.count == 8, "\(result.output)")
    for (line, words) in zip(
      lines.dropFirst(2),
      [
        "h.db: there is no run 9", "h.db#0: ", "h.db#x: ", "golden.log: ", "gone.db: it does not",
        "h.db#1: both runs are the same",
      ])
    { #expect(line.hasPrefix("dnplog: " + words), "\(line)") }
  }

  @Test func `standard input is one of the runs`() throws {
    let result = try shell(#"sed 's/x/x/' golden.log | "$0" compare -q golden.log -"#)
    #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
  }

  @Test(arguments: [
    ("golden.log", "needs CANDIDATE", 2), ("golden.log a b", "dnplog: ", 2),
    ("golden.log missing.log", "dnplog: missing.log: ", 2),
    ("golden.log golden.log", "dnplog: golden.log: both runs are the same: ", 2),
    ("golden.log link.log", "dnplog: link.log: both runs are the same: ", 2),
    ("- -", "dnplog: standard input cannot be both runs: ", 2),
    ("golden.log several", "dnplog: several: there are 2 runs in it", 2),
    ("golden.log two.json", "dnplog: two.json: it is the summary of 2 runs", 2),
    ("golden.log cut.json", "dnplog: cut.json:", 2),
    ("--tolerance 5 golden.log twin.log", "'5' is no tolerance", 2),
    ("--tolerance 5s,6s golden.log twin.log", "'5s,6s' is no tolerance", 2),
    ("--tolerance -1% golden.log twin.log", "", 2),
    ("--format junit golden.log twin.log", "'junit' is not a choice", 2),
  ])
  func `what cannot be compared is refused`(
    arguments: String, error: String, status: Int32
  ) throws {
    let result = try shell(
      """
      ln -s golden.log link.log; cp golden.log twin.log
      mkdir several; cp golden.log several/a.log; cp golden.log several/b.txt
      "$0" validate --format json several/a.log several/b.txt > two.json
      "$0" validate --format json golden.log | head -c 2000 > cut.json
      "$0" compare \(arguments) < /dev/null
      """)
    #expect(result.exitCode == status)
    #expect(result.output == "")
    #expect(result.errors.contains(error) && !result.errors.isEmpty, "\(result.errors)")
  }

  @Test(arguments: ["golden.log empty.log", "empty.log golden.log", "empty.log other.log"])
  func `a log without an event is never the same`(arguments: String) throws {
    let result = try shell(
      #"echo hello > empty.log; echo world > other.log; "$0" compare -q \#(arguments)"#)
    #expect(result.exitCode == 1, "\(result.output)")
    #expect(!result.output.contains("SAME"))
  }

  @Test func `an exit status of zero can be asked for`() throws {
    let result = try shell(
      #"echo hello > empty.log; "$0" compare -q --exit-zero golden.log empty.log"#)
    #expect(result.exitCode == 0)
  }

  @Test func `a format of the configuration file that compare lacks is left to the others`() throws
  {
    let result = try shell(
      #"""
      cp golden.log twin.log; mkdir .git; echo 'format: junit' > .dnplog.yaml
      "$0" compare -q golden.log twin.log
      echo 'format: json' > .dnplog.yaml; "$0" compare golden.log twin.log | grep '"schema"'
      """#)
    #expect(
      result.output.hasPrefix("SAME  3 cycles as in the golden run, ")
        && result.output.hasSuffix("\n  \"schema\": \"dnplog.compare/1\",\n"),
      "\(result.output)\(result.errors)")
  }
}
