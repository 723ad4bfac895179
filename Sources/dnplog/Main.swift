internal import CommandSyntax
internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

@main
struct Main {
  nonisolated static func main() {
    // A program that started this one may have had it ignored; a closed pipe is to end it quietly.
    _ = signal(SIGPIPE, SIG_DFL)
    StandardStreams.occupy()
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Returns the advice on a file that stands where a command is expected.
  nonisolated private static func advice(onFile path: String) -> String? {
    // access(2) reads the path during the call.
    guard unsafe access(path, F_OK) == 0 else { return nil }
    return "to check this file, write 'dnplog validate \(path)'"
  }

  /// Obeys a command line and returns the exit status.
  nonisolated static func run(_ words: [String]) -> Int32 {
    var settings = Settings()
    do throws(UsageError) {
      let parser = CommandParser(root: Program.root, adviseOn: Self.advice(onFile:))
      switch try parser.parse(words, into: &settings) {
      case .run(let command): return command(settings)
      case .help(let text): return StandardOutput.print(text).rawValue
      case .version:
        let library = GzipLibrary.fastest.name
        return StandardOutput.print("dnplog \(Program.version), gzip by \(library)\n").rawValue
      case .usage(let text):
        StandardError.print(text)
        return ExitStatus.usage.rawValue
      }
    } catch {
      let failure = Failure(Problem(error))
      for problem in failure.problems { StandardError.print(problem) }
      // A file that a program reads is never left to tell of an older run.
      var exporter = Exporter(settings: settings)
      for problem in exporter.writeFailure(failure) { StandardError.print(problem) }
      return failure.status.rawValue
    }
  }
}
