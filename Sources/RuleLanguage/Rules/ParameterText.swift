/// The value of a parameter as it is written in a file or on the command line.
enum ParameterText {
  /// The value that a text looks like; a word is a string.
  static func value(of text: String) -> (type: ValueType, value: Value) {
    for type in [ValueType.bool, .int, .duration, .double] {
      if let value = value(of: text, as: type) { return (type, value) }
    }
    return (.string, .string(text))
  }

  /// The value of a text in that type; nil if it does not read as one.
  static func value(of text: String, as type: ValueType) -> Value? {
    switch type {
    case .bool: text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
    case .int: Int64(text).map(Value.int)
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .string: .string(text)
    case .duration: duration(of: text).map(Value.duration)
    case .list(let element): list(of: text, as: element)
    case .instant, .emptyList: nil
    }
  }

  /// The duration, as expressions write it; nil if it is none.
  static func duration(of text: String) -> Int64? {
    try? DurationText.microseconds(of: ArraySlice(text.utf8))
  }

  /// Reads words between commas; none for an empty text.
  private static func list(of text: String, as element: ValueType) -> Value? {
    var values: [Value] = []
    for word in text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let value = value(of: String(word.drop { $0 == " " }), as: element) else {
        return nil
      }
      values.append(value)
    }
    return .list(values)
  }
}
