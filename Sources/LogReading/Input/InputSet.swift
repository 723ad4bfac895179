/// The source of the bytes of one part of an input.
package enum InputMember: Sendable, Hashable {
  case file(String)
  case standardInput
  case archived(ArchivedFile)
  /// A part that is known of and cannot be read, with unknown content.
  case missing(String)

  /// Whether there is anything to read.
  var isReadable: Bool {
    if case .missing = self { false } else { true }
  }

  /// Whether it can be read a second time.
  package var isLasting: Bool {
    switch self {
    case .file(let path): FileStatus.identity(ofFile: path) != nil
    case .archived: true
    case .standardInput, .missing: false
    }
  }

  /// The path, or the name of standard input.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: InputSet.standardInputName
    case .archived(let file): file.name
    case .missing(let path): path
    }
  }
}

/// One input of a call: a file, standard input, or the files of one rotation, oldest first.
package struct InputSet: Sendable, Equatable {
  /// The name of standard input in reports.
  package static let standardInputName = "<stdin>"
  /// The word that stands for it on a command line.
  package static let standardInputWord = "-"

  /// The name in reports: the path given first.
  package var name: String
  package var members: [InputMember]
  /// The archive that holds it, for an input that was not named itself.
  package var archive: String?
  /// Whether it repeats another input of its archive, and counts only where that has nothing.
  package var isReserve = false

  /// Whether there is anything to read.
  var isReadable: Bool { members.contains(where: \.isReadable) }

  package init(
    name: String, members: [InputMember], archive: String? = nil, isReserve: Bool = false
  ) {
    self.name = name
    self.members = members
    self.archive = archive
    self.isReserve = isReserve
  }
}

/// The inputs that a call's arguments name, and the arguments that name none.
package struct InputPlan: Sendable, Equatable {
  package var sets: [InputSet]
  package var problems: [InputError]
  /// The archives among the inputs, each with its number of files.
  package var archives: [ArchiveContents] = []
  /// The files in directories that dnplog wrote itself, which are not logs.
  package var ownFiles: [String] = []
  /// The names of inputs of which nothing can be read.
  package var lost: [String] = []

  package init(sets: [InputSet] = [], problems: [InputError] = []) {
    self.sets = sets
    self.problems = problems
  }
}

/// The contents of an archive, for the report.
package struct ArchiveContents: Sendable, Equatable {
  package var name: String
  /// The number of files in it, folders not counted.
  package var files: Int
  /// Whether it is a bug report, of which only the logs are read.
  package var isBugReport: Bool
}
