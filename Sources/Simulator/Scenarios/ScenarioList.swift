extension Scenario {
  /// All scenarios, by group, in the order of the list.
  package static let all: [Scenario] =
    healthy + failures + environments + faults + recovery + state + sync + pull + api

  /// Returns the scenario of that name.
  package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }
}
