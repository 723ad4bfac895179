import TestSupport
import Testing

/// Files that are put together by their names, and whose times contradict that.
struct RotationTimesTests {
  private func run(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    return try Dnplog.shell(
      """
      "$0" simulate happy --days 4 --container bare-iso -o all
      \(script)
      """, in: directory)
  }

  private static let devices =
    "for i in 1 2 3; do \"$0\" simulate happy --seed $i -o device.log.$i; done\n"

  @Test(arguments: [
    "validate device.log.*", "validate $PWD", "validate --year 2025 device.log.*",
    "validate device.log.1 device.log.3",
  ])
  func `logs of one time are runs of their own`(call: String) throws {
    let result = try run(Self.devices + "rm all; \"$0\" \(call)")
    #expect(result.exitCode == 0)
    #expect(result.output.contains("device.log.1 by itself: "))
    #expect(result.output.contains(call.hasSuffix("3") ? "\nPASS  2 cycles" : "\nPASS  3 cycles"))
  }

  @Test func `logs of one time in an archive are runs of their own`() throws {
    let result = try run(Self.devices + "tar cf d.tar device.log.*; \"$0\" validate -q d.tar")
    #expect(result.output.hasPrefix("PASS  3 cycles"))
  }

  @Test func `logs of one time are explained one by one`() throws {
    let rule = "prefetch-cycle/one-delivery-per-content"
    let call = "\"$0\" explain \(rule) device.log.* | grep -c '^device.log'"
    let result = try run(Self.devices + call)
    #expect(result.output == "3\n")
  }

  @Test(arguments: ["x.log.1 x.log.2 x.log.3", "x.log.1 x.log.2 x.log", "x.log x.log.1 x.log.2"])
  func `numbers may count upwards`(names: String) throws {
    let result = try run(
      """
      set -- \(names)
      head -20 all > $1; sed -n 21,40p all > $2; tail -n +41 all > $3
      "$0" validate x.log*
      """)
    #expect(result.output.contains("\nPASS  4 cycles"))
    #expect(result.output.contains("\nNote      order numbered upwards: by their times "))
  }

  /// One file that is out of place may be the doing of a clock that was set back.
  @Test func `a single file out of place is not moved`() throws {
    let result = try run(
      "head -40 all > x.log; tail -n +41 all > x.log.1; \"$0\" validate -q x.log*")
    #expect(result.output.hasPrefix("INCONCLUSIVE  its parts look newest first"))
  }

  /// Times that the clock showed twice are shared by two files, and one process goes on in both.
  @Test func `a clock that is set back makes no two runs`() throws {
    let result = try run(
      """
      "$0" simulate dst-autumn -o dst
      n=$(wc -l < dst)
      for k in $(seq 4 $((n - 3))); do
        head -$k dst > x.log.1; tail -n +$((k + 1)) dst > x.log; "$0" validate x.log*
      done | grep -c 'by itself'
      """)
    #expect(result.output == "0\n")
  }

  @Test func `a rotation is one run`() throws {
    let result = try run(
      "head -40 all > x.log.1; tail -n +40 all > x.log; \"$0\" validate x.log*")
    #expect(!result.output.contains("  order = "))
  }
}
