internal import JSONReading
internal import RunReport
internal import TextWriting

/// A file of summaries: one document, or a stream of them with what could not be read and an end.
struct SummaryFile {
  /// A document that is longer is refused: to hold it would take the memory.
  private static let largest = 64 << 20

  private let name: String
  private var stream = JSONStream()
  /// How many summaries came since the last end, and whether any record of a stream did.
  private var count = 0
  private var isStream = false
  private var hasEnded = false
  private(set) var problems: [Problem] = []

  init(name: String) { self.name = name }

  /// Reads the next bytes and adds the summaries that end in them.
  mutating func add(_ block: [UInt8], to sum: inout RunSummary?, maxDetails: Int) {
    if stream.waiting > Self.largest { return }
    var documents: [JSONStream.Document] = []
    stream.add(block) { documents.append($0) }
    for document in documents { take(document, &sum, maxDetails) }
    if stream.waiting > Self.largest {
      refuse(1, "holds a document of more than 64 MiB", "lower --max-details where it is made")
    }
  }

  /// Ends the file: what is left is cut.
  mutating func end(adding sum: inout RunSummary?, maxDetails: Int) {
    if stream.waiting > Self.largest { return }
    if let rest = stream.rest() { return take(rest, &sum, maxDetails) }
    if isStream, !hasEnded {
      refuse(
        1, "ends without its end record: it is cut",
        "write it again; what is there is added up")
    } else if !isStream, count == 0, problems.isEmpty {
      refuse(1, "holds no summary", Self.advice)
    }
  }

  private static let advice = "name what 'dnplog validate --format json' printed"

  private mutating func refuse(_ line: Int, _ message: String, _ advice: String = Self.advice) {
    problems.append(Problem(message, at: "\(name):\(line)", advice: advice))
  }

  private mutating func take(
    _ document: JSONStream.Document, _ sum: inout RunSummary?, _ maxDetails: Int
  ) {
    do throws(JSONError) {
      guard let node = try JSONDocument.read(document.bytes, from: document.line) else { return }
      switch node.member("schema")?.text {
      case RunSummary.schema:
        let summary = try SummaryReader.read(node)
        count += 1
        hasEnded = false
        if sum == nil { sum = summary } else { sum?.merge(summary, maxDetails: maxDetails) }
      case "dnplog.error/1":
        isStream = true
        hasEnded = false
        problems.append(
          Problem(
            node.member("message")?.text ?? "could not be read",
            at: node.member("input")?.text ?? "\(name):\(node.line)",
            advice: node.member("advice")?.text ?? "judge it again"))
      // A log that was named again is in the stream already.
      case "dnplog.note/1": isStream = true
      case "dnplog.end/1":
        isStream = true
        hasEnded = true
        if case .number(let told)? = node.member("summaries")?.content, Int(told) != count {
          refuse(
            node.line, "holds \(count) summaries where its end record says \(told)",
            "write it again; what is there is added up")
        }
        count = 0
      case let other?:
        refuse(node.line, "holds '\(other)' where a summary is '\(RunSummary.schema)'")
      case nil: refuse(node.line, "holds JSON that is no summary of a run")
      }
    } catch {
      refuse(error.line, error.message)
    }
  }
}
