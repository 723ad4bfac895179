internal import YAMLReading

extension String: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.text(it)
  }
}

extension Bool: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.flag(it)
  }
}

extension UInt8: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.integer(it)
  }
}

extension UInt16: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.integer(it)
  }
}

extension Int: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.integer(it)
  }
}

extension Int64: FlatCoded {
  /// Codes the sign in the lowest bit, so that small negative numbers are short too.
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    let raw = try coder.number(it.map { UInt64(bitPattern: ($0 << 1) ^ ($0 >> 63)) })
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }
}

extension Double: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Double(bitPattern: try coder.number(it?.bitPattern))
  }
}

extension Array: FlatCoded where Element: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.list(it)
  }
}

extension Optional: FlatCoded where Wrapped: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    try coder.optional(it ?? nil)
  }
}

extension [String: String]: FlatCoded {
  /// Codes the members in the order of their keys, since a dictionary has none.
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    var members = it?.sorted { $0.key < $1.key }[...]
    var result: [String: String] = [:]
    for _ in 0..<(try coder.count(it?.count)) {
      let member = members?.popFirst()
      let key: String = try coder.code(member?.key)
      result[key] = try coder.code(member?.value)
    }
    return result
  }
}

/// The form of enumerations and names with a raw value.
extension FlatCoded where Self: RawRepresentable, RawValue: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    let start = coder.offset
    guard let value = Self(rawValue: try coder.code(it?.rawValue)) else {
      throw FlatError(expected: "a known \(Self.self)", offset: start)
    }
    return value
  }
}

/// An enumeration whose cases hold values: the number of the case, then its values.
protocol FlatChoice: FlatCoded {
  /// The number of the case, and the values in their order.
  var stored: (number: UInt64, values: [any FlatCoded]) { get }
  /// The case of a number, with the values that follow.
  static func stored(_ number: UInt64, _ coder: inout FlatCoder) throws(FlatError) -> Self
}

extension FlatChoice {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    guard let it else { return try stored(try coder.number(), &coder) }
    let (number, values) = it.stored
    coder.write(number: number)
    for value in values { try coder.write(value) }
    return it
  }
}

extension EventKind: FlatCoded {}
extension FieldName: FlatCoded {}
extension FieldType: FlatCoded {}
extension FieldPrivacy: FlatCoded {}
extension FieldForm: FlatCoded {}
extension DurationUnit: FlatCoded {}
extension LogLevel: FlatCoded {}
extension EventEntry.Origin: FlatCoded {}
extension FaultClass: FlatCoded {}
extension Platform: FlatCoded {}
extension Severity: FlatCoded {}
extension Bucket: FlatCoded {}
extension Outcome: FlatCoded {}
extension Rule.Retrigger: FlatCoded {}
extension ProfileStep.Need: FlatCoded {}
extension ProfileStep.Stage: FlatCoded {}
extension EnvironmentKey: FlatCoded {}
extension CycleValue: FlatCoded {}
extension CounterKey: FlatCoded {}
extension EventStage: FlatCoded {}
extension EventPart: FlatCoded {}

extension SourceLocation: FlatCoded {
  static func code(_ it: Self?, with coder: inout FlatCoder) throws(FlatError) -> Self {
    Self(
      path: try coder.code(it?.path), line: try coder.code(it?.line),
      column: try coder.code(it?.column))
  }
}
