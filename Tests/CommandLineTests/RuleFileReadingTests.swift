import TestSupport
import Testing

/// The reading of rule files.
struct RuleFileReadingTests {
  @Test func `control C while a rule file is read is no fault of the file`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add(
      "mine.yaml",
      """
      pack: mine
      title: Mine
      rules:
        - {id: r, title: R, bucket: A, never: {event: process_crash}}

      """)
    // The pipe stays open until the signal has come, and the rules come after it.
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; "$0" validate --rules pipe device.log 3>&- & child=$!
      ready; kill -INT $child; sleep 0.3; cat mine.yaml >&3; exec 3>&-; wait $child
      """, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == 130)
  }
}
