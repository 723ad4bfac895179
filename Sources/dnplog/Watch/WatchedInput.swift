internal import LogFollowing
internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

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

  /// Refuses a file whose first bytes show that it is no text that can be followed, before anything is said
  /// of it.
  func check(_ shape: LogShape?) throws(InputError) {
    guard case .file(let path) = self, let head = try? SmallFile.head(of: path, count: 4096),
      !head.isEmpty, let refusal = FollowedText.refusal(of: head.span, path: path, shape: shape)
    else { return }
    throw refusal
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
