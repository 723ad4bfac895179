/// Whole lines of an input, lent until the next ones are asked for.
package struct LogChunk: ~Escapable {
  package let bytes: Span<UInt8>
  /// The shape of the input, told by its first bytes.
  package let shape: LogShape
  /// Whether nothing can be added: it is the end, or as long as a chunk may be.
  package let isWhole: Bool
  /// Whether damage cut its last line, perhaps in the middle of a value.
  package let isCut: Bool

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, shape: LogShape, isWhole: Bool, isCut: Bool) {
    self.bytes = bytes
    self.shape = shape
    self.isWhole = isWhole
    self.isCut = isCut
  }
}
