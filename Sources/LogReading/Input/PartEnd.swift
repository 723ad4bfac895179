/// The end of a part of an input with its own checksum, such as a member of a gzip file.
package struct PartEnd: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// A part with no sign of damage.
    case sound
    /// A sound part behind which content is lost.
    case gap
    /// A part with wrong bytes, unknown which; content behind it may be lost.
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

/// The ends of parts not taken yet, in order.
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
