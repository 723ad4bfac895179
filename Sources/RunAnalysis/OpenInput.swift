internal import LogReading
internal import Redaction
internal import RunReport

/// An input while it is read.
struct OpenInput: Codable {
  let name: String
  let number: UInt16
  private(set) var events = 0
  /// Lines of other apps that look like those of the plugin, and are not understood.
  private var others = 0
  /// The processes of the first and the last event that have one, else -1.
  private(set) var pids = Pids()
  /// The first lines of the plugin that were not understood.
  private(set) var examples: [[UInt8]] = []
  /// The line that was searched for a secret last.
  private var searched = Place()

  /// The processes of the first and the last event that have one, else -1.
  struct Pids: Codable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  private struct Place: Codable {
    var line: UInt64 = 0
    var start: UInt32 = 0
  }

  /// The most bytes of an unrecognised line that are shown.
  private static let exampleLimit = 200

  init(_ name: String, number: UInt16) {
    self.name = name
    self.number = number
  }

  mutating func note(_ event: Event) {
    events += 1
    if event.pid >= 0 {
      pids = Pids(first: pids.first < 0 ? event.pid : pids.first, last: event.pid)
    }
  }

  /// Counts a line of another app that looks like one of the plugin, and is not understood.
  mutating func noteOther() { others += 1 }

  mutating func noteExample(
    _ event: Event, of batch: borrowing EventBatch, _ chunk: Span<UInt8>
  ) {
    guard examples.count < 3 else { return }
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
    examples.append(example)
  }

  /// Whether the line of an event holds a secret, and was not searched for an event before.
  mutating func holdsSecret(_ event: Event, _ chunk: Span<UInt8>) -> Bool {
    // A document of Loki holds many messages on one line.
    guard event.line != searched.line || event.textStart != searched.start else { return false }
    searched = Place(line: event.line, start: event.textStart)
    let start = Int(event.textStart)
    return SecretMasking.holdsSecret(chunk.extracting(start..<(start + Int(event.textLength))))
  }

  /// Sums the input up at its end.
  func summary(_ ending: InputEnding) -> InputSummary {
    let (report, tally) = (ending.report, ending.tally)
    var summary = InputSummary()
    summary.name = name
    summary.bytes = report.storedBytes
    summary.compression = report.compression
    summary.lines = tally.lines
    summary.unclassified = Int(tally.unclassified) - others
    summary.events = events - summary.unclassified
    summary.containers = Container.allCases.compactMap { container in
      let count = tally[container]
      return count > 0 ? InputSummary.Count(name: container.name, count: Int(count)) : nil
    }
    summary.families = LineFamily.allCases.compactMap { family in
      let count = tally[family]
      return count > 0 ? InputSummary.Count(name: family.name, count: Int(count)) : nil
    }
    summary.cutLines = report.cutLines
    summary.examples = examples.map { String(masking: $0) }
    return summary
  }
}
