internal import RuleLanguage

// Values of an event that is still in its batch.
extension EventBatch {
  /// The text of a field, if it has one.
  func text(of name: FieldName, _ event: Event, in chunk: Span<UInt8>) -> String? {
    guard let (bytes, isInLine) = place(of: name, event),
      bytes.upperBound <= (isInLine ? chunk.count : scratch.count)
    else { return nil }
    return Event.string(isInLine ? chunk.extracting(bytes) : scratch.span.extracting(bytes))
  }

  /// Whether that is a text which is known, as it is on most lines; no string is made to tell.
  func hasText(_ text: String, of name: FieldName, _ event: Event, in chunk: Span<UInt8>) -> Bool {
    guard let (bytes, isInLine) = place(of: name, event), bytes.count == text.utf8.count,
      bytes.upperBound <= (isInLine ? chunk.count : scratch.count)
    else { return false }
    let known = text.utf8.span
    return isInLine ? chunk.equals(known, in: bytes) : scratch.span.equals(known, in: bytes)
  }

  /// Where the text of a field stands: in the chunk, or among the bytes beside it.
  private func place(of name: FieldName, _ event: Event) -> (bytes: Range<Int>, isInLine: Bool)? {
    for index in Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount)) {
      let field = fields[index]
      guard field.name == name, field.state == .value, field.length > 0 else { continue }
      let (start, length) = (Int(field.start), Int(field.length))
      let textLength = Int(event.textLength)
      let isInLine = start < textLength
      let place =
        isInLine ? Int(event.textStart) + start : Int(event.scratchStart) + start - textLength
      return (place..<(place + length), isInLine)
    }
    return nil
  }

  /// The number that a field has.
  func value(of name: FieldName, _ event: Event) -> Int64? {
    for index in Int(event.firstField)..<(Int(event.firstField) + Int(event.fieldCount))
    where fields[index].name == name {
      return fields[index].state == .value ? fields[index].value : nil
    }
    return nil
  }
}

extension Event {
  @_lifetime(copy chunk)
  func line(in chunk: Span<UInt8>) -> Span<UInt8> {
    chunk.extracting(Int(textStart)..<(Int(textStart) + Int(textLength)))
  }

  /// The name of the process that wrote it, as its head or its record tells.
  func processName(in chunk: Span<UInt8>) -> String? {
    if namesProcess { return recordProcessName(in: chunk) }
    let line = line(in: chunk)
    let name = line.processName(in: LineHead.read(line))
    return name.isEmpty ? nil : Self.string(line.extracting(name))
  }

  /// The same, or the name that a record gives for the process whose line it carries. It reads the whole
  /// record: to be asked once for a process.
  func writerName(in chunk: Span<UInt8>) -> String? {
    processName(in: chunk) ?? (container.isRecord ? recordProcessName(in: chunk) : nil)
  }

  private func recordProcessName(in chunk: Span<UInt8>) -> String? {
    let record = record(in: chunk)
    let name = record.recordProcessName()
    return name.isEmpty ? nil : Self.string(record.extracting(name))
  }

  /// The record of an event: its line, or several around that of its message.
  @_lifetime(copy chunk)
  private func record(in chunk: Span<UInt8>) -> Span<UInt8> {
    let start = Int(textStart)
    guard PrettyRecord.isMember(chunk, start..<(start + Int(textLength))),
      let record = PrettyRecord(chunk, around: start, floor: 0, isFileStart: false),
      let end = record.end(in: chunk, isWhole: true)
    else { return line(in: chunk) }
    return chunk.extracting(record.start..<end.index)
  }

  fileprivate static func string(_ text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.append(text)
    return String(decoding: bytes, as: UTF8.self)
  }
}
