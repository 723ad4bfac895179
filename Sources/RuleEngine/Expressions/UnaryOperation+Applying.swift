internal import RuleLanguage

extension UnaryOperation {
  /// The result; an error stays what it is.
  func applied(to operand: Evaluation) -> Evaluation {
    guard case .value(let value) = operand else { return operand }
    switch (self, value) {
    case (.not, .bool), (.negate, .int), (.negate, .duration), (.negate, .double):
      return value.negated.map(Evaluation.value) ?? .error(.overflow)
    case (.absolute, .int(let it)), (.absolute, .duration(let it)):
      return it < 0 ? UnaryOperation.negate.applied(to: operand) : operand
    case (.absolute, .double(let it)): return .value(.double(it.magnitude))
    case (.size, .string(let it)): return .value(.int(Int64(it.unicodeScalars.count)))
    case (.size, .list(let it)): return .value(.int(Int64(it.count)))
    case (.lowerASCII, .string(let it)): return .value(.string(it.loweringASCII))
    case (.toInt, .int), (.toDouble, .double): return operand
    case (.toInt, .double(let it)):
      // The bounds are powers of two and so exact; the upper one is already outside.
      guard it > -0x1p63, it < 0x1p63 else { return .error(.overflow) }
      return .value(.int(Int64(it)))
    case (.toDouble, .int(let it)): return .value(.double(Double(it)))
    case (.toInstant, .int(let it)):
      return Evaluation(it.multipliedReportingOverflow(by: 1_000_000), as: Value.instant)
    case (.isVersionRange, .string(let it)): return .value(.bool(VersionRange(it) != nil))
    case (.sortedParameters, .string(let it)): return .value(.string(it.sortingParameters))
    default: return .error(.invalid)
    }
  }
}

extension String {
  fileprivate var sortingParameters: String {
    split(separator: "&", omittingEmptySubsequences: false)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .joined(separator: "&")
  }

  fileprivate var loweringASCII: String {
    // No other letter has a byte of A to Z.
    let bytes = utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
