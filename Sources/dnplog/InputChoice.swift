internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The choice of the inputs that a command reads.
enum InputChoice {
  /// The file that the seed's script reads when none is named.
  static let fallback = "device.log"

  /// Returns the paths of the inputs, in order, `-` for standard input; says so when that is the
  /// first and stays silent.
  static func sources(for settings: Settings) throws(Failure) -> [String] {
    let sources = try choose(for: settings)
    announceWait(for: sources.names)
    return sources.names
  }

  /// Returns the paths without waiting for anything but a list of them, and not for one that comes
  /// through a pipe where each input is told by itself.
  static func choose(for settings: Settings) throws(Failure) -> InputSources {
    if let list = settings.pathsFrom, settings.findsEach, !settings.listsItself,
      let pipe = try SmallFile.openPipe(ofList: list)
    {
      return InputSources(settings.operands, list: pipe)
    }
    return InputSources(try names(for: settings))
  }

  private static func names(for settings: Settings) throws(Failure) -> [String] {
    var names = settings.operands
    if let list = settings.pathsFrom {
      guard !settings.listsItself else {
        throw Failure(
          Problem("standard input cannot be a log and a list of paths", advice: "name one of them"))
      }
      // In a list that is standard input itself, that name can only be a file's.
      names += try SmallFile.paths(of: list).map { $0 == "-" && list == "-" ? "./-" : $0 }
      guard names.isEmpty else { return names }
      throw SmallFile.emptyList(SmallFile.listName(list))
    }
    guard names.isEmpty else { return names }
    if settings.readsLogsNamedOnly {
      if !settings.analysis.states.isEmpty || settings.analysis.feed.path != nil { return [] }
      throw Failure(
        Problem("no state", advice: "name one with --state; docs/state.md says how to take it"))
    }
    if isStandardInputGiven { return [InputSet.standardInputWord] }
    // access(2) reads the path during the call.
    if unsafe access(fallback, F_OK) == 0 {
      StandardError.print("dnplog: no log is named, so \(fallback) is read\n")
      return [fallback]
    }
    throw Failure(
      Problem("no input", advice: "name a log, or pipe one in, or put \(fallback) here"))
  }

  /// Whether something was piped or redirected, as opposed to a terminal or `/dev/null`.
  private static var isStandardInputGiven: Bool {
    var status = stat()
    // fstat(2) fills the struct on the stack.
    guard unsafe fstat(STDIN_FILENO, &status) == 0 else { return false }
    let type = status.st_mode & S_IFMT
    return type == S_IFIFO || type == S_IFSOCK || type == S_IFREG
  }

  /// Reports the wait where standard input is the first input and stays silent.
  static func announceWait(for sources: [String]) {
    guard sources.first == InputSet.standardInputWord else { return }
    // Two seconds are longer than any pipe takes to begin, and shorter than patience.
    if !Descriptor.wait(for: Int16(POLLIN), on: STDIN_FILENO, milliseconds: 2000) {
      StandardError.print("dnplog: waiting for standard input\n")
    }
  }
}

extension Settings {
  /// Whether inputs are found one by one: what is one run alone needs to know that there is one.
  var findsEach: Bool {
    isEach && analysis.states.isEmpty && analysis.records.isEmpty && analysis.feed.path == nil
  }

  /// Whether standard input would be a log and the list of logs.
  fileprivate var listsItself: Bool {
    pathsFrom == "-" && operands.contains(InputSet.standardInputWord)
  }
}
