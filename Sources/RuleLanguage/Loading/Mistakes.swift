internal import TextWriting
package import YAMLReading

/// Files of rules that could not be loaded, with all their mistakes.
package struct LoadFailure: Error, Sendable, Equatable {
  /// The mistakes in the order of the files, and of the places in each.
  package var errors: [SourceError]
  package init(errors: [SourceError]) { self.errors = errors }
}

/// A collection of the mistakes in files, so that one run reports them all.
struct Mistakes {
  private(set) var errors: [SourceError] = []

  var isEmpty: Bool { errors.isEmpty }

  mutating func add(_ error: SourceError) { errors.append(error) }

  /// Returns the value, or nil after adding a mistake.
  mutating func attempt<T>(_ body: () throws(SourceError) -> T) -> T? {
    do throws(SourceError) {
      return try body()
    } catch {
      errors.append(error)
      return nil
    }
  }

  /// Whether the value is a mapping; each unknown key is a mistake.
  mutating func checkKeys(of node: YAMLNode, allowed keys: [String]) -> Bool {
    guard let entries = attempt({ () throws(SourceError) in try node.mapping() }) else {
      return false
    }
    for entry in entries where !keys.contains(entry.key) {
      add(
        entry.keyError(
          "unknown key '\(entry.key)'", advice: Spelling.suggestion(for: entry.key, among: keys)))
    }
    return true
  }

  /// The text of a key; empty if it is not there.
  mutating func text(_ node: YAMLNode?) -> String {
    guard let node else { return "" }
    return attempt { () throws(SourceError) in try node.string() } ?? ""
  }

  /// The text of a key that must be there.
  mutating func requiredText(_ key: String, of node: YAMLNode) -> String? {
    attempt { () throws(SourceError) in try node.required(key).string() }
  }

  /// The text of a key that is a name for command lines, lists and labels.
  mutating func requiredName(_ key: String, of node: YAMLNode) -> String? {
    guard let text = requiredText(key, of: node) else { return nil }
    let isName =
      !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        $0 != "/" && !$0.properties.isWhitespace
          && ![.control, .format].contains($0.properties.generalCategory)
      }
    if !isName, let place = node[key] {
      add(
        place.error(
          text.isEmpty
            ? "the name is empty" : "the name has a blank, a slash or a control character",
          advice: "write letters, digits and hyphens"))
      return nil
    }
    return text
  }

  mutating func flag(_ node: YAMLNode?, default value: Bool) -> Bool {
    guard let node else { return value }
    return attempt { () throws(SourceError) in try node.bool() } ?? value
  }

  /// The elements of a list; none if it is not there.
  mutating func list(_ node: YAMLNode?) -> [YAMLNode] {
    guard let node else { return [] }
    return attempt { () throws(SourceError) in try node.list() } ?? []
  }

  mutating func texts(_ node: YAMLNode?) -> [String] {
    list(node).compactMap { element in attempt { () throws(SourceError) in try element.string() } }
  }

  /// The values of a list, or a single value in its place.
  mutating func oneOrMore(_ node: YAMLNode?) -> [YAMLNode] {
    node?.alternatives ?? []
  }

  /// The meaning of one word of a fixed set.
  mutating func choice<T>(
    _ node: YAMLNode?, of words: [(name: String, value: T)], default value: T
  ) -> T {
    guard let node else { return value }
    let word = attempt { () throws(SourceError) in try node.word(of: words.map(\.name)) }
    return words.first { $0.name == word }?.value ?? value
  }

  /// The mistakes in the order of places; files stay in the order in which they were first seen.
  func failure(files: [String]) -> LoadFailure {
    var order: [String: Int] = [:]
    for (index, path) in files.enumerated() where order[path] == nil { order[path] = index }
    let sorted = errors.enumerated().sorted { left, right in
      let (a, b) = (left.element.location, right.element.location)
      return (order[a.path] ?? 0, a.line, a.column, left.offset)
        < (order[b.path] ?? 0, b.line, b.column, right.offset)
    }
    return LoadFailure(errors: sorted.map(\.element))
  }
}
