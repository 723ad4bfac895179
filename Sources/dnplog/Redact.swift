internal import CommandSyntax
internal import LogReading
internal import Redaction
internal import RuleLanguage

extension Program {
  static let redact = Command<Settings>(
    "redact", "Remove personal data from logs so that they can be shared.",
    details: [
      "Tokens, DIDs, e-mail addresses, titles, bodies and ids are replaced by pseudonyms of the same"
        + " form; times, counts, hashes and all other words stay. The same value has the same"
        + " pseudonym everywhere, so the redacted log gets the same verdict. Several inputs are"
        + " printed one after the other. Inputs are found as by 'dnplog validate'.",
      "Names of hosts, devices and servers stay: look at the result before you share it.",
    ],
    operands: [
      Operand("FILE", .any, "A log, a directory of logs, or -.") { $0.operands.append($1) }
    ],
    options: OptionTables.paths + OptionTables.rulePaths + [
      .value(
        "key", takes: "TEXT", in: "Output options",
        "Set the secret for the pseudonyms, so that nobody without it can check a guess (default"
          + " dnplog)."
      ) { (settings, text) throws(UsageError) in
        // A variable of a script that is not set would make pseudonyms that anybody can test.
        guard !text.isEmpty else {
          throw UsageError("the key is empty", advice: "give a text that nobody can guess")
        }
        settings.redactionKey = text
      }
    ],
    examples: [
      Example(
        "Make a log that can be shared.",
        "dnplog redact --key 'a secret' device.log > shared.log"),
      Example(
        "See that the verdict stays the same.",
        "dnplog redact device.log | dnplog validate -"),
    ]
  ) { settings in
    Interruption.watch()
    return Failure.reporting { () throws(Failure) in
      let book = try Pipeline.readingBook(for: settings)
      let sources = try InputChoice.sources(for: settings)
      var output = StandardOutput()
      var redaction = Redaction(
        redactor: Redactor(catalogue: book.catalogue, key: settings.redactionKey))
      let problems = redaction.run(sources, to: &output)
      if let failure = redaction.failure { throw Failure(failure) }
      return try output.end(problems)
    }
  }
}

/// One call of `redact`.
private struct Redaction {
  var redactor: Redactor
  /// The problem that ends all writing.
  private(set) var failure: Problem?
  /// Whether the input set at hand holds a line of the plugin.
  private var sawPlugin = false

  init(redactor: Redactor) {
    self.redactor = redactor
  }

  /// The most bytes of a document that are held for the end of a string.
  private static let pieceLimit = 4 << 20

  /// Prints all inputs and returns those that could not be read.
  mutating func run(_ sources: [String], to output: inout StandardOutput) -> [Problem] {
    let plan = InputDiscovery.plan(arguments: sources, joins: false)
      .openingArchives(joins: false, stop: Interruption.flag)
    var archives = ArchiveTally(plan.archives)
    var problems = plan.problems.map { Problem($0) }
    for set in plan.sets {
      // The logs of a bug report that repeat its text are needed only where that has nothing.
      if !set.isReserve { sawPlugin = false }
      if set.isReserve, sawPlugin { continue }
      for member in set.members where !Interruption.isRequested && failure == nil {
        do throws(InputError) {
          try copy(member, to: &output)
        } catch {
          if !archives.takes(error) { problems.append(Problem(error)) }
        }
      }
    }
    return problems
  }

  private mutating func copy(
    _ member: InputMember, to output: inout StandardOutput
  ) throws(InputError) {
    var reader = try ChunkReader(member, stop: Interruption.flag)
    // The end of a document's piece, from a token on that is still open.
    var rest: [UInt8] = []
    while let chunk = try reader.next() {
      var clean: [UInt8] = []
      if chunk.shape.isDocument {
        rest.append(chunk.bytes)
        let used = redactor.redactPiece(
          rest, isLast: rest.count > Self.pieceLimit, into: &clean)
        rest.removeFirst(used)
      } else {
        redactLines(chunk.bytes, into: &clean)
      }
      write(clean, to: &output)
      if failure != nil { return }
    }
    var clean: [UInt8] = []
    _ = redactor.redactPiece(rest, isLast: true, into: &clean)
    write(clean, to: &output)
    if let damage = reader.report.damage {
      StandardError.print(
        Problem(
          "is damaged at byte \(damage.offset)", at: member.name,
          advice: "what could be decoded was printed"))
    }
    if reader.report.cutLines > 0 {
      StandardError.print(
        Problem(
          "lines longer than 1 MiB were cut", at: member.name,
          advice: "the rest of them was left out"))
    }
  }

  private mutating func redactLines(_ bytes: Span<UInt8>, into clean: inout [UInt8]) {
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: 0x0A, in: start..<bytes.count) ?? bytes.count
      var line: [UInt8] = []
      line.append(bytes.extracting(start..<end))
      sawPlugin = sawPlugin || line.contains("DNP")
      redactor.redact(line, into: &clean)
      if end < bytes.count { clean.append(0x0A) }
      start = end + 1
    }
  }

  private mutating func write(_ bytes: [UInt8], to output: inout StandardOutput) {
    do throws(Problem) {
      try output.append(bytes)
    } catch {
      failure = error
    }
  }
}

extension [UInt8] {
  /// Whether a text of ASCII stands somewhere in the bytes.
  fileprivate func contains(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    var rest = self[...]
    while let index = rest.firstIndex(of: first) {
      if self[index...].starts(with: text.utf8) { return true }
      rest = self[(index + 1)...]
    }
    return false
  }
}
