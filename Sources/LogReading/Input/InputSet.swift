/// Where the bytes of a part of an input come from.
package enum InputMember: Sendable, Hashable {
  case file(String)
  case standardInput
  case archived(ArchivedFile)
  /// A part that is known of and cannot be read: what it holds is not known.
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
  package static let standardInputName = "-"

  /// The name in reports: the path given first.
  package var name: String
  package var members: [InputMember]
  /// The archive that it was found in, in which nobody named it.
  package var archive: String?
  /// It repeats what another input of its archive tells, and counts only where that has nothing.
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

/// What a call's arguments name: inputs to read, and arguments that name none.
package struct InputPlan: Sendable, Equatable {
  package var sets: [InputSet]
  package var problems: [InputError]
  /// What the archives among the inputs hold beside the sets.
  package var archives: [ArchiveContents] = []
  /// Files of directories that dnplog wrote itself, which are no logs.
  package var ownFiles: [String] = []
  /// Inputs of which nothing can be read.
  package var lost: [String] = []

  package init(sets: [InputSet] = [], problems: [InputError] = []) {
    self.sets = sets
    self.problems = problems
  }
}

/// What was found in an archive.
package struct ArchiveContents: Sendable, Equatable {
  package var name: String
  /// The files in it, folders not counted.
  package var files: Int
  /// It is a bug report, of which only the logs are read.
  package var isBugReport: Bool
}
