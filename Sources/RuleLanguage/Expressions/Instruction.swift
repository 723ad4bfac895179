/// One step of a compiled expression, for a machine with a stack.
///
/// Jumps lead forward only, so that a program of n instructions takes at most n steps.
package enum Instruction: Sendable, Equatable {
  /// Puts a constant on the stack.
  case push(Value)
  /// Puts the value of a reference on the stack, or the error of its absence.
  case load(Reference)
  /// Puts on the stack whether the reference has a value that the source did not hide.
  case has(Reference)
  /// Puts on the stack whether the reference has no value at all, not even a hidden one.
  case lacks(Reference)
  /// Replaces the top by the result.
  case unary(UnaryOperation)
  /// Replaces the two on top by the result.
  case binary(BinaryOperation)
  /// Jumps to that instruction if the top is false, and leaves it there.
  case skipIfFalse(to: UInt16)
  /// Jumps to that instruction if the top is true, and leaves it there.
  case skipIfTrue(to: UInt16)
  /// Takes a bool: goes on if true, to `otherwise` if false, to `end` with an error.
  case branch(otherwise: UInt16, end: UInt16)
  case jump(to: UInt16)
}

/// An operation on one value.
package enum UnaryOperation: UInt8, Sendable, CaseIterable {
  case not, negate, absolute, size, lowerASCII, toInt, toDouble
  /// Turns seconds since 1970 into an instant.
  case toInstant
  /// Whether a text is a range of versions.
  case isVersionRange
  /// The parameters of a query, in the order of their bytes.
  case sortedParameters
}

/// An operation on two values. The machine picks the arithmetic by the types of the values, which
/// the compiler has checked.
public enum BinaryOperation: UInt8, Sendable, CaseIterable {
  /// Conjunction and disjunction of results that may be errors.
  case and, or
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case add, subtract, multiply, divide, remainder
  /// Whether the left value is in the right list.
  case isIn
  case startsWith, endsWith, contains
  /// Adds the right value to the left list, as one element.
  case append
  /// Whether the left version is in the right range.
  case satisfies
  /// Whether one of the texts of the right list is in the left text.
  case containsAny
}
