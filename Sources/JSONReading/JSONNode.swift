/// A value of a JSON document, with its place there.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  package struct Member: Sendable {
    package let name: String
    package let value: JSONNode
  }

  package let content: Content
  /// The line on which it begins, from one.
  package let line: Int
  /// Its bytes in the file.
  package let bytes: Range<Int>

  package init(content: Content, line: Int, bytes: Range<Int>) {
    self.content = content
    self.line = line
    self.bytes = bytes
  }

  /// The kind of the value, for a sentence.
  package var words: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  package var isNull: Bool {
    if case .null = content { true } else { false }
  }

  package var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  package var flag: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// The members of an object.
  package var members: [Member]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The value of a member of an object: of several of one name the last.
  package func member(_ name: String) -> JSONNode? {
    members?.last { $0.name == name }?.value
  }
}
