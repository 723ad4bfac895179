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
    // A file that would exceed its limit is an error to tell (EFBIG), not an end without a word.
    _ = signal(SIGXFSZ, SIG_IGN)
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
    do throws(Failure) {
      switch try parse(words, into: &settings) {
      case .run(let command): return command.run(settings)
      case .help(let text): return StandardOutput.print(text).rawValue
      case .version:
        let library = GzipLibrary.fastest.name
        return StandardOutput.print(
          "dnplog \(Program.version) (commit \(Commit.name)), gzip by \(library)\n"
        ).rawValue
      case .usage(let text):
        StandardError.print(text)
        return ExitStatus.usage.rawValue
      }
    } catch {
      for problem in error.problems { StandardError.print(problem) }
      // A file that a program reads is never left to tell of an older run.
      var exporter = Exporter(settings: settings)
      for problem in exporter.writeFailure(error) { StandardError.print(problem) }
      return error.status.rawValue
    }
  }

  /// Reads a command line, over the configuration file where the command takes options from it.
  nonisolated private static func parse(
    _ words: [String], into settings: inout Settings
  ) throws(Failure) -> CommandParser<Settings>.Invocation {
    let parser = CommandParser(root: Program.root, adviseOn: Self.advice(onFile:))
    func parse(into settings: inout Settings) throws(Failure)
      -> CommandParser<Settings>.Invocation
    {
      do throws(UsageError) {
        return try parser.parse(words, into: &settings)
      } catch {
        throw Failure(Problem(error))
      }
    }
    let invocation = try parse(into: &settings)
    guard case .run(let command) = invocation, settings.usesConfiguration,
      let path = ConfigurationSearch.nearest()
    else { return invocation }
    let options = command.options
    guard options.contains(where: { $0.long == OptionTables.withoutConfiguration }) else {
      return invocation
    }
    let file = try Configuration(reading: path, options: Program.validate.options)
    settings = try file.settings(for: options)
    return try parse(into: &settings)
  }
}
