/// A value of the expression language.
package enum Value: Sendable, Equatable {
  /// A missing field. Never equal to anything; a comparison with it is an error.
  case missing
  /// A field hidden by the source. Never equal to anything; a comparison with it is an error.
  case redacted
  /// A field that does not read as its type; using it is an error.
  case malformed
  /// An instant written without a zone; using it is an error.
  case zoneless
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  /// Microseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)
  /// Microseconds.
  case duration(Int64)
  indirect case list([Value])
}

extension Value {
  /// The negation of a bool, number or duration; nil if there is none.
  package var negated: Value? {
    switch self {
    case .bool(let it): .bool(!it)
    case .int(let it): it == .min ? nil : .int(-it)
    case .double(let it): .double(-it)
    case .duration(let it): it == .min ? nil : .duration(-it)
    default: nil
    }
  }
}

/// The type of an expression, known when a pack is loaded.
package enum ValueType: Sendable, Equatable {
  case bool, int, double, string, instant, duration
  indirect case list(ValueType)
  /// An empty list literal.
  case emptyList
}

extension ValueType {
  /// The type of a catalogue field's values.
  package init(_ field: FieldType) {
    self =
      switch field {
      case .string: .string
      case .int: .int
      case .double: .double
      case .bool: .bool
      case .instant: .instant
      case .duration: .duration
      }
  }

  /// The type with its article, for messages.
  package var description: String {
    switch self {
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .string: "a string"
    case .instant: "an instant"
    case .duration: "a duration"
    case .list(let element): "a list of \(element.plural)"
    case .emptyList: "an empty list"
    }
  }

  /// The type of several values, for messages.
  var plural: String {
    switch self {
    case .bool: "bools"
    case .int: "ints"
    case .double: "doubles"
    case .string: "strings"
    case .instant: "instants"
    case .duration: "durations"
    case .list(let element): "lists of \(element.plural)"
    case .emptyList: "empty lists"
    }
  }

  /// The type that stands for both; an empty list fits any list.
  func unified(with other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.emptyList, .list): other
    case (.list, .emptyList): self
    case (.list(let left), .list(let right)): left.unified(with: right).map(ValueType.list)
    default: self == other ? self : nil
    }
  }

  var isList: Bool {
    switch self {
    case .list, .emptyList: true
    default: false
    }
  }
}
