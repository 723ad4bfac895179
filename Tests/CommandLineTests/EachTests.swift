import TestSupport
import Testing

/// `--each`: a report for each input, as soon as it was judged.
struct EachTests {
  private func run(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    return try Dnplog.shell(script, in: directory)
  }

  @Test(arguments: ["text", "json"])
  func `a report is printed before the next input is read`(format: String) throws {
    // The stream of JSON has a begin and an end.
    let lines = format == "json" ? [2, 4] : [1, 2]
    let result = try run(
      """
      mkfifo b.log; "$0" validate -q --format \(format) --each a.log b.log > out &
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        test "$(wc -l < out)" -ge \(lines[0]) && break; sleep 0.5
      done
      wc -l < out; cat a.log > b.log; wait; wc -l < out
      """)
    #expect(result.output.split { !$0.isNumber }.compactMap { Int($0) } == lines)
  }

  @Test func `reports stand in the order of the inputs`() throws {
    let result = try run(
      "cp a.log c.log; : > b.log; \"$0\" validate -q --each c.log gone.log b.log a.log")
    #expect(
      result.output.split(separator: "\n").map { $0.prefix(11) }
        == ["c.log: PASS", "b.log: INCO", "a.log: PASS"])
    #expect(result.errors == "dnplog: gone.log: no such file: check the path\n")
    #expect(result.exitCode == 2)
    let worst = try run("cp a.log b.log; : > c.log; \"$0\" validate -q --each a.log c.log b.log")
    #expect(worst.exitCode == 1)
  }

  @Test func `what an archive leaves out is told`() throws {
    let result = try run(
      """
      mkdir d; cp a.log d/1.log; cp a.log d/2.log; echo other > d/3.log; tar cf d.tar d/1.log d/2.log d/3.log
      "$0" validate --format json --each a.log d.tar | grep -c '"what": *"archive"'
      "$0" validate -q --each d.tar a.log
      """)
    #expect(
      result.output.split(separator: "\n").map { $0.prefix(12) }
        == ["1", "d.tar!d/1.lo", "d.tar!d/2.lo", "a.log: PASS "])
  }
}
