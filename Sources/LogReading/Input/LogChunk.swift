/// Whole lines of an input, lent until the next ones are asked for.
package struct LogChunk: ~Escapable {
  package let bytes: Span<UInt8>
  /// What the first bytes of the input tell about how it must be read.
  package let shape: LogShape
  /// Nothing can be added to it: it is the end, or as long as a chunk may be.
  package let isWhole: Bool
  /// Damage cut its last line, perhaps in the middle of a value.
  package let isCut: Bool

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, shape: LogShape, isWhole: Bool, isCut: Bool) {
    self.bytes = bytes
    self.shape = shape
    self.isWhole = isWhole
    self.isCut = isCut
  }
}
