import TestSupport
import Testing

/// Logs of which a part cannot be read: the rest is never judged as if it were all.
struct LostPartsTests {
  /// Cuts a healthy log of four days in three, and prints the result of a command behind that.
  private func judge(_ script: String) throws -> SpawnResult {
    let directory = try TemporaryDirectory()
    return try Dnplog.shell(
      """
      "$0" simulate happy --days 4 --container bare-iso -o all
      head -20 all > z.log.2; sed -n 21,40p all > z.log.1; tail -n +41 all > z.log
      \(script)
      """, in: directory)
  }

  private static let gap = "INCONCLUSIVE  a part of the log could not be read: z.log.1\n"

  @Test func `all parts of a healthy log pass`() throws {
    #expect(try judge("\"$0\" validate -q z.log*").output.hasPrefix("PASS"))
  }

  @Test(arguments: [
    // Not there, though it was named; in a form that is not read; without a word.
    ("mv z.log.1 x; \"$0\" validate -q z.log z.log.1 z.log.2", 2),
    ("printf '\\3757zXZ\\0more' > z.log.1; \"$0\" validate -q z.log*", 2),
    ("rm z.log.1; \"$0\" validate -q z.log*", 1),
    ("mv z.log.1 x; \"$0\" validate -q --join z.log.2 z.log.1 z.log", 2),
  ])
  func `a lost part leaves nothing certain`(script: String, status: Int32) throws {
    let result = try judge(script)
    #expect(result.output == Self.gap)
    #expect(result.exitCode == status)
  }

  @Test func `a lost input of a merge leaves nothing certain`() throws {
    let result = try judge("awk 'NR % 2' all > odd; \"$0\" validate -q --merge odd z.gone")
    #expect(result.output == "INCONCLUSIVE  a part of the log could not be read: z.gone\n")
    #expect(result.exitCode == 2)
  }

  @Test func `a merge takes no name for a place in a rotation`() throws {
    let result = try judge(
      """
      awk 'NR % 2' all > dev.log.1; awk 'NR % 2 == 0' all > dev.log.2
      "$0" validate -q --merge dev.log.1 dev.log.2
      """)
    #expect(result.output.hasPrefix("PASS"))
  }

  @Test func `a fault that one line shows stays one`() throws {
    let result = try judge(
      """
      rm z.log.1; echo '2025-11-18T05:00:00.000Z [DNP-FETCH] token=eyJhbGciOiJIUzI1NiJ9.\
      eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U' >> z.log
      "$0" validate -q z.log*
      """)
    #expect(result.output.contains("\nFAIL  "))
  }

  @Test func `parts joined newest first are said to be`() throws {
    let result = try judge("\"$0\" validate -q --join z.log z.log.1 z.log.2")
    #expect(
      result.output
        == "INCONCLUSIVE  its parts look newest first: z.log.1 ends before what is read before it\n"
    )
    let named = try judge("\"$0\" validate --join z.log z.log.1 z.log.2")
    #expect(named.output.contains("\nNote      order newest part first: z.log.1 "))
  }

  @Test func `with each the files of a rotation are runs of their own`() throws {
    let result = try judge("mkdir d; mv z.log* d; \"$0\" validate -q --each d; echo d > l")
    let names = result.output.split(separator: "\n").filter { $0.hasPrefix("d/") }
      .map { $0.prefix { $0 != ":" } }
    #expect(names == ["d/z.log", "d/z.log.1", "d/z.log.2"])
  }
}
