internal import RuleLanguage

/// What a condition comes to, without the reason of an error.
package enum Truth: UInt8, Sendable { case no, yes, error }

/// Expressions laid out as trees of tests, all in one table.
///
/// A tree comes to what the program of its expression comes to, for the usual operations on numbers,
/// times and whole strings; the program stays for all others, and for the reason of an error.
/// Conditions took a fifth of all instructions on the stack machine, whose values hold references.
///
/// An object, so that a test of one condition counts one reference and not those of each list.
package final class ConditionTable: Sendable {
  enum Test: Sendable {
    case constant(Scalar)
    case read(Reference)
    case has(Reference)
    case lacks(Reference)
    case not(Int32)
    case and(Int32, Int32)
    case or(Int32, Int32)
    /// A conjunction or alternative of several: the first in the row of operands, and how many.
    case all(Int32, Int32)
    case any(Int32, Int32)
    case compare(BinaryOperation, Int32, Int32)
    case sum(Int32, Int32)
    case difference(Int32, Int32)
    case product(Int32, Int32)
    case remainder(Int32, Int32)
    case absolute(Int32)
    /// The size of a string or a list, or a string in small letters.
    case unary(UnaryOperation, Reference)
    /// A reference to a string, and the number of a constant.
    case isString(Reference, Int32)
    /// The condition, and what it chooses between.
    case choice(Int32, Int32, Int32)
    /// A number, the first of some constants, and how many they are.
    case isAmong(Int32, Int32, Int32)
    /// A reference to a string, the first of some constants, and how many they are.
    case isOneOf(Reference, Int32, Int32)
  }

  /// A part of a conjunction or alternative: a test, or its contrary.
  struct Link {
    var test: Int32
    var isNegated = false
  }

  /// Each behind those that it is made of.
  private let tests: [Test]
  /// What conjunctions and alternatives are made of, chains of them in one: each link of a chain of
  /// pairs would be a step down the tree.
  private let links: [Link]
  /// The bytes of constants.
  private let strings: [[UInt8]]
  private let numbers: [Scalar]

  package init(_ layout: ConditionLayout) {
    var tests = layout.tests
    var links: [Link] = []
    // From the outside in: what is a link of a longer chain is never asked itself.
    var isLink = [Bool](repeating: false, count: tests.count)
    for place in tests.indices.reversed() where !isLink[place] {
      let first = links.count
      switch layout.tests[place] {
      case .and:
        Self.addLinks(of: Int32(place), layout.tests, isConjunction: true, to: &links, &isLink)
        Self.putQuickestFirst(&links, from: first, layout.tests)
        tests[place] = .all(Int32(first), Int32(links.count - first))
      case .or:
        Self.addLinks(of: Int32(place), layout.tests, isConjunction: false, to: &links, &isLink)
        tests[place] = .any(Int32(first), Int32(links.count - first))
      default: continue
      }
    }
    self.tests = tests
    self.links = links
    strings = layout.strings
    numbers = layout.numbers
  }

  /// Orders a conjunction so that the part that settles it comes early.
  ///
  /// What it comes to does not depend on the order. Most ask whether something is wrong and nothing
  /// excuses it: the excuses, which stand there negated, are asked for last. That spares a tenth of
  /// the values that are read.
  private static func putQuickestFirst(_ links: inout [Link], from first: Int, _ tests: [Test]) {
    func rank(_ link: Link) -> Int {
      if link.isNegated { return 2 }
      return switch tests[Int(link.test)] {
      case .constant, .read, .has, .lacks: 0
      default: 1
      }
    }
    for place in links.indices.dropFirst(first + 1) {
      let link = links[place]
      let own = rank(link)
      var free = place
      while free > first, rank(links[free - 1]) > own {
        links[free] = links[free - 1]
        free -= 1
      }
      links[free] = link
    }
  }

  /// Adds what a chain of conjunctions, or of alternatives, is made of, in order.
  private static func addLinks(
    of place: Int32, _ tests: [Test], isConjunction: Bool, to chain: inout [Link],
    _ isLink: inout [Bool]
  ) {
    isLink[Int(place)] = true
    switch (tests[Int(place)], isConjunction) {
    case (.and(let one, let other), true), (.or(let one, let other), false):
      addLinks(of: one, tests, isConjunction: isConjunction, to: &chain, &isLink)
      addLinks(of: other, tests, isConjunction: isConjunction, to: &chain, &isLink)
    default:
      isLink[Int(place)] = false
      if case .not(let operand) = tests[Int(place)] {
        chain.append(Link(test: operand, isNegated: true))
      } else {
        chain.append(Link(test: place))
      }
    }
  }

  /// Whether the condition with that root holds for the values of a source.
  package func truth(
    _ root: Int32, _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Truth {
    switch tests[Int(root)] {
    case .constant(let scalar): return Self.truth(of: scalar)
    case .read(let reference): return Self.truth(of: source.scalar(of: reference))
    case .has(let reference): return source.scalar(of: reference).isPresent ? .yes : .no
    case .lacks(let reference):
      return source.scalar(of: reference).kind == .missing ? .yes : .no
    case .not(let operand): return truth(of: Link(test: operand, isNegated: true), source)
    case .all(let first, let count):
      // One that does not hold settles it, whatever error came before.
      var result = Truth.yes
      for place in first..<(first + count) {
        switch truth(of: links[Int(place)], source) {
        case .no: return .no
        case .yes: break
        case .error: result = .error
        }
      }
      return result
    case .any(let first, let count):
      var result = Truth.no
      for place in first..<(first + count) {
        switch truth(of: links[Int(place)], source) {
        case .yes: return .yes
        case .no: break
        case .error: result = .error
        }
      }
      return result
    case .compare(let operation, let one, let other):
      return compared(operation, one, other, source)
    case .isString(let reference, let constant):
      let string = strings[Int(constant)]
      return source.isString(reference, equalTo: string.span)
    case .isOneOf(let reference, let first, let count):
      for constant in first..<(first + count) {
        let string = strings[Int(constant)]
        let truth = source.isString(reference, equalTo: string.span)
        if truth != .no { return truth }
      }
      return .no
    case .isAmong(let operand, let first, let count):
      let number = scalar(operand, source)
      guard number.isUsable else { return .error }
      for constant in first..<(first + count) where numbers[Int(constant)] == number {
        return .yes
      }
      return .no
    case .choice(let condition, let first, let second):
      switch truth(condition, source) {
      case .yes: return truth(first, source)
      case .no: return truth(second, source)
      case .error: return .error
      }
    case .sum, .difference, .product, .remainder, .absolute, .unary: return .error
    // Laid out as chains.
    case .and, .or: return .error
    }
  }

  /// The same of a part; most are values that are only read, which takes no step down the tree.
  @inline(__always)
  func truth(
    of link: Link, _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Truth {
    let truth: Truth =
      switch tests[Int(link.test)] {
      case .read(let reference): Self.truth(of: source.scalar(of: reference))
      case .has(let reference): source.scalar(of: reference).isPresent ? .yes : .no
      default: self.truth(link.test, source)
      }
    if !link.isNegated { return truth }
    return switch truth {
    case .no: .yes
    case .yes: .no
    case .error: .error
    }
  }

  /// What has to hold for a condition to hold: the parts of a conjunction, or the whole.
  func parts(of root: Int32) -> [Link] {
    guard case .all(let first, let count) = tests[Int(root)] else { return [Link(test: root)] }
    return Array(links[Int(first)..<Int(first + count)])
  }

  /// Whether each reference that a test reads is one of those; of some it only asks whether there is
  /// a value.
  func asksOnly(_ test: Int32, _ isOne: (Reference, _ isPresence: Bool) -> Bool) -> Bool {
    switch tests[Int(test)] {
    case .constant: true
    case .has(let reference), .lacks(let reference): isOne(reference, true)
    case .read(let reference), .isString(let reference, _), .isOneOf(let reference, _, _),
      .unary(_, let reference):
      isOne(reference, false)
    case .not(let operand), .absolute(let operand), .isAmong(let operand, _, _):
      asksOnly(operand, isOne)
    case .and(let one, let other), .or(let one, let other), .compare(_, let one, let other),
      .sum(let one, let other), .difference(let one, let other), .product(let one, let other),
      .remainder(let one, let other):
      asksOnly(one, isOne) && asksOnly(other, isOne)
    case .all(let first, let count), .any(let first, let count):
      links[Int(first)..<Int(first + count)].allSatisfy { asksOnly($0.test, isOne) }
    case .choice(let condition, let one, let other):
      asksOnly(condition, isOne) && asksOnly(one, isOne) && asksOnly(other, isOne)
    }
  }

  private func compared(
    _ operation: BinaryOperation, _ one: Int32, _ other: Int32,
    _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Truth {
    let left = operand(one, source)
    let right = operand(other, source)
    guard left.isUsable, right.isUsable, left.kind == right.kind else { return .error }
    let holds: Bool
    switch left.kind {
    case .int, .instant, .duration: holds = operation.holds(left.bits, right.bits)
    case .double: holds = operation.holds(left.double, right.double)
    case .bool:
      guard operation == .equal || operation == .notEqual else { return .error }
      holds = operation.holds(left.bits, right.bits)
    default: return comparedWhole(operation, one, other, source)
    }
    return holds ? .yes : .no
  }

  /// The same as `scalar`, without a call for what stands there or is only read.
  @inline(__always)
  private func operand(
    _ root: Int32, _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Scalar {
    switch tests[Int(root)] {
    case .constant(let scalar): scalar
    case .read(let reference): source.scalar(of: reference)
    default: scalar(root, source)
    }
  }

  /// Compares texts and lists, which only references come to.
  private func comparedWhole(
    _ operation: BinaryOperation, _ one: Int32, _ other: Int32,
    _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Truth {
    if operation == .equal || operation == .notEqual,
      case .read(let first) = tests[Int(one)], case .read(let second) = tests[Int(other)],
      let isSame = source.isSameText(first, second)
    {
      return isSame == (operation == .equal) ? .yes : .no
    }
    guard let first = whole(one, source), let second = whole(other, source),
      case .value(.bool(let holds)) = operation.applied(to: first, second)
    else { return .error }
    return holds ? .yes : .no
  }

  /// A text or a list; nil for a test that comes to a number.
  private func whole(
    _ test: Int32, _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Evaluation? {
    switch tests[Int(test)] {
    case .read(let reference): .value(source.value(of: reference))
    case .unary(let operation, let reference):
      operation.applied(to: .value(source.value(of: reference)))
    default: nil
    }
  }

  /// What the expression with that root comes to as a number; `unusable` for an error.
  package func scalar(
    _ root: Int32, _ source: borrowing some ReferenceSource & ~Copyable & ~Escapable
  ) -> Scalar {
    switch tests[Int(root)] {
    case .constant(let scalar): return scalar
    case .read(let reference): return source.scalar(of: reference)
    case .sum(let one, let other): return scalar(one, source).sum(scalar(other, source))
    case .difference(let one, let other):
      return operand(one, source).difference(operand(other, source))
    case .product(let one, let other): return scalar(one, source).product(scalar(other, source))
    case .remainder(let one, let other):
      return scalar(one, source).remainder(scalar(other, source))
    case .absolute(let operand): return scalar(operand, source).absolute
    case .unary:
      guard case .value(let value)? = whole(root, source) else { return Scalar(.unusable) }
      return Scalar(of: value)
    case .choice(let condition, let first, let second):
      switch truth(condition, source) {
      case .yes: return scalar(first, source)
      case .no: return scalar(second, source)
      case .error: return Scalar(.unusable)
      }
    case .has, .lacks, .not, .and, .or, .all, .any, .compare, .isString, .isOneOf, .isAmong:
      switch truth(root, source) {
      case .no: return Scalar(.bool, 0)
      case .yes: return Scalar(.bool, 1)
      case .error: return Scalar(.unusable)
      }
    }
  }

  private static func truth(of scalar: Scalar) -> Truth {
    scalar.kind == .bool ? (scalar.bits != 0 ? .yes : .no) : .error
  }
}

extension BinaryOperation {
  fileprivate func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }
}
