package import RuleLanguage

/// A value without its text or its elements.
///
/// All that most tests need, and nothing whose references would have to be counted.
package struct Scalar: Sendable, Equatable, Codable {
  package enum Kind: UInt8, Sendable, Codable {
    case missing, redacted
    /// There, and not to be used: it does not read as its type, or lacks its zone.
    case malformed, zoneless
    /// What an error comes to.
    case unusable
    case bool, int, double, instant, duration
    case string, list
  }

  package var kind: Kind
  /// The number, 0 or 1 for a bool, microseconds for times, the bit pattern of a double.
  package var bits: Int64

  package init(_ kind: Kind, _ bits: Int64 = 0) {
    self.kind = kind
    self.bits = bits
  }

  package init(of value: Value) {
    switch value {
    case .missing: self.init(.missing)
    case .redacted: self.init(.redacted)
    case .malformed: self.init(.malformed)
    case .zoneless: self.init(.zoneless)
    case .bool(let it): self.init(.bool, it ? 1 : 0)
    case .int(let it): self.init(.int, it)
    case .double(let it): self.init(.double, Int64(bitPattern: it.bitPattern))
    case .instant(let it): self.init(.instant, it)
    case .duration(let it): self.init(.duration, it)
    case .string: self.init(.string)
    case .list: self.init(.list)
    }
  }

  /// What does not read as its type is there all the same: it is the use of it that fails.
  var isPresent: Bool { kind.rawValue > Kind.redacted.rawValue }

  /// Whether using it is no error.
  package var isUsable: Bool { kind.rawValue > Kind.unusable.rawValue }

  /// The value again; of a string or a list only that it is missing, since its text is elsewhere.
  var value: Value {
    switch kind {
    case .missing, .unusable, .string, .list: .missing
    case .redacted: .redacted
    case .malformed: .malformed
    case .zoneless: .zoneless
    case .bool: .bool(bits != 0)
    case .int: .int(bits)
    case .double: .double(double)
    case .instant: .instant(bits)
    case .duration: .duration(bits)
    }
  }

  var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}
