import TestSupport

/// The program under test, in a directory of its own and without standard input.
enum Dnplog {
  static let path = builtProgram("dnplog")

  static func run(
    _ arguments: [String], in directory: borrowing TemporaryDirectory
  ) throws -> SpawnResult {
    // The pipe that the tests would give counts as input; a null device does not.
    try TestSupport.run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" < /dev/null", path] + arguments,
      directory: directory.path)
  }
}
