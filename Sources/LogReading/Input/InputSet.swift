/// Where the bytes of a part of an input come from.
package enum InputMember: Sendable, Hashable {
  case file(String)
  case standardInput

  /// The path, or the name of standard input.
  package var name: String {
    switch self {
    case .file(let path): path
    case .standardInput: InputSet.standardInputName
    }
  }
}

/// One input of a call: a file, standard input, or the files of one rotation, oldest first.
package struct InputSet: Sendable, Equatable {
  package static let standardInputName = "-"

  /// The name in reports: the path given first.
  package var name: String
  package var members: [InputMember]

  package init(name: String, members: [InputMember]) {
    self.name = name
    self.members = members
  }
}

/// What a call's arguments name: inputs to read, and arguments that name none.
package struct InputPlan: Sendable, Equatable {
  package var sets: [InputSet]
  package var problems: [InputError]

  package init(sets: [InputSet] = [], problems: [InputError] = []) {
    self.sets = sets
    self.problems = problems
  }
}
