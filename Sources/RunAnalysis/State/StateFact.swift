internal import LogReading
internal import RuleLanguage

/// A row of a device's state once the catalogue has named and typed its values.
struct StateFact {
  /// The event's name in the catalogue.
  let event: String
  /// The table's number among the files of the run, and the row's line there.
  var file: UInt16 = 0
  let line: UInt64
  /// The row as a record.
  let record: [UInt8]
  private var texts: [String: String] = [:]
  private var numbers: [String: Int64] = [:]

  init(
    _ event: Event, of batch: borrowing EventBatch, _ bytes: Span<UInt8>, _ catalogue: Catalogue
  ) {
    self.event = catalogue[event.kind].name
    line = event.line
    let start = Int(event.textStart)
    var record: [UInt8] = []
    record.append(bytes.extracting(start..<(start + Int(event.textLength))))
    self.record = record
    let scratch = Int(event.scratchStart)
    for index in Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount)) {
      let field = batch.fields[index]
      let name = catalogue.name(of: field.name)
      switch field.state {
      case .redacted, .placeholder, .malformed, .zoneless: continue
      case .value, .offset, .misformed: break
      }
      guard field.type == .string else {
        numbers[name] = field.value
        continue
      }
      let place = Int(field.start)
      let length = Int(field.length)
      let inScratch = place - record.count
      texts[name] =
        inScratch < 0
        ? String(decoding: record[place..<min(place + length, record.count)], as: UTF8.self)
        : String(
          decoding: batch.scratch[(scratch + inScratch)..<(scratch + inScratch + length)],
          as: UTF8.self)
    }
  }

  func text(_ name: String) -> String? { texts[name].flatMap { $0.isEmpty ? nil : $0 } }
  /// The number of a field: microseconds for an instant or a duration, 0 or 1 for a truth value.
  func number(_ name: String) -> Int64? { numbers[name] }
  func flag(_ name: String) -> Bool? { numbers[name].map { $0 != 0 } }
}
