internal import YAMLReading

/// A reader of comma-separated values (RFC 4180), with their places.
struct CSVReader {
  struct Field: Sendable, Equatable {
    var text = ""
    var location: SourceLocation
  }

  private let source: SourceText
  private var scalars: String.UnicodeScalarView.SubSequence
  private var location: SourceLocation

  /// The records of a file; empty lines are skipped.
  static func records(
    of text: String, in source: SourceText
  ) throws(SourceError) -> [[Field]] {
    var reader = CSVReader(
      source: source, scalars: text.unicodeScalars[...],
      location: SourceLocation(path: source.path, line: 1, column: 1))
    var records: [[Field]] = []
    while !reader.scalars.isEmpty {
      if reader.takeLineEnd() { continue }
      records.append(try reader.record())
    }
    return records
  }

  private mutating func record() throws(SourceError) -> [Field] {
    var fields = [try field()]
    while scalars.first == "," {
      take()
      fields.append(try field())
    }
    guard scalars.isEmpty || takeLineEnd() else {
      throw source.error(
        "text behind the closing quote", advice: "write a quote inside a field twice", at: location)
    }
    return fields
  }

  private mutating func field() throws(SourceError) -> Field {
    var field = Field(location: location)
    guard scalars.first == "\"" else {
      while let next = scalars.first, next != ",", !isAtLineEnd {
        field.text.unicodeScalars.append(next)
        take()
      }
      return field
    }
    take()
    while let next = scalars.first {
      take()
      if next == "\"" {
        guard scalars.first == "\"" else { return field }
        take()
      }
      field.text.unicodeScalars.append(next)
    }
    throw source.error(
      "the field does not end", advice: "close the quote that opens here", at: field.location)
  }

  private mutating func take() {
    guard let scalar = scalars.popFirst() else { return }
    if scalar == "\n" {
      location.line += 1
      location.column = 1
    } else {
      location.column += 1
    }
  }

  private var isAtLineEnd: Bool {
    scalars.first == "\n" || scalars.first == "\r" && scalars.dropFirst().first == "\n"
  }

  private mutating func takeLineEnd() -> Bool {
    guard isAtLineEnd else { return false }
    if scalars.first == "\r" { take() }
    take()
    return true
  }
}
