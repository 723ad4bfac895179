package import LogReading

/// A compiled expression: a flat program for a small stack machine.
package struct Expression: Sendable, Equatable {
  /// The type of the result.
  package var type: ValueType
  package var code: [Instruction]
  /// The source, for messages.
  package var text: String
}
