internal import CommandSyntax
internal import LogFollowing
internal import LogReading
internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Program {
  static let watch = Command<Settings>(
    "watch", "Follow a log that is still being written, and judge it as it grows.",
    details: [
      "FILE is followed by its name: through rotation, truncation and absence. It may be a pipe, or -"
        + " for standard input; then the end of the stream is the end of the watching. What is there"
        + " already is read first.",
      "On a terminal the open cycles with their deadlines, the findings and the counters are redrawn in"
        + " place; elsewhere each change is a line. A finding that rests on silence alone is marked so,"
        + " and corrected where a later line shows otherwise.",
      "SIGINT and SIGTERM end the watching with the report of all that was read; SIGHUP opens the file"
        + " again. Exit status: 0 pass, 1 fail or inconclusive, 2 usage or unreadable input, 3 bad rule"
        + " file, 130 interrupted twice.",
    ],
    operands: [
      Operand("FILE", .atMostOne, "A log, a named pipe, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.watchedReading + OptionTables.environment + OptionTables.watching
      + OptionTables.rulePaths + OptionTables.judging + OptionTables.watchedReport,
    usual: [
      "env", "tz", "reconnect", "checkpoint", "interval", "rules", "format", "export", "quiet",
    ],
    examples: [
      Example("Watch a log file.", "dnplog watch device.log"),
      Example("Watch an Android device.", "adb logcat -v threadtime -v year | dnplog watch -"),
      Example(
        "Keep metrics up to date, and go on where an earlier call ended.",
        "dnplog watch --checkpoint device.state --export prometheus=device.prom \\\n"
          + "    device.log"),
    ]
  ) { settings in
    var exporter = Exporter(settings: settings)
    return Failure.reporting { () throws(Failure) in
      do throws(Failure) {
        let loop = try WatchLoop(settings, &exporter)
        return try loop.run(&exporter)
      } catch {
        // A file that a program reads is never left to tell of an older run.
        if !exporter.isDone {
          for problem in exporter.writeFailure(error) { StandardError.print(problem) }
        }
        throw error
      }
    }
  }
}

/// What is watched, by the words of the command line.
enum WatchedInput {
  case file(String)
  case pipe(String)
  case standardInput
  case command(String)

  init(_ settings: Settings) throws(Failure) {
    let named = settings.operands.first
    if let command = settings.watch.command {
      guard named == nil else {
        throw Self.mistake(
          "--reconnect reads its command, and a FILE beside it", "leave one of them out")
      }
      self = .command(command)
    } else {
      guard let named else {
        throw Self.mistake("no log to watch", "name a file, or - for standard input")
      }
      self = try named == InputSet.standardInputWord ? .standardInput : Self.file(at: named)
    }
    if let checkpoint = settings.watch.checkpoint {
      try Checkpoint.check(placeOf: checkpoint, settings)
      guard case .file = self else {
        throw Failure(
          Problem(
            "what comes through a pipe cannot be read again from a place in it",
            at: "option '--checkpoint'", advice: "leave it out, or write the log to a file"))
      }
    }
  }

  /// A path that names nothing yet is waited for.
  private static func file(at path: String) throws(Failure) -> WatchedInput {
    var status = stat()
    // stat(2) reads the path during the call and fills the struct on the stack.
    guard unsafe stat(path, &status) == 0 else {
      if errno == ENOENT, !path.isEmpty { return .file(path) }
      throw Failure(Problem(InputError(path: path, errorNumber: errno)))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      if let output = FileStatus.identityOfStandardOutput,
        output == FileStatus.identity(ofFile: path)
      {
        throw Failure(
          Problem("is also what is printed into", at: path, advice: "print into another file"))
      }
      return .file(path)
    case S_IFIFO, S_IFCHR: return .pipe(path)
    case S_IFDIR:
      throw Failure(
        Problem("is a directory", at: path, advice: "name the log in it that is being written"))
    default:
      throw Failure(Problem("is no file and no pipe", at: path, advice: "name a log"))
    }
  }

  private static func mistake(_ what: String, _ advice: String) -> Failure {
    Failure(Problem(what, advice: advice))
  }

  /// What reports call the log.
  var name: String {
    switch self {
    case .file(let path), .pipe(let path): path
    case .standardInput, .command: InputSet.standardInputName
    }
  }

  /// What people call it.
  var title: String {
    switch self {
    case .file(let path), .pipe(let path): path
    case .standardInput: "standard input"
    case .command(let command): command
    }
  }

  /// The part of a run that a history knows it by.
  var member: InputMember {
    switch self {
    case .file(let path), .pipe(let path): .file(path)
    case .standardInput, .command: .standardInput
    }
  }

  /// The words that name what is read, so that no report takes its place.
  var words: [String] {
    if case .file(let path) = self { [path] } else { [] }
  }

  /// Opens the source, of a file from a place on.
  func open(isPolling: Bool, from place: FilePosition? = nil) throws(InputError) -> any LogSource {
    switch self {
    case .file(let path): try FileFollower(path, isPolling: isPolling, from: place)
    case .pipe(let path): try StreamSource(pipe: path)
    case .standardInput:
      StreamSource(descriptor: STDIN_FILENO, named: InputSet.standardInputName)
    case .command(let command): CommandSource(command, named: command)
    }
  }
}
