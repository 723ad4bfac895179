internal import BuiltinRules
internal import FuzzBasics
internal import LogReading
internal import Redaction
internal import RuleLanguage

/// The catalogue that the program carries.
private let catalogue = (try? BuiltinRules.book(choosing: { _ in [] }))?.catalogue

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
  private let shape: LogShape?
  /// Scanners that have read nothing; to make one takes a thousand times what a line does.
  private var scanners: ShapedScanners?
  private var batch = EventBatch()

  init(shape: LogShape?) {
    self.shape = shape
    scanners = catalogue.map { ShapedScanners(EventScanner(catalogue: $0)) }
  }

  mutating func run(_ bytes: [UInt8]) -> String? {
    let shape = shape ?? LogShape(head: bytes.span)
    guard let scanner = scanners?.scanner(of: shape) else {
      return "the rules of the program cannot be decoded"
    }
    return batch.read(bytes, scanner, shape)
  }
}

/// Scanners that have begun an input of a shape, and read nothing of it.
struct ShapedScanners {
  private let first: EventScanner
  private var begun: [(shape: LogShape, scanner: EventScanner)] = []

  init(_ scanner: EventScanner) { first = scanner }

  mutating func scanner(of shape: LogShape) -> EventScanner {
    if let known = begun.first(where: { $0.shape == shape }) { return known.scanner }
    var scanner = first
    scanner.begin(shape)
    begun.append((shape, scanner))
    return scanner
  }
}

extension EventBatch {
  /// Reads a text, and says which promise was broken.
  mutating func read(_ bytes: [UInt8], _ scanner: EventScanner, _ shape: LogShape) -> String? {
    var scan = InputScan(scanner)
    let lines = UInt64(bytes.count { $0 == 0x0A }) + 1
    var start = 0
    while start < bytes.count {
      removeAll()
      let rest = bytes.span.extracting(start..<bytes.count)
      let used = scan.read(rest, shape: shape, isWhole: true, into: &self)
      if let complaint = complaint(rest.count, lines) { return complaint }
      if used <= 0 || used > rest.count { return "\(used) of \(rest.count) bytes were used" }
      start += used
    }
    scan.order(isAtEnd: true)
    removeAll()
    while let ordered = scan.readOrdered(into: &self) {
      if let complaint = complaint(ordered.count, .max) { return complaint }
      removeAll()
    }
    _ = scan.ending(ReadReport())
    return nil
  }

  /// Says which event does not lie in its text.
  fileprivate func complaint(_ count: Int, _ lines: UInt64) -> String? {
    for event in events {
      if Int(event.textStart) + Int(event.textLength) > count {
        return "an event ends at \(event.textStart) + \(event.textLength) of \(count) bytes"
      }
      if event.line > lines { return "an event is on line \(event.line) of \(lines)" }
      let last = Int(event.firstField) + Int(event.fieldCount)
      if last > fields.count { return "an event has fields up to \(last)" }
      let end = Int(event.scratchStart) + Int(event.scratchLength)
      if end > scratch.count { return "an event has scratch up to \(end)" }
    }
    return nil
  }
}

/// Compiles a wording, and reads lines by it: the wording stands on the first line.
struct ShapeRunner: FuzzRunner {
  private var batch = EventBatch()

  mutating func run(_ bytes: [UInt8]) -> String? {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    // One that is found in lines without a tag begins with `!`.
    let isUntagged = bytes.first == UInt8(ascii: "!")
    let wording = String(decoding: bytes[(isUntagged ? 1 : 0)..<end], as: UTF8.self)
      .split(separator: "'").joined(separator: "''")
    let text = """
      catalog: Fuzzed
      group: Z
      events:
        - event: fuzzed
          summary: An event.
          tags: [DNP-FUZZ]
          level: info
          origin: proposed
          fields:
            count: int?
            word: string?
            at: instant?
            took: duration?
          text:
            - shape: '\(wording)'
              untagged: \(isUntagged)
      """
    let file = RuleFile(path: "rules/catalog/fuzzed.yaml", bytes: Array(text.utf8))
    guard let loaded = try? RuleLoader.load([file]), end < bytes.count else { return nil }
    let scanner = EventScanner(catalogue: loaded.book.catalogue)
    return batch.read(Array(bytes[(end + 1)...]), scanner, .lines)
  }
}

/// Masks the secrets of a text, and makes pseudonyms in its lines.
struct RedactionRunner: FuzzRunner {
  /// Made once: it learns the words of the catalogue.
  private var redactor = catalogue.map { Redactor(catalogue: $0, key: "key") }

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
