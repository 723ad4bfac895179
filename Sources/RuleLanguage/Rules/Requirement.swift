/// A checkable statement of the plugin's documents, and who looks after it.
package struct Requirement: Sendable, Equatable {
  /// How a statement is looked after; the words stand in `requirements.csv`.
  package enum Status: String, Sendable, CaseIterable {
    case rule
    /// The program does it by itself, with any rules; a test holds it to that.
    case builtIn = "built-in"
    /// No log, export or state of a device can show it.
    case notObservable = "not observable"
    /// It waits for an input that the program does not read yet.
    case later
  }

  /// Area and number, as `SEQ-09`.
  package var id: String
  /// The document, as `S4`.
  package var seed: String
  /// The lines of the document.
  package var place: String
  package var statement: String
  package var status: Status
  /// The rules; or what the program does and the test of it; or why not, or what it waits for.
  package var evidence: String

  package init(
    id: String, seed: String, place: String, statement: String, status: Status, evidence: String
  ) {
    self.id = id
    self.seed = seed
    self.place = place
    self.statement = statement
    self.status = status
    self.evidence = evidence
  }

  /// Whether an id is a release of the plugin, as `plugin-2.1`, which a rule covers in place of a row
  /// where it is newer than the documents.
  package static func isRelease(_ id: String) -> Bool {
    let prefix = "plugin-"
    guard id.hasPrefix(prefix) else { return false }
    let numbers = id.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
    return numbers.allSatisfy { number in
      !number.isEmpty
        && number.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }
  }

  /// The rules that the table names, as `pack/rule`.
  package var ruleNames: [String] {
    status == .rule ? evidence.split(separator: " ").map(String.init) : []
  }

  /// What the number stands behind, as `SEQ`.
  package var area: String { String(id.prefix { $0 != "-" }) }
}

extension Requirement.Status: FlatCoded {}

extension Requirement: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      id: try coder.code(it?.id), seed: try coder.code(it?.seed), place: try coder.code(it?.place),
      statement: try coder.code(it?.statement), status: try coder.code(it?.status),
      evidence: try coder.code(it?.evidence))
  }
}
