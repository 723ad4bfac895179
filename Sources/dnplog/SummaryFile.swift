internal import JSONReading
internal import RunReport
internal import TextWriting

/// A file of summaries: single ones, streams of them with a begin and an end, or both.
///
/// Records are written whole, so that what ended a program before its time nearly always cut its stream
/// between two of them. So a stream is whole only with both of its ends, and with as many summaries
/// between them as the end says.
struct SummaryFile {
  /// A document that is longer is refused: to hold it would take the memory.
  private static let largest = 64 << 20
  /// So many mistakes are told; and where as many stand before anything that is known, the rest of the
  /// file is not read.
  private static let toldMistakes = 20

  /// The stream that was begun and did not end yet.
  private struct Open {
    var line: Int
    /// How many summaries it holds so far.
    var count = 0
    var errors = 0
    /// The highest exit status of a summary in it.
    var status: Int32 = 0
    /// Whether it has the record that begins it.
    var hasBegin = true

    mutating func add(_ summary: RunSummary) {
      count += 1
      status = max(status, summary.exitStatus)
    }
  }

  private let name: String
  private var stream = JSONStream()
  private var open: Open?
  /// How many documents were records that dnplog writes for this, and how many were none.
  private var known = 0
  private var mistakes = 0
  private var firstMistake = 1
  /// Whether its first mistake is text, and no JSON at all.
  private var beginsAsText = false
  private var isFirst = true
  private var isCompressed = false
  private(set) var problems: [Problem] = []

  init(name: String) { self.name = name }

  /// Whether nothing in it is to be expected any more.
  private var isHopeless: Bool {
    stream.waiting > Self.largest || known == 0 && mistakes >= Self.toldMistakes
  }

  /// Reads the next bytes and adds the summaries that end in them.
  mutating func add(_ block: [UInt8], to sum: inout RunSummary?, maxDetails: Int) {
    if isHopeless { return }
    if isFirst { isCompressed = block.starts(with: [0x1F, 0x8B]) }
    isFirst = false
    var documents: [JSONStream.Document] = []
    stream.add(block) { documents.append($0) }
    for document in documents where !isHopeless { take(document, &sum, maxDetails) }
    if stream.waiting > Self.largest {
      refuse(1, "holds a document of more than 64 MiB", "lower --max-details where it is made")
    }
  }

  /// Ends the file: what is left is cut.
  mutating func end(adding sum: inout RunSummary?, maxDetails: Int) {
    if !isHopeless, let rest = stream.rest() { take(rest, &sum, maxDetails) }
    if isCompressed {
      problems = [
        Problem("is compressed by gzip", at: name, advice: "unpack it first, as with gunzip")
      ]
    } else if known == 0, mistakes > 1 || beginsAsText {
      problems = [
        Problem(
          "is no summary of a run, but a log or another text", at: "\(name):\(firstMistake)",
          advice: "judge a log with 'dnplog validate --format json' first")
      ]
    } else if mistakes > Self.toldMistakes {
      let rest = mistakes - Self.toldMistakes
      problems.append(
        Problem("\(TextLayout.plural(rest, "more mistake")) of this kind", at: name, advice: ""))
    }
    if let open {
      tell(
        open.line, "the stream that begins here has no end record: it was cut",
        "judge its logs again; what is there is added up")
    } else if known == 0, problems.isEmpty {
      refuse(1, "holds no summary")
    }
  }

  private static let advice = "name what 'dnplog validate --format json' printed"

  private mutating func tell(_ line: Int, _ message: String, _ advice: String) {
    problems.append(Problem(message, at: "\(name):\(line)", advice: advice))
  }

  /// Tells a document that is none of a summary file's.
  private mutating func refuse(_ line: Int, _ message: String, _ advice: String = Self.advice) {
    if mistakes == 0 { firstMistake = line }
    mistakes += 1
    if mistakes <= Self.toldMistakes { tell(line, message, advice) }
  }

  private mutating func take(
    _ document: JSONStream.Document, _ sum: inout RunSummary?, _ maxDetails: Int
  ) {
    do throws(JSONError) {
      guard let node = try JSONDocument.read(document.bytes, from: document.line) else { return }
      let schema = node.member("schema")?.text
      switch schema {
      case RunSummary.schema:
        // What is said of it is said by it: a stream with a summary that cannot be read lacks one.
        known += 1
        let summary = try SummaryReader.read(node)
        open?.add(summary)
        if sum == nil { sum = summary } else { sum?.merge(summary, maxDetails: maxDetails) }
      case "dnplog.begin/1": begin(node)
      case "dnplog.error/1":
        continueStream(node)
        open?.errors += 1
        problems.append(
          Problem(
            node.member("message")?.text ?? "could not be read",
            at: node.member("input")?.text ?? "\(name):\(node.line)",
            advice: node.member("advice")?.text ?? "judge it again"))
      // A log that was named again is in the stream already.
      case "dnplog.note/1": continueStream(node)
      // Each run of the format ndjson has an end of its own, with a verdict.
      case "dnplog.end/1" where node.member("verdict") == nil: end(node)
      case "dnplog.finding/1", "dnplog.end/1":
        refuse(
          node.line,
          "holds '\(schema ?? "")' of the format ndjson, which has findings and no summary",
          "write it with --format json")
      case let other?:
        refuse(node.line, "holds '\(other)' where a summary is '\(RunSummary.schema)'")
      case nil: refuse(node.line, "holds JSON that is no summary of a run")
      }
    } catch {
      if mistakes == 0, !Self.isObject(document.bytes) { beginsAsText = true }
      refuse(error.line, error.message)
    }
  }

  private static func isObject(_ bytes: [UInt8]) -> Bool {
    let start = bytes.starts(with: JSONDocument.mark) ? JSONDocument.mark.count : 0
    let first = bytes[start...].first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  // MARK: Streams

  private mutating func begin(_ node: JSONNode) {
    known += 1
    if let open {
      tell(
        open.line, "the stream that begins here has no end record: it was cut",
        "judge its logs again; what is there is added up")
    }
    open = Open(line: node.line)
  }

  /// Takes a record that stands only in streams.
  private mutating func continueStream(_ node: JSONNode) {
    known += 1
    if open == nil { open = Open(line: node.line, hasBegin: false) }
  }

  private mutating func end(_ node: JSONNode) {
    continueStream(node)
    guard let ended = open else { return }
    open = nil
    let advice = "judge its logs again; what is there is added up"
    if !ended.hasBegin {
      tell(
        node.line, "the stream that ends here has no begin record: it was cut", advice)
    } else if let told = count(node, "summaries"), told != Int64(ended.count) {
      tell(
        node.line,
        "the stream that ends here holds \(ended.count) summaries"
          + " where its end record says \(told)", advice)
    } else if node.member("interrupted")?.flag == true {
      tell(
        node.line, "the call that wrote the stream which ends here was interrupted", advice)
    } else if let status = count(node, "exitStatus"), status > 1,
      ended.errors == 0, ended.status < 2
    {
      tell(
        node.line, "the call that wrote the stream which ends here ended with status \(status)",
        "see what it said, and judge its logs again")
    }
  }

  /// The count that a member says; -1 where it says none.
  private func count(_ node: JSONNode, _ key: String) -> Int64? {
    guard case .number(let text)? = node.member(key)?.content else { return -1 }
    return Int64(text) ?? -1
  }
}
