import TestSupport
import Testing

/// The helper that runs programs, checked here since its own target holds no tests.
@Suite struct SpawnTests {
  @Test
  func `output larger than any pipe comes back while input larger than any pipe goes in`() throws {
    let input = [UInt8](repeating: 65, count: 1_000_000)
    let result = try run("/bin/sh", ["-c", "tee /dev/stderr"], input: input)
    #expect(result.stdout == input)
    #expect(result.stderr == input)
    #expect(result.ending == .exited(0))
  }

  @Test
  func `exit codes, signals, directory and environment are those asked for`() throws {
    #expect(try run("/bin/sh", ["-c", "exit 5"]).ending == .exited(5))
    #expect(try run("/bin/sh", ["-c", "kill -TERM $$"]).ending == .signalled(15))
    let result = try run(
      "/bin/sh", ["-c", "pwd; echo $COLOUR"], directory: "/usr", environment: ["COLOUR": "red"])
    #expect(result.output == "/usr\nred\n")
  }

  @Test
  func `a child that ignores its input does no harm`() throws {
    let input = [UInt8](repeating: 65, count: 1_000_000)
    #expect(try run("/bin/sh", ["-c", "exit 0"], input: input).exitCode == 0)
  }

  @Test
  func `a child meets the closed pipe that its reader leaves`() throws {
    let result = try run("/bin/sh", ["-c", "exec yes"], closesOutputAfter: 10)
    #expect(result.ending == .signalled(13))
  }

  @Test
  func `a child that hangs is killed`() throws {
    #expect(try run("/bin/sh", ["-c", "exec sleep 60"], timeout: 0).ending == .signalled(9))
  }

  @Test
  func `a program that is not there is an error`() {
    #expect(throws: SpawnError.self) { try run("/no/such/program") }
  }
}
