internal import LogReading
internal import RuleLanguage

// Texts that are compared where they lie, also those that are asked for in small letters: a string for
// each took 1,800 instructions a comparison.
extension Facts {
  /// A text that a term names.
  private struct Operand {
    let term: TermTable.Term
    /// It is compared in small letters.
    let isLowered: Bool

    init(_ term: Int32, _ terms: borrowing TermTable) {
      if case .unary(.lowerASCII, let inner) = terms[term] {
        (self.term, isLowered) = (terms[inner], true)
      } else {
        (self.term, isLowered) = (terms[term], false)
      }
    }
  }

  /// Whether two texts of ASCII are the same, or one begins with the other; nil for others, and where
  /// more is asked of them.
  func compareTexts(
    _ operation: BinaryOperation, _ one: Int32, _ other: Int32, _ terms: borrowing TermTable
  ) -> Truth? {
    guard operation == .equal || operation == .notEqual || operation == .startsWith else {
      return nil
    }
    let left = Operand(one, terms)
    let right = Operand(other, terms)
    switch left.term {
    case .place(.field(let place)):
      guard fieldScalar(place).kind == .string else { return nil }
      let text = correlator.store.bytes(of: field(place), in: current.event)
      return compare(operation, text, left.isLowered, right, terms)
    case .place(.kept(let instance, let slot)):
      let scalar = instances.scalar(Int(slot), of: index(instance))
      guard scalar.kind == .string else { return nil }
      return compare(operation, instances.text(scalar), left.isLowered, right, terms)
    case .whole(let number):
      guard case .string(let text) = terms.wholes[Int(number)] else { return nil }
      return compare(operation, text.utf8.span, left.isLowered, right, terms)
    default: return nil
    }
  }

  private func compare(
    _ operation: BinaryOperation, _ left: Span<UInt8>, _ isLowered: Bool, _ right: Operand,
    _ terms: borrowing TermTable
  ) -> Truth? {
    switch right.term {
    case .place(.field(let place)):
      guard fieldScalar(place).kind == .string else { return nil }
      let text = correlator.store.bytes(of: field(place), in: current.event)
      return Self.compare(operation, left, isLowered, text, right.isLowered)
    case .place(.kept(let instance, let slot)):
      let scalar = instances.scalar(Int(slot), of: index(instance))
      guard scalar.kind == .string else { return nil }
      return Self.compare(operation, left, isLowered, instances.text(scalar), right.isLowered)
    case .whole(let number):
      guard case .string(let text) = terms.wholes[Int(number)] else { return nil }
      return Self.compare(operation, left, isLowered, text.utf8.span, right.isLowered)
    default: return nil
    }
  }

  private static func compare(
    _ operation: BinaryOperation, _ left: Span<UInt8>, _ isLeftLowered: Bool,
    _ right: Span<UInt8>, _ isRightLowered: Bool
  ) -> Truth? {
    // What is no UTF-8 reads as U+FFFD, in a text that is kept as in one that is made.
    guard left.isASCII, right.isASCII else { return nil }
    var isSame = operation == .startsWith ? left.count >= right.count : left.count == right.count
    // Most are the same as they stand.
    let isAlike = isLeftLowered == isRightLowered
    var index = 0
    while isSame, index < right.count {
      if isAlike, right.count - index >= 8, left.load(at: index) == right.load(at: index) {
        index += 8
        continue
      }
      let one = isLeftLowered ? left[index].lowercased : left[index]
      let other = isRightLowered ? right[index].lowercased : right[index]
      isSame = one == other
      index += 1
    }
    return Truth(isSame == (operation != .notEqual))
  }
}
