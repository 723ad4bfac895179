internal import LogReading
internal import Redaction
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

// What single lines tell beside their events.
extension LogAnalyser {
  /// The most bytes of an unrecognised line that are shown.
  private static let exampleLimit = 200

  func noteExample(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>, in file: inout File
  ) {
    guard file.examples.count < 3 else { return }
    var example: [UInt8] = []
    // What a record carries stands behind the line, with what was unescaped.
    if event.messageStart >= event.textLength, event.messageLength > 0 {
      let start = Int(event.scratchStart + event.messageStart - event.textLength)
      let count = min(Int(event.messageLength), Self.exampleLimit)
      example.append(batch.scratch.span.extracting(start..<(start + count)))
    } else {
      let start = Int(event.textStart)
      let count = min(Int(event.textLength), Self.exampleLimit)
      example.append(chunk.extracting(start..<(start + count)))
    }
    file.examples.append(example)
  }

  /// Whether the line of an event holds a secret, and was not searched for an event before.
  func holdsSecret(_ event: Event, _ chunk: Span<UInt8>, in file: inout File) -> Bool {
    // A document of Loki holds many messages on one line.
    guard event.line != file.searchedLine || event.textStart != file.searchedStart
    else { return false }
    file.searchedLine = event.line
    file.searchedStart = event.textStart
    let start = Int(event.textStart)
    return SecretMasking.holdsSecret(chunk.extracting(start..<(start + Int(event.textLength))))
  }

  /// Adds an event of its own behind one whose line holds a secret, or stands under another's tag.
  func add(
    _ kind: EventKind, behind event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>,
    in file: File, to engine: inout Engine
  ) {
    var added = event
    added.kind = kind
    added.fieldCount = 0
    added.isAmbiguous = false
    added.isOfHost = false
    engine.correlator.add(added, of: batch, chunk: chunk, file: file.number)
  }

  /// Remembers what a marker of the environment says in vain.
  func noteMarker(_ event: Event, _ chunk: Span<UInt8>, in file: File) {
    guard environmentMistakes.count < 8 else { return }
    let start = Int(event.textStart)
    var text: [UInt8] = []
    text.append(chunk.extracting(start..<(start + Int(event.textLength))))
    let marker = EnvironmentMarker(book.catalogue[event.kind], book.catalogue)
    environmentMistakes += marker.mistakes(
      in: String(decoding: text, as: UTF8.self), line: event.line, file: file.summary.name)
  }
}
