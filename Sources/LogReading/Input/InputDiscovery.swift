internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Turns the FILE arguments of a call into inputs.
package enum InputDiscovery {
  /// Finds the files that the arguments name and puts those of one rotation together.
  ///
  /// A directory stands for the logs in it. With `joins` all are one input, in the given order.
  /// An argument that names nothing readable becomes a problem; the others remain.
  package static func plan(arguments: [String], joins: Bool) -> InputPlan {
    var finder = Finder()
    var members: [InputMember] = []
    for argument in arguments {
      let found = finder.members(named: argument)
      // A directory's files are in the order of their names, which is not that of time.
      let isDirectory = found != [.file(argument)]
      members += joins && isDirectory ? grouped(found).flatMap(\.members) : found
    }
    var sets = grouped(members)
    if joins {
      sets = members.first.map { [InputSet(name: $0.name, members: members)] } ?? []
    }
    return finder.plan(of: sets)
  }

  /// Finds the files where each is a run of its own, whatever its name; a file named twice is taken
  /// once.
  package static func plan(ofEach arguments: [String]) -> InputPlan {
    var finder = Finder()
    return finder.plan(ofEach: arguments)
  }

  /// Makes sets of rotations, each in the place of its first member.
  private static func grouped(_ members: [InputMember]) -> [InputSet] {
    var order: [String] = []
    var groups: [String: [(member: InputMember, name: RotationName)]] = [:]
    for member in members {
      switch member {
      // Archives are opened later, and put together by their own names.
      case .archived: continue
      case .standardInput: order.append(standardInputKey)
      case .file(let path), .missing(let path):
        let name = RotationName(path: path)
        let stem = String(name.stem)
        if groups[stem] == nil { order.append(stem) }
        groups[stem, default: []].append((member, name))
      }
    }
    return order.map { key in
      guard let files = groups[key], let first = files.first else {
        return InputSet(name: InputSet.standardInputName, members: [.standardInput])
      }
      // The sort is stable: equal ranks stay in the given order.
      let sorted = files.sorted { $0.name.isOlder(than: $1.name) }
      return InputSet(name: first.member.name, members: withHoles(sorted))
    }
  }

  /// The parts of a rotation, with a missing part for each gap in their numbers.
  private static func withHoles(
    _ parts: [(member: InputMember, name: RotationName)]
  ) -> [InputMember] {
    var members: [InputMember] = []
    var last: Int?
    for part in parts {
      // The file still being written comes after number 1, or number 0.
      let number = part.name.number ?? (part.name.date == nil ? 0 : nil)
      if let last, let number, last > number + 1 {
        members.append(.missing("\(part.name.stem).\(last - 1)"))
      }
      last = part.name.number
      members.append(part.member)
    }
    return members
  }

  /// The key of standard input; no path has an empty stem.
  private static let standardInputKey = ""
}

/// Turns arguments into inputs as they come, where each file is a run of its own.
package struct EachDiscovery: Sendable {
  private var finder = Finder()

  package init() {}

  /// Finds the files that an argument names, but for those that an earlier one named.
  package mutating func plan(of argument: String) -> InputPlan {
    finder.forget()
    return finder.plan(ofEach: [argument])
  }
}

/// Looks arguments up in the file system, and remembers what was found already.
private struct Finder: Sendable {
  private(set) var problems: [InputError] = []
  private var ownFiles: [String] = []
  /// The file that the call prints into, which is never an input.
  private let output = FileStatus.identityOfStandardOutput
  /// The first file, and all others: most calls name one, and need no set of them.
  private var first: FileStatus.Identity?
  private var others: Set<FileStatus.Identity> = []
  private var readsStandardInput = false

  /// Makes a plan of sets; one of which nothing can be read counts as lost.
  func plan(of sets: [InputSet]) -> InputPlan {
    var plan = InputPlan(sets: sets.filter(\.isReadable), problems: problems)
    plan.lost = sets.filter { !$0.isReadable }.map(\.name)
    plan.ownFiles = ownFiles
    return plan
  }

