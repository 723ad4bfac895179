import Foundation
import LogReading
import TestSupport
import Testing

/// The logs of the containers whose records are more than a line, cut and spoilt.
@Suite struct RecordFilesTests {
  static let names = [
    "cri-parts", "docker", "journald", "json-pretty", "log-json", "log-json-cut",
    "log-json-headless", "log-json-stream", "log-service", "loki-jsonl", "loki-push", "loki-query",
    "long", "ndjson", "structlog", "studio-export", "xcode",
  ]

  static func log(_ name: String) throws -> [UInt8] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Containers/\(name)/device.log")
    return try Array(Data(contentsOf: file))
  }

  @Test(arguments: names)
  func `chunks cut at any line give the same events`(name: String) throws {
    let bytes = try Self.log(name)
    let whole = Piecewise([bytes])
    #expect(!whole.events.isEmpty)
    for cut in bytes.indices where bytes[cut] == 0x0A {
      #expect(Piecewise([Array(bytes[...cut]), Array(bytes[(cut + 1)...])]) == whole)
    }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0 + [0x0A] }
    #expect(Piecewise(lines.map { Array($0) }).events == whole.events)
  }

  @Test(arguments: names, [64, 700])
  func `what a read brings does not matter`(name: String, size: Int) throws {
    let bytes = try Self.log(name)
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "device.log")
    let reader = try ChunkReader(.file(path), limits: limits(readSize: size))
    #expect(try Piecewise(reader) == Piecewise([bytes]))
  }

  @Test(arguments: names)
  func `a log cut anywhere loses only what the cut took`(name: String) throws {
    let bytes = try Self.log(name)
    let scan = Scan(bytes)
    let whole = Set(zip(scan.batch.events, scan.lines).map { "\($0.line) \($1)" })
    let names = Set(scan.lines.map(Self.event))
      .union(["unclassified", "plugin_error", "app_launch"])
    // The cut may take a part of a message of several lines, or of a record.
    let isJoined =
      name.hasPrefix("loki") || name == "log-service" || name == "studio-export" || name == "docker"
      || name == "cri-parts"
    for end in bytes.indices {
      let cut = Scan(Array(bytes[..<end]))
      for (event, text) in zip(cut.batch.events, cut.lines) {
        let found = Self.event(text)
        #expect(names.contains(found))
        if isJoined || found == "unclassified" || event.line + 1 >= UInt64(cut.tally.lines) {
          continue
        }
        #expect(whole.contains("\(event.line) \(text)"))
      }
    }
  }

  @Test(arguments: ["log-json", "log-json-stream"])
  func `a log that begins anywhere gives no wrong event`(name: String) throws {
    let bytes = try Self.log(name)
    let whole = Set(Scan(bytes).lines)
    for start in bytes.indices {
      for line in Scan(Array(bytes[start...])).lines {
        #expect(whole.contains(line) || line.hasPrefix("unclassified"))
      }
    }
  }

  @Test(arguments: names)
  func `bytes changed at random neither trap nor lead outside`(name: String) throws {
    let bytes = try Self.log(name)
    var state: UInt64 = 42
    func random() -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33)
    }
    let telling = Array("{}[]\",:\\ \n0Pn".utf8)
    for _ in 0..<300 {
      var spoilt = bytes
      for _ in 0..<(1 + random() % 4) {
        spoilt[random() % spoilt.count] =
          random() % 2 == 0 ? telling[random() % telling.count] : UInt8(random() & 0xFF)
      }
      let scan = Scan(spoilt)
      #expect(!scan.lines.contains { $0.contains("OUT OF RANGE") })
      #expect(scan.tally.lines >= spoilt.count { $0 == 0x0A })
    }
  }

  private static func event(_ line: String) -> String {
    String(line.prefix { $0 != "[" && $0 != " " })
  }
}

/// What a scan found in an input that came in pieces; what it left unread begins the next piece.
struct Piecewise: Equatable {
  struct Found: Hashable {
    var line: UInt64
    var text: String
    var time: Int64?
    var pid: Int32
    var container: Container
  }

  var events: [Found] = []
  var lines: Int64 = 0
  var report = ReadReport()

  static func == (left: Piecewise, right: Piecewise) -> Bool {
    left.events == right.events && left.lines == right.lines
  }

  /// Made once, since making it takes longer than reading a log.
  private static let scanner = EventScanner(catalogue: SmallCatalogue.whole)

  init(_ pieces: [[UInt8]]) {
    var scanner = Self.scanner
    scanner.begin(LogShape(head: Array(pieces.joined().prefix(LogShape.headLength)).span))
    var tally = ScanTally()
    var pending: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      pending += piece
      let used = take(
        pending, isWhole: index == pieces.count - 1, scanner: &scanner, tally: &tally)
      pending.removeFirst(used)
    }
    finish(&scanner, &tally)
  }

  init(_ source: consuming ChunkReader) throws(InputError) {
    var reader = source
    var scanner = Self.scanner
    var tally = ScanTally()
    var unread = 0
    var hasBegun = false
    while let chunk = try reader.next(keeping: unread) {
      if !hasBegun { scanner.begin(chunk.shape) }
      hasBegun = true
      // SAFETY: the bytes are copied before the next call.
      let bytes = unsafe chunk.bytes.withUnsafeBufferPointer { unsafe Array($0) }
      let isWhole = chunk.isWhole
      unread = bytes.count - take(bytes, isWhole: isWhole, scanner: &scanner, tally: &tally)
    }
    finish(&scanner, &tally)
    report = reader.report
  }

  private mutating func take(
    _ bytes: [UInt8], isWhole: Bool, scanner: inout EventScanner, tally: inout ScanTally
  ) -> Int {
    var batch = EventBatch()
    let used = scanner.scan(
      bytes.span, firstLine: UInt64(tally.lines) + 1, isWhole: isWhole, into: &batch, tally: &tally)
    add(batch, of: bytes)
    return used
  }

  private mutating func finish(_ scanner: inout EventScanner, _ tally: inout ScanTally) {
    scanner.orderCollected(isAtEnd: true)
    var batch = EventBatch()
    while scanner.readCollected(into: &batch, tally: &tally) {
      add(batch, of: scanner.collectedBytes)
      batch.removeAll()
    }
    lines = tally.lines
  }

  private mutating func add(_ batch: EventBatch, of bytes: [UInt8]) {
    for event in batch.events {
      events.append(
        Found(
          line: event.line,
          text: Scan.describe(event, in: batch, of: bytes, SmallCatalogue.whole),
          time: event.timeQuality == .none ? nil : event.time, pid: event.pid,
          container: event.container))
    }
  }
}
