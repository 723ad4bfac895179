import TestSupport
import Testing

/// What signals leave behind.
struct SignalTests {
  /// Writes a long log, waits until a part of it is there, and sends a signal.
  private static func interrupt(
    _ signal: String, in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    // The tests may run where a signal is ignored, and a shell has INT and QUIT ignored behind its back.
    try run(
      "/bin/bash",
      [
        "-c",
        """
        ulimit -c 0; echo old > a.log
        env --default-signal "$0" simulate happy --days 100000 -o a.log > /dev/null 2>&1 < /dev/null &
        child=$!
        until [ -s a.log.dnplog-1 ]; do kill -0 $child || exit 99; sleep 0.01; done
        kill -$1 $child; wait $child 2> /dev/null; echo $?; head -c 100 a.log; ls -A
        """, Dnplog.path, signal,
      ], directory: directory.path)
  }

  @Test(arguments: [
    ("HUP", 1), ("QUIT", 3), ("ABRT", 6), ("USR1", 10), ("SEGV", 11), ("USR2", 12), ("PIPE", 13),
    ("ALRM", 14), ("TERM", 15), ("XCPU", 24), ("VTALRM", 26), ("PROF", 27),
  ])
  func `a signal ends the program as ever, leaves the old file and no part of a new one`(
    signal: String, number: Int
  ) throws {
    let directory = try TemporaryDirectory()
    let result = try Self.interrupt(signal, in: directory)
    #expect(result.output == "\(128 + number)\nold\na.log\n")
    #expect(result.errors == "")
  }

  @Test func `control-C leaves no part of a file`() throws {
    let directory = try TemporaryDirectory()
    let result = try Self.interrupt("INT", in: directory)
    #expect(result.output == "130\nold\na.log\n")
  }

  @Test func `what a killed run left is removed by the next that writes the file`() throws {
    let directory = try TemporaryDirectory()
    let result = try Self.interrupt("KILL", in: directory)
    #expect(result.output == "137\nold\na.log\na.log.dnplog-1\n")
    let next = try Dnplog.shell("\"$0\" simulate happy -o a.log && ls -A", in: directory)
    #expect(next.output == "a.log\n")
  }

  @Test func `a signal that the caller has ignored stays ignored`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      trap '' HUP; "$0" simulate happy --days 300 -o a.log > /dev/null & child=$!
      until [ -e a.log.dnplog-1 ] || [ -e a.log ]; do sleep 0.01; done
      kill -HUP $child; wait $child; echo $?; ls -A
      """, in: directory)
    #expect(result.output == "0\na.log\n")
  }

  @Test func `a limit of the file size is an error that is told`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      ulimit -f 8
      "$0" simulate happy --days 300 -o a.log; echo $?
      "$0" simulate happy --days 300 > b.log; echo $?
      ls -A
      """, in: directory)
    #expect(
      result.errors == """
        dnplog: a.log: the file would exceed the size limit: raise it; an older file is untouched
        dnplog: standard output: File too large: what was printed is not complete

        """)
    #expect(result.output == "2\n2\nb.log\n")
  }
}
