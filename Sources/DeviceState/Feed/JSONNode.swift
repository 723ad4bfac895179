/// A value of a JSON file, with its place there.
struct JSONNode {
  enum Content {
    case null
    case bool(Bool)
    /// A number as it is written.
    case number(String)
    case text(String)
    case list([JSONNode])
    case object([Member])
  }

  struct Member {
    let name: String
    let value: JSONNode
  }

  let content: Content
  /// The line on which it begins, from one.
  let line: Int
  /// Its bytes in the file.
  let bytes: Range<Int>

  /// The kind of the value, for a sentence.
  var words: String {
    switch content {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  var isNull: Bool {
    if case .null = content { true } else { false }
  }

  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }
}
