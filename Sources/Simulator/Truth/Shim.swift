extension LogStyle {
  package static var names: [String] { allCases.map(\.rawValue) }
  package var name: String { rawValue }
  package var hasYear: Bool { false }
  package var hasZone: Bool { false }
}
