internal import TextWriting

/// A parameter that cannot be set as asked.
package struct ParameterError: Error, Sendable, Equatable {
  /// The name as it was given.
  package var name: String
  /// The problem, without a full stop.
  package var message: String
  /// The remedy; may be empty.
  package var advice: String
  package init(name: String, message: String, advice: String = "") {
    self.name = name
    self.message = message
    self.advice = advice
  }
}

extension RuleBook {
  /// The book with other values of its parameters: `pack.name` or `name` to the value's text.
  ///
  /// A bare name means that parameter in every pack that has it; a name with a pack overrides it.
  package func setting(_ settings: [String: String]) throws(ParameterError) -> RuleBook {
    var book = self
    let bareFirst = settings.sorted { left, right in
      let (a, b) = (left.key.contains("."), right.key.contains("."))
      return a == b ? left.key < right.key : b
    }
    for (name, text) in bareFirst {
      let indices = parameters.indices.filter { index in
        parameters[index].name == name || qualifiedName(of: parameters[index]) == name
      }
      guard !indices.isEmpty else {
        let known = parameters.map(name.contains(".") ? qualifiedName : \.name)
        throw ParameterError(
          name: name, message: "unknown parameter '\(name)'",
          advice: Spelling.suggestion(for: name, among: known))
      }
      for index in indices {
        let type = parameters[index].type
        guard let value = ParameterText.value(of: text, as: type) else {
          let isUnitless = type == .duration && Double(text) != nil
          throw ParameterError(
            name: name,
            message: isUnitless ? "\(text) has no unit" : "'\(text)' is not \(type.description)",
            advice: type == .duration ? "write 30s, 5m or 250ms" : "")
        }
        if let range = parameters[index].range, !range.contains(value) {
          throw ParameterError(
            name: name, message: "'\(text)' is out of range", advice: "give \(range.text)")
        }
        book.parameters[index].value = value
      }
    }
    return book
  }

  private func qualifiedName(of parameter: Parameter) -> String {
    let pack = Int(parameter.pack)
    return (packs.indices.contains(pack) ? packs[pack].name + "." : "") + parameter.name
  }
}
