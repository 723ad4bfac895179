internal import TextWriting

/// A writer of points in the line protocol of InfluxDB, one a line.
struct LineProtocolWriter {
  /// The value of a field.
  enum Field {
    case integer(Int64)
    case decimal(Double)
    case text(String)
  }

  private(set) var bytes: [UInt8] = []
  private let constantTags: [MetricLabel]

  init(constantTags: [MetricLabel]) { self.constantTags = constantTags }

  /// Writes a point; `microseconds` since 1970 is its time. A point without a field is none.
  mutating func point(
    _ name: String, tags: [MetricLabel] = [], _ fields: [(key: String, value: Field?)],
    at microseconds: Int64
  ) {
    let fields = fields.compactMap { field in field.value.map { (field.key, $0) } }
    // The time counts nanoseconds in 64 bits.
    let (nanoseconds, isTooLarge) = microseconds.multipliedReportingOverflow(by: 1000)
    guard !fields.isEmpty, !isTooLarge else { return }
    bytes.append(utf8: name)
    // Servers read sorted tags faster. An empty tag is an error.
    for tag in (tags + constantTags).sorted(by: { $0.name < $1.name }) where !tag.value.isEmpty {
      bytes.append(utf8: ",\(tag.name)=")
      TextEscaping.lineProtocolTag(tag.value.utf8.span, into: &bytes)
    }
    for (number, (key, value)) in fields.enumerated() {
      bytes.append(UInt8(ascii: number == 0 ? " " : ","))
      bytes.append(utf8: "\(key)=")
      write(value)
    }
    bytes.append(utf8: " \(nanoseconds)\n")
  }

  private mutating func write(_ value: Field) {
    switch value {
    case .integer(let number): bytes.append(utf8: "\(number)i")
    case .decimal(let number): bytes.append(decimal: number)
    case .text(let text):
      bytes.append(UInt8(ascii: "\""))
      TextEscaping.lineProtocolText(text.utf8.span, into: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }
}
