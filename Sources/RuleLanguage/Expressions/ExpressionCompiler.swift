package import YAMLReading

/// A compiler from the text of an expression to a checked program.
package struct ExpressionCompiler: Sendable {
  /// The names that expressions may use.
  package var scope: NameScope

  package init(scope: NameScope) { self.scope = scope }

  /// The most bytes of a text: longer ones are mistakes, and jump targets have 16 bits.
  static let longestText = 4096

  /// Compiles a text that begins at a place of a file.
  ///
  ///     try compiler.compile("ok.ttl > 0", expecting: .bool, at: node.location)
  package func compile(
    _ text: String, expecting: ValueType?, at location: SourceLocation
  ) throws(ExpressionError) -> Expression {
    do throws(ExpressionError) {
      guard text.utf8.count <= Self.longestText else {
        throw ExpressionError(
          "the expression is longer than \(Self.longestText) bytes", at: 0)
      }
      var parser = try ExpressionParser(text, scope: scope)
      return try parser.parse(expecting: expecting)
    } catch {
      throw error.placed(in: text, at: location)
    }
  }
}
