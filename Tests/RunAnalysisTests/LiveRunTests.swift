import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import TestSupport
import Testing

/// A run over a log that is being written says what a run over the whole file says.
@Suite struct LiveRunTests {
  /// The reads that decide the first chunk: of a usual size, and small ones.
  private static let readSizes = [256 << 10, 700, 4_096]

  private static let logs: [LiveLogs.Log] = (LiveLogs.samples + LiveLogs.simulated).enumerated()
    .map { index, log in
      var log = log
      log.options.reading.readSize = readSizes[index % readSizes.count]
      return log
    }

  /// Goes through the logs, each with a file for its bytes.
  private static func each(
    _ step: Int = 1, _ body: (LiveLogs.Log, _ path: String, inout Dice) throws -> Void
  ) throws {
    let directory = try TemporaryDirectory()
    for (index, log) in logs.enumerated() where index % step == 0 {
      var dice = Dice(index)
      try body(log, directory.path + "/device.log", &dice)
    }
  }

  @Test func `there are samples and simulated logs`() {
    #expect(LiveLogs.samples.count > 100)
    #expect(LiveLogs.simulated.count > 24)
  }

  @Test func `bytes that were cut anywhere come to what the file comes to`() throws {
    try Self.each { log, path, dice in
      let whole = try LiveLogs.validated(log.bytes, as: path, log.options)
      let run = try LiveRun(LiveLogs.prepared, options: log.options, named: path)
      for part in dice.cuts(of: log.bytes.count, parts: 20) {
        run.add(log.bytes[part].span)
      }
      #expect(run.bytesRead == Int64(log.bytes.count))
      #expect(LiveLogs.json(run.finish()) == whole, "\(log)")
    }
  }

  @Test func `a snapshot is what the whole lines so far come to, and changes nothing`() throws {
    // Each with another read size.
    try Self.each(4) { log, path, dice in
      let whole = try LiveLogs.validated(log.bytes, as: path, log.options)
      let run = try LiveRun(LiveLogs.prepared, options: log.options, named: path)
      for part in dice.cuts(of: log.bytes.count, parts: 3) {
        run.add(log.bytes[part].span)
        let end = log.bytes[..<part.upperBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let lines = try LiveLogs.validated(log.bytes[..<end], as: path, log.options)
        #expect(LiveLogs.json(run.snapshot(silence: nil)) == lines, "\(log) \(end)")
      }
      #expect(LiveLogs.json(run.finish()) == whole, "\(log)")
    }
  }

  @Test func `a run that is written down and continued comes to the same`() throws {
    try Self.each(2) { log, path, dice in
      let whole = try LiveLogs.validated(log.bytes, as: path, log.options)
      var run = try LiveRun(LiveLogs.prepared, options: log.options, named: path)
      for part in dice.cuts(of: log.bytes.count, parts: 2) {
        run.add(log.bytes[part].span)
        let state = run.state()
        run = try LiveRun(LiveLogs.prepared, options: log.options, state: state)
        #expect(run.bytesRead == Int64(part.upperBound))
        // What was read back is written as it was, but for the order of dictionaries.
        #expect(run.state().count == state.count, "\(log)")
      }
      #expect(LiveLogs.json(run.finish()) == whole, "\(log)")
    }
  }

  @Test func `lines that are too long are cut wherever their bytes are`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/device.log"
    let line = Array(
      "2025-11-09 05:00:00.000000+0000 App[201:1] [DNP-PLUGIN] Startup complete\n".utf8)
    var options = RunOptions()
    options.reading.lineLength = 2_000
    options.reading.readSize = 600
    for length in [1_998, 1_999, 2_000, 2_001, 2_002, 5_000] {
      let long = line.dropLast() + [UInt8](repeating: 0x61, count: length - line.count + 1)
      for bytes in [line + long + [0x0A] + line, long + [0x0A] + long, line + long] {
        let whole = try LiveLogs.validated(bytes, as: path, options)
        for step in [1, 700, bytes.count] {
          let run = try LiveRun(LiveLogs.prepared, options: options, named: path)
          for start in stride(from: 0, to: bytes.count, by: step) {
            run.add(bytes[start..<min(start + step, bytes.count)].span)
          }
          let lines = bytes[...(bytes.lastIndex(of: 0x0A) ?? -1)]
          let early = LiveLogs.json(run.snapshot(silence: nil))
          #expect(LiveLogs.json(run.finish()) == whole, "\(length) \(step)")
          #expect(early == (try LiveLogs.validated(lines, as: path, options)), "\(length) \(step)")
        }
      }
    }
  }

  @Test func `a log that cannot be followed is refused by its first bytes`() throws {
    let loki = #"{"streams":[{"stream":{"app":"dnp"},"values":[]}]}"#
    let long = Array(loki.utf8) + [UInt8](repeating: 0x0A, count: 1 << 20)
    for head in [[0x1F, 0x8B, 8, 0], Array(loki.utf8), long] as [[UInt8]] {
      let run = try LiveRun(LiveLogs.prepared, options: RunOptions(), named: "log")
      run.add(head.span)
      #expect(run.problem?.message.isEmpty == false)
    }
  }

  @Test func `what was lost is a part that was not read, and what follows is judged anew`() throws {
    let log = try #require(LiveLogs.samples.first { $0.name.hasSuffix("prefetch/two-days.log") })
    let run = try LiveRun(LiveLogs.prepared, options: log.options, named: "device.log")
    run.add(log.bytes[..<(log.bytes.count / 2)].span)
    run.noteLoss()
    run.add(log.bytes[(log.bytes.count / 2)...].span)
    let summary = run.finish()
    #expect(summary.verdict == .inconclusive)
    #expect(summary.assumptions.contains { $0.value == "device.log not read" })
    #expect(!summary.findings.contains { $0.outcome == .violated })
  }
}
