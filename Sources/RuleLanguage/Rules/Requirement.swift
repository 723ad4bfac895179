/// A checkable statement of the plugin's documents, and its coverage.
package struct Requirement: Sendable, Equatable {
  /// The way a statement is covered, in the words of `requirements.csv`.
  package enum Status: String, Sendable, CaseIterable {
    case rule
    /// Covered by the program itself, with any rules, and by a test of that.
    case builtIn = "built-in"
    /// Not shown by any log, export or state of a device.
    case notObservable = "not observable"
    /// Waiting for an input that the program does not read yet.
    case later
  }

  /// The area and number, as `SEQ-09`.
  package var id: String
  /// The document, as `S4`.
  package var seed: String
  /// The lines of the document.
  package var place: String
  package var statement: String
  package var status: Status
  /// The rules; or the program's behaviour and its test; or why not, or what it waits for.
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

  /// The area before the number, as `SEQ`.
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
