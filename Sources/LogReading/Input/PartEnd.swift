/// Where a part of an input ends that has a checksum of its own, such as a member of a gzip file.
package struct PartEnd: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Nothing speaks against the part.
    case sound
    /// The part is sound, and what stood behind it is lost.
    case gap
    /// Some of its bytes are wrong, and nothing tells which; what stood behind them may be lost.
    case unsound
  }

  /// How many bytes of content come before it: of the input, or of the chunk that it is lent with.
  package var offset: Int64
  package var kind: Kind

  package init(offset: Int64, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }
}

/// The ends of parts that nobody has taken yet, in order.
struct PartEnds {
  private(set) var list: [PartEnd] = []

  /// Adds an end; members without content say nothing more of the same place.
  mutating func add(_ kind: PartEnd.Kind, at offset: Int64) {
    if let last = list.last, last.offset == offset, kind == .sound || kind == last.kind { return }
    list.append(PartEnd(offset: offset, kind: kind))
  }

  mutating func take() -> [PartEnd] {
    defer { list = [] }
    return list
  }
}
