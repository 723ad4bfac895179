internal import CYAML

/// One event of a YAML file, as plain values: nothing of the C library outlives its closure.
struct YAMLEvent {
  enum Kind {
    case documentStart
    case scalar(String, isQuoted: Bool)
    case sequenceStart
    case mappingStart
    case end
    case alias(String)
  }

  var kind: Kind
  /// The name in `&name` before a value, if any.
  var anchor: String?
  /// The type in `!type` before a value, if any.
  var tag: String?
  var line: Int
  var column: Int
}

/// Reads a file with libyaml, up to the first mistake or to a nesting deeper than allowed.
func yamlEvents(
  _ bytes: ArraySlice<UInt8>, in source: SourceText, maximumDepth: Int
) throws(SourceError) -> [YAMLEvent] {
  // The library keeps the pointer of its input, so all parsing happens while the bytes are lent.
  try unsafe bytes.withUnsafeBufferPointer {
    (buffer: UnsafeBufferPointer<UInt8>) throws(SourceError) -> [YAMLEvent] in
    var parser = unsafe yaml_parser_t()
    guard unsafe yaml_parser_initialize(&parser) == 1 else {
      throw source.error("no memory for the YAML parser", line: 1, column: 1)
    }
    defer { unsafe yaml_parser_delete(&parser) }
    unsafe yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)

    var events: [YAMLEvent] = []
    var depth = 0
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(&parser, &event) == 1 else {
        throw unsafe syntaxError(of: parser, in: source)
      }
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_STREAM_END_EVENT { return events }
      guard let plain = unsafe plainEvent(event) else { continue }
      switch plain.kind {
      case .sequenceStart, .mappingStart: depth += 1
      case .end: depth -= 1
      default: break
      }
      guard depth <= maximumDepth else {
        throw source.error(
          "nested deeper than \(maximumDepth) levels", line: plain.line, column: plain.column)
      }
      events.append(plain)
    }
  }
}

/// Copies the useful parts of a C event, whose strings are freed right after.
private func plainEvent(_ event: yaml_event_t) -> YAMLEvent? {
  let mark = unsafe event.start_mark
  var plain = YAMLEvent(
    kind: .end, line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
  switch unsafe event.type {
  case YAML_DOCUMENT_START_EVENT:
    plain.kind = .documentStart
  case YAML_SCALAR_EVENT:
    let scalar = unsafe event.data.scalar
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
    plain.kind = unsafe .scalar(String(decoding: bytes, as: UTF8.self), isQuoted: !isPlain)
    plain.anchor = unsafe text(scalar.anchor)
    plain.tag = unsafe text(scalar.tag)
  case YAML_SEQUENCE_START_EVENT:
    plain.kind = .sequenceStart
    plain.anchor = unsafe text(event.data.sequence_start.anchor)
    plain.tag = unsafe text(event.data.sequence_start.tag)
  case YAML_MAPPING_START_EVENT:
    plain.kind = .mappingStart
    plain.anchor = unsafe text(event.data.mapping_start.anchor)
    plain.tag = unsafe text(event.data.mapping_start.tag)
  case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
    plain.kind = .end
  case YAML_ALIAS_EVENT:
    plain.kind = .alias(unsafe text(event.data.alias.anchor) ?? "")
  default: return nil
  }
  return plain
}

private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe String(decodingCString: pointer, as: UTF8.self)
}

/// Rewords the library's complaint where it is a frequent one.
private func syntaxError(of parser: yaml_parser_t, in source: SourceText) -> SourceError {
  let mark = unsafe parser.problem_mark
  let line = Int(clamping: mark.line) + 1
  let shown = source.line(line).unicodeScalars
  let indentation = shown.prefix { $0 == " " || $0 == "\t" }
  if let tab = indentation.firstIndex(of: "\t") {
    return source.error(
      "a tab cannot indent YAML", advice: "use spaces", line: line,
      column: shown.distance(from: shown.startIndex, to: tab) + 1)
  }
  var message = "not valid YAML"
  if let problem = unsafe parser.problem { message += unsafe ": " + String(cString: problem) }
  if let context = unsafe parser.context { message += unsafe " " + String(cString: context) }
  // The end of the file is a place behind the last line: show that line instead.
  guard line > source.lines.count, let last = source.lines.last else {
    return source.error(message, line: line, column: Int(clamping: mark.column) + 1)
  }
  return source.error(
    message, line: source.lines.count, column: last.unicodeScalars.count + 1)
}
