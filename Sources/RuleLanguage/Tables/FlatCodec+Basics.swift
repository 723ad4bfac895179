internal import YAMLReading

extension String: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.text(self) }
  init(from reader: inout FlatReader) throws(FlatError) { self = try reader.text() }
}

extension Bool: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.number(self ? 1 : 0) }
  init(from reader: inout FlatReader) throws(FlatError) { self = try reader.flag() }
}

extension UInt8: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.number(UInt64(self)) }
  init(from reader: inout FlatReader) throws(FlatError) {
    self = try reader.number(as: UInt8.self)
  }
}

extension UInt16: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.number(UInt64(self)) }
  init(from reader: inout FlatReader) throws(FlatError) {
    self = try reader.number(as: UInt16.self)
  }
}

extension Int64: FlatCoded {
  /// The sign in the lowest bit, so that small negative numbers are short too.
  func write(to writer: inout FlatWriter) {
    writer.number(UInt64(bitPattern: (self << 1) ^ (self >> 63)))
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let raw = try reader.number()
    self = Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }
}

extension Double: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.number(bitPattern) }
  init(from reader: inout FlatReader) throws(FlatError) {
    self = Double(bitPattern: try reader.number())
  }
}

extension Array: FlatCoded where Element: FlatCoded {
  func write(to writer: inout FlatWriter) { writer.values(self) }
  init(from reader: inout FlatReader) throws(FlatError) { self = try reader.values() }
}

/// Enums and names that are numbers.
extension FlatCoded where Self: RawRepresentable, RawValue: FlatCoded {
  func write(to writer: inout FlatWriter) { rawValue.write(to: &writer) }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    guard let value = Self(rawValue: try RawValue(from: &reader)) else {
      throw FlatError(expected: "a known \(Self.self)", offset: start)
    }
    self = value
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
  func write(to writer: inout FlatWriter) {
    writer.text(path)
    writer.number(UInt64(max(0, line)))
    writer.number(UInt64(max(0, column)))
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      path: try reader.text(), line: try reader.number(as: Int.self),
      column: try reader.number(as: Int.self))
  }
}
