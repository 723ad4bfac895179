// What operations on numbers and times come to; `unusable` for an error.
extension Scalar {
  func sum(_ other: Scalar) -> Scalar {
    switch (kind, other.kind) {
    case (.int, .int), (.duration, .duration): result(bits.addingReportingOverflow(other.bits))
    case (.instant, .duration), (.duration, .instant):
      result(bits.addingReportingOverflow(other.bits), .instant)
    case (.double, .double): Scalar(double + other.double)
    // Of a text or a list only the kind is told, as everywhere.
    case (.string, .string), (.list, .list): Scalar(kind)
    default: Scalar(.unusable)
    }
  }

  func difference(_ other: Scalar) -> Scalar {
    switch (kind, other.kind) {
    case (.int, .int), (.duration, .duration), (.instant, .duration):
      result(bits.subtractingReportingOverflow(other.bits))
    case (.instant, .instant): result(bits.subtractingReportingOverflow(other.bits), .duration)
    case (.double, .double): Scalar(double - other.double)
    default: Scalar(.unusable)
    }
  }

  func product(_ other: Scalar) -> Scalar {
    switch (kind, other.kind) {
    case (.int, .int), (.duration, .int):
      result(bits.multipliedReportingOverflow(by: other.bits))
    case (.int, .duration): result(bits.multipliedReportingOverflow(by: other.bits), .duration)
    case (.double, .double): Scalar(double * other.double)
    default: Scalar(.unusable)
    }
  }

  func remainder(_ other: Scalar) -> Scalar {
    switch (kind, other.kind) {
    case (.int, .int), (.duration, .duration):
      other.bits == 0
        ? Scalar(.unusable) : result(bits.remainderReportingOverflow(dividingBy: other.bits))
    default: Scalar(.unusable)
    }
  }

  var absolute: Scalar {
    switch kind {
    case .int, .duration:
      bits < 0 ? result(Int64(0).subtractingReportingOverflow(bits)) : self
    case .double: Scalar(double.magnitude)
    default: Scalar(.unusable)
    }
  }

  private init(_ double: Double) {
    self.init(.double, Int64(bitPattern: double.bitPattern))
  }

  private func result(
    _ number: (partialValue: Int64, overflow: Bool), _ kind: Kind? = nil
  ) -> Scalar {
    number.overflow ? Scalar(.unusable) : Scalar(kind ?? self.kind, number.partialValue)
  }
}
