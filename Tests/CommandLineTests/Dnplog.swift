import TestSupport

/// Runs the program that was built beside the tests.
enum Dnplog {
  static let path: String = {
    let bundle = CommandLine.arguments.first ?? ""
    return bundle.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/dnplog"
  }()

  static func run(
    _ arguments: String..., input: String? = nil, in directory: borrowing TemporaryDirectory,
    environment: [String: String] = [:]
  ) throws -> SpawnResult {
    try TestSupport.run(
      path, arguments, input: input.map { Array($0.utf8) }, directory: directory.path,
      environment: environment)
  }
}
