internal import BuiltinRules
internal import LogReading
internal import Redaction
internal import RuleLanguage
internal import RunAnalysis
internal import RunReport

/// The rules that the program carries, made ready once.
let preparedBook: PreparedBook? = (try? BuiltinRules.book()).map { PreparedBook($0) }

/// Reads the first line as a line head.
struct HeadRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    let line = Array(bytes.prefix { $0 != 0x0A })
    let head = LineHead.read(line.span)
    _ = LineTime(of: line.span)
    if head.messageStart < 0 || head.messageStart > line.count {
      return "the message starts at \(head.messageStart) of \(line.count) bytes"
    }
    if head.messageEnd < 0 || head.nextStart < 0 || head.nextStart > line.count {
      return "the message ends at \(head.messageEnd), and the next one starts at \(head.nextStart)"
    }
    return nil
  }
}

/// Finds the events of a text.
struct LineRunner: FuzzRunner {
  let shape: LogShape?
  private var batch = EventBatch()

  init(shape: LogShape?) { self.shape = shape }

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let preparedBook else { return "the rules of the program cannot be decoded" }
    var scan = InputScan(preparedBook.scanner)
    let lines = UInt64(bytes.count { $0 == 0x0A }) + 1
    var rest = bytes
    while !rest.isEmpty {
      batch.removeAll()
      let used = scan.read(
        rest.span, shape: shape ?? LogShape(head: bytes.span), isWhole: true, into: &batch)
      if let complaint = complaint(rest.count, lines) { return complaint }
      if used <= 0 || used > rest.count { return "\(used) of \(rest.count) bytes were used" }
      rest.removeFirst(used)
    }
    scan.order()
    batch.removeAll()
    while let ordered = scan.readOrdered(into: &batch) {
      if let complaint = complaint(ordered.count, .max) { return complaint }
      batch.removeAll()
    }
    _ = scan.ending(ReadReport())
    return nil
  }

  /// Says which event does not lie in its text.
  private func complaint(_ count: Int, _ lines: UInt64) -> String? {
    for event in batch.events {
      if Int(event.textStart) + Int(event.textLength) > count {
        return "an event ends at \(event.textStart) + \(event.textLength) of \(count) bytes"
      }
      if event.line > lines { return "an event is on line \(event.line) of \(lines)" }
      let fields = Int(event.firstField) + Int(event.fieldCount)
      if fields > batch.fields.count { return "an event has \(fields) fields, and the batch fewer" }
      let scratch = Int(event.scratchStart) + Int(event.scratchLength)
      if scratch > batch.scratch.count { return "an event has scratch up to \(scratch)" }
    }
    return nil
  }
}

/// Judges a text as a whole, and in two pieces of whole lines.
struct JudgingRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let whole = report(of: [bytes]) else { return "the run has no summary" }
    // The head decides how a text is read, so no cut lies in it.
    let least = LogShape.headLength + Int(bytes.first ?? 0)
    guard bytes.count > least, let newline = bytes[least...].firstIndex(of: 0x0A) else {
      return nil
    }
    let pieces = report(of: [Array(bytes[...newline]), Array(bytes[(newline + 1)...])])
    return pieces == whole ? nil : "cut behind byte \(newline) it is judged otherwise"
  }

  private func report(of pieces: [[UInt8]]) -> [UInt8]? {
    guard let preparedBook, let analyser = try? LogAnalyser(preparedBook, options: RunOptions())
    else { return nil }
    analyser.read(chunks: pieces, named: "device.log")
    var json: [UInt8] = []
    JSONRenderer.render(analyser.finish(), ReportStyle(), into: &json)
    return json
  }
}

/// Masks the secrets of a text, and makes pseudonyms in its lines.
struct RedactionRunner: FuzzRunner {
  /// Made once: it learns the words of the catalogue.
  private var redactor = preparedBook.map { Redactor(catalogue: $0.book.catalogue, key: "key") }

  mutating func run(_ bytes: [UInt8]) -> String? {
    var masked: [UInt8] = []
    _ = SecretMasking.mask(bytes.span, into: &masked)
    var again: [UInt8] = []
    _ = SecretMasking.mask(masked.span, into: &again)
    if again != masked { return "what was masked is masked again" }
    guard redactor != nil else { return "the rules of the program cannot be decoded" }
    var output: [UInt8] = []
    for line in bytes.split(separator: 0x0A) { redactor?.redact(Array(line), into: &output) }
    return nil
  }
}
