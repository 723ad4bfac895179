import LogReading
import Simulator
import Testing

@Suite struct NoiseTests {
  private static func line(_ number: Int) -> LogLine {
    LogLine(
      time: 1_763_099_280_000_000 + Int64(number) * 7 * .second, tag: "DNP-FETCH",
      message: Array("own".utf8))
  }

  private static func log(
    _ count: Int, share: Double, style: LogStyle = .threadtime,
    platform: Scenario.Platform = .android, seed: UInt64 = 3
  ) throws -> (text: String, marks: [LogWriter.Mark]) {
    var noise = try #require(Noise(share: share, platform: platform, seed: seed))
    var writer = LogWriter(style: style)
    for number in 0..<count {
      noise.write(before: line(number), to: &writer)
      writer.write(line(number), mark: number)
    }
    noise.finish(to: &writer)
    writer.end()
    return (String(decoding: writer.take(), as: UTF8.self), writer.marks)
  }

  @Test(arguments: [0, 0.1, 0.5, 0.9, 0.98, 0.999])
  func `the share of noise is exact to within one line`(share: Double) throws {
    for count in [1, 7, 100] {
      let lines = try Self.log(count, share: share, style: .bare).text.split(separator: "\n")
      let noise = lines.count { !$0.hasSuffix("own") }
      #expect(lines.count - noise == count)
      #expect(abs(Double(noise) - share * Double(lines.count)) <= 1)
    }
  }

  @Test(arguments: [1, 1.5, -0.1, .nan])
  func `a share of nothing but noise is refused`(share: Double) {
    #expect(Noise(share: share, platform: .ios, seed: 1) == nil)
  }

  @Test
  func `times never step back between the lines of the app`() throws {
    let lines = try Self.log(40, share: 0.95, style: LogStyle(parsing: "threadtime+usec")).text
      .split(separator: "\n").dropFirst()
    let times = lines.map { $0.prefix(21) }
    #expect(times == times.sorted())
    #expect(Set(times).count > 300)
  }

  @Test
  func `several programs speak, each with a process of its own, in lines of many lengths`() throws {
    for platform in [Scenario.Platform.ios, .android] {
      let lines = try Self.log(40, share: 0.95, style: LogStyle(.nslogOld), platform: platform)
        .text.split(separator: "\n").filter { !$0.hasSuffix("own") }
      let words = lines.map { $0.split(separator: " ", maxSplits: 2)[2] }
      let processes = Set(words.map { $0.split(separator: "[")[1].split(separator: ":")[0] })
      #expect(processes.count >= 6)
      #expect(!processes.contains("201"))
      #expect(Set(lines.map(\.count)).count > 50)
    }
  }

  @Test
  func `a seed gives the same noise, another seed other noise`() throws {
    #expect(try Self.log(10, share: 0.9).text == Self.log(10, share: 0.9).text)
    #expect(try Self.log(10, share: 0.9).text != Self.log(10, share: 0.9, seed: 4).text)
  }

  @Test
  func `no line of noise is taken for one of the plugin, in any container`() throws {
    for style in LogStyle.all {
      for platform in [Scenario.Platform.ios, .android] {
        var noise = try #require(Noise(share: 0.999, platform: platform, seed: 11))
        var writer = LogWriter(style: style)
        // The one line of the app is left out.
        noise.write(before: Self.line(0), to: &writer)
        noise.finish(to: &writer)
        writer.end()
        let log = writer.take()
        #expect(log.count > 30_000)
        let (events, tally) = try ReadingBackTests.scan(log)
        // What any program may write is an event of the app's own only.
        #expect(events.filter { !$0.isOfHost }.isEmpty, "\(style.name)")
        #expect(tally.malformedJSON == 0)
      }
    }
  }
}
