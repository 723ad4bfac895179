import Foundation
import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import TestSupport
import Testing

/// One run, written down in many ways, comes to one verdict.
@Suite struct AnalysisFormsTests {
  static let names = SampleLogs.healthy + SampleLogs.faulty

  static func baseline(_ lines: [PlainLine]) throws -> Judgement {
    try Judge.judgement(lines.map(LogForm.nslog.line))
  }

  @Test func `samples are read whole`() throws {
    for name in Self.names { #expect(try SampleLogs.lines(name).count >= 12, "\(name)") }
    let faults = try SampleLogs.faulty.map { try Self.baseline(SampleLogs.lines($0)).verdict }
    #expect(faults.filter { $0 == "fail 1" }.count >= 6)
    for name in SampleLogs.healthy {
      #expect(try Self.baseline(SampleLogs.lines(name)).verdict == "pass 0")
    }
  }

  @Test(arguments: names, LogForm.timed) func `container does not matter`(
    name: String, form: LogForm
  )
    throws
  {
    let lines = try SampleLogs.lines(name)
    #expect(try Judge.judgement(lines.map(form.line)) == Self.baseline(lines))
  }

  // Without times an order that is broken is still told, and nothing else is made up.
  @Test(arguments: [
    "prefetch/two-days.log", "acceptance/content-hash-mismatch.log",
    "acceptance/delivery-before-handler.log", "prefetch/summary-lies.log",
    "prefetch/other-schedule-executed.log", "hints/handler-no-fetch.log",
  ]) func `orders are told without times`(name: String) throws {
    let lines = try SampleLogs.lines(name)
    let untimed = try Judge.judgement(lines.map(LogForm.bare.line))
    let timed = try Self.baseline(lines)
    #expect(untimed.violated == timed.violated)
    #expect(untimed.counters == timed.counters)
    #expect(untimed.verdict == timed.verdict)
  }

  private static let noise = [
    "[R412->Q97] DNSServiceQueryRecord(15000, 7, <mask.hash: 'cYp0/kq3Gmf=='>, AAAA) START",
    ##"{"msg":"#Spi, CLLocationManager", "cached":1, "client":"0xdeadbeef"}"##,
    "Client 12 no longer tracked; DNP transport idle, ref=0xbeef",
    "'com.apple.CloudKit.sync:1f' DecisionToRun:0 score 12 [DND-FETCH] skipped",
    "Sandbox: mediaserverd(77) deny(1) file-read-metadata /private/var/mobile/Library/ff",
    "",
  ]

  @Test(arguments: names, LogForm.allCases) func `other programs do not matter`(
    name: String, form: LogForm
  ) throws {
    let lines = try SampleLogs.lines(name)
    var mixed: [String] = []
    for (index, line) in lines.enumerated() {
      let other = Self.noise[index % Self.noise.count]
      mixed += [form.noise(other, line.time), form.line(line)]
      if index % 3 == 0 { mixed.append(form.noise(Self.noise[1], line.time)) }
    }
    #expect(try Judge.judgement(mixed) == Judge.judgement(lines.map(form.line)))
  }

  @Test(arguments: names) func `line ends colours and marks do not matter`(name: String) throws {
    let lines = try SampleLogs.lines(name)
    let plain = try Self.baseline(lines)
    let texts = lines.map(LogForm.nslog.line)
    #expect(try Judge.judgement(texts.map { $0 + "\r" }) == plain)
    #expect(try Judge.judgement(texts.map { "\u{1B}[32m\($0)\u{1B}[0m" }) == plain)
    #expect(try Judge.judgement(["\u{FEFF}" + texts[0]] + texts.dropFirst()) == plain)
    #expect(try Judgement(Judge.summary(texts.joined(separator: "\n"))) == plain)
  }

  @Test(arguments: names, [LogForm.nslog, .idevicesyslog, .bare])
  func `rotation and chunks do not matter`(name: String, form: LogForm) throws {
    let lines = try SampleLogs.lines(name).map { Array((form.line($0) + "\n").utf8) }
    let whole = try Judgement(Judge.summary(parts: [lines.flatMap { $0 }]))
    for count in 2...5 {
      let size = (lines.count + count - 1) / count
      let parts = stride(from: 0, to: lines.count, by: size).map {
        lines[$0..<min($0 + size, lines.count)].flatMap { $0 }
      }
      #expect(try Judgement(Judge.summary(parts: parts)) == whole, "\(count) parts")
      let analyser = try Judge.analyser()
      analyser.read(chunks: parts, named: "chunks")
      #expect(Judgement(analyser.finish()) == whole, "\(count) chunks")
    }
    let analyser = try Judge.analyser()
    analyser.read(chunks: lines, named: "lines")
    #expect(Judgement(analyser.finish()) == whole)
  }

  @Test(arguments: names) func `gzip is plain`(name: String) throws {
    let lines = try SampleLogs.lines(name)
    let bytes = Array(lines.map { LogForm.nslog.line($0) + "\n" }.joined().utf8)
    let directory = try TemporaryDirectory()
    let path = directory.path + "/device.log.gz"
    try Data(gzip(bytes)).write(to: URL(filePath: path))
    let analyser = try Judge.analyser()
    analyser.read(InputSet(name: path, members: [.file(path)]), isStopped: { false })
    #expect(Judgement(analyser.finish()) == (try Self.baseline(lines)))
    #expect(analyser.problems.isEmpty)
  }

  // JSON cannot show all that text does; what it shows comes to the same.
  @Test(arguments: [
    "prefetch/two-days.log", "acceptance/content-hash-mismatch.log",
    "acceptance/delivery-before-handler.log", "prefetch/summary-lies.log",
    "prefetch/other-schedule-executed.log",
  ]) func `generic JSON comes to the same`(name: String) throws {
    let lines = try SampleLogs.lines(name)
    let json = try GenericJSON.lines(lines.map(LogForm.nslog.line).joined(separator: "\n"))
    #expect(json.count == lines.count)
    let judgement = try Judge.judgement(json)
    let text = try Self.baseline(lines)
    #expect(judgement.verdict == text.verdict)
    #expect(judgement.counters == text.counters)
    #expect(judgement.violated == text.violated)
  }
}

/// Text lines once more as generic JSON events: `{"event":"<name>", …}`.
enum GenericJSON {
  static func lines(_ text: String) throws -> [String] {
    let catalogue = try Judge.book.get().catalogue
    let bytes = Array(text.utf8)
    var scanner = try Judge.prepared.get().scanner
    var batch = EventBatch()
    var tally = ScanTally()
    scanner.scan(bytes.span, firstLine: 1, into: &batch, tally: &tally)
    return batch.events.map { event in
      let start = Int(event.textStart)
      let scratch = Int(event.scratchStart)
      let own =
        bytes[start..<(start + Int(event.textLength))]
        + batch.scratch[scratch..<(scratch + Int(event.scratchLength))]
      var members = ["\"event\":\"\(catalogue[event.kind].name)\""]
      let first = Int(event.firstField)
      for field in batch.fields[first..<(first + Int(event.fieldCount))] {
        let raw = own.dropFirst(Int(field.start)).prefix(Int(field.length))
        members.append(
          "\"\(catalogue.name(of: field.name))\":"
            + value(
              field, String(decoding: raw, as: UTF8.self),
              isMilliseconds: catalogue.name(of: field.name).hasSuffix("Ms")))
      }
      members.append("\"timestamp\":\"\(iso(event.time))\"")
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func value(_ field: Field, _ text: String, isMilliseconds: Bool) -> String {
    switch field.type {
    case .string: LogForm.quoted(text)
    case .int: "\(field.value)"
    case .bool: field.value != 0 ? "true" : "false"
    case .double: "\(Double(bitPattern: UInt64(bitPattern: field.value)))"
    case .instant: "\"\(iso(field.value))\""
    case .duration: "\(field.value / (isMilliseconds ? 1000 : 1_000_000))"
    }
  }

  static func iso(_ micros: Int64) -> String {
    LogForm.date(micros, "yyyy-MM-dd'T'HH:mm:ss") + String(format: ".%06lldZ", micros % 1_000_000)
  }
}