  /// Makes a plan in which each file that the arguments name is a set.
  mutating func plan(ofEach arguments: [String]) -> InputPlan {
    let members = arguments.flatMap { self.members(named: $0) }
    return plan(of: members.map { InputSet(name: $0.name, members: [$0]) })
  }

  /// Forgets what it told of earlier arguments, and not which files they named.
  mutating func forget() {
    problems = []
    ownFiles = []
  }

  mutating func members(named argument: String) -> [InputMember] {
    do throws(InputError) {
      if argument == InputSet.standardInputWord {
        if let output, output == FileStatus.identityOfStandardInput {
          throw .output(InputSet.standardInputName)
        }
        defer { readsStandardInput = true }
        return readsStandardInput ? [] : [.standardInput]
      }
      let status = try FileStatus(path: argument)
      guard status.kind == .directory else {
        return try file(argument, status: status).map { [$0] } ?? []
      }
      if argument.hasSuffix(".logarchive") || argument.hasSuffix(".logarchive/") {
        throw .logArchive(argument)
      }
      var walk = Walk()
      try self.walk(argument, &walk)
      if walk.isEmpty {
        throw InputError(
          path: argument, message: "directory holds no log files",
          advice: "name a file, or a directory with files in "
            + RotationName.logSuffixes.joined(separator: " "))
      }
      return walk.found
    } catch {
      problems.append(error)
      return [.missing(argument)]
    }
  }

  /// The result of a directory's walk; logs that another argument named count for `isEmpty`.
  private struct Walk {
    var found: [InputMember] = []
    var isEmpty = true
  }

  private mutating func walk(_ directory: String, _ walk: inout Walk) throws(InputError) {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for name in try DirectoryListing.names(in: directory) {
      let path = prefix + name
      do throws(InputError) {
        let looksLikeLog = RotationName(path: name).looksLikeLog
        if DirectoryListing.isLink(path) && !looksLikeLog { continue }
        let status = try FileStatus(path: path)
        if status.kind == .directory {
          if path.hasSuffix(".logarchive") { throw .logArchive(path) }
          // A link may lead back up.
          if !DirectoryListing.isLink(path) { try self.walk(path, &walk) }
        } else if status.kind == .regular && looksLikeLog {
          if status.identity == output { continue }
          if OwnOutput.isOwn(fileAt: path, size: status.size) {
            ownFiles.append(path)
            continue
          }
          walk.isEmpty = false
          if let member = try file(path, status: status) { walk.found.append(member) }
        }
      } catch {
        walk.isEmpty = false
        problems.append(error)
        walk.found.append(.missing(path))
      }
    }
  }

  /// Checks a file for reading; nil when it was found before, so that no line counts twice.
  private mutating func file(
    _ path: String, status: FileStatus
  ) throws(InputError) -> InputMember? {
    if status.kind == .device { throw .device(path: path) }
    if let output, status.identity == output { throw .output(path) }
    // SAFETY: the path's pointer lasts for the call.
    guard unsafe access(path, R_OK) == 0 else { throw InputError(path: path, errorNumber: errno) }
    guard let first else {
      self.first = status.identity
      return .file(path)
    }
    let isNew = status.identity != first && others.insert(status.identity).inserted
    return isNew ? .file(path) : nil
  }
}

extension InputError {
  /// The error for the file that the call prints into: it would grow while it is read, and its end
  /// would never come.
  fileprivate static func output(_ path: String) -> InputError {
    InputError(
      path: path, message: "is also what is printed into",
      advice: "print into another file")
  }

  /// The error for a folder of Apple's unified log, whose files are not text.
  fileprivate static func logArchive(_ path: String) -> InputError {
    InputError(
      path: path, message: "is a log archive, not a text log",
      advice: "export it as text: log show --info --debug --archive "
        + TextEscaping.shellWord(path) + " > device.log")
  }
}
