import Foundation
import LogReading
import Testing

@Suite struct HeadTests {
  @Test(arguments: HeadSample.all)
  func `a head says what its container carries`(sample: HeadSample) {
    let bytes = Array(sample.line.utf8)
    let head = LineHead.read(bytes.span)
    #expect(head.container == sample.container)
    #expect(head.quality == (sample.time == nil ? .none : .line))
    #expect(head.time == sample.time ?? 0)
    #expect(head.gaps == sample.gaps)
    #expect(head.pid == sample.pid)
    #expect(head.level == sample.level)
    #expect(String(decoding: bytes[head.tagColumn], as: UTF8.self) == sample.tag)
    let end = min(head.messageEnd, bytes.count)
    let message = String(decoding: bytes[head.messageStart..<end], as: UTF8.self)
    #expect(message.drop { $0 == " " } == sample.message)
  }

  @Test(arguments: HeadSample.all)
  func `every head leads to the event behind it`(sample: HeadSample) throws {
    let scan = Scan(sample.line)
    #expect(scan.lines.first == "bgtask_handler_invoked[DNP-FETCH] taskId='t1'")
    let event = try #require(scan.batch.events.first)
    #expect(event.container == sample.container)
    #expect(event.pid == sample.pid)
    #expect(event.level == sample.level)
    #expect(scan.tally[sample.container] == 1)
  }

  @Test func `every container of one line is among the samples`() {
    // These have records of several lines, or in JSON.
    let others: [Container] = [
      .xcode, .logJSON, .osLogNDJSON, .logcatLong, .journald, .structlog, .lokiLines, .lokiQuery,
      .lokiPush, .logService, .docker, .jsonLines,
    ]
    let covered = Set(HeadSample.all.map(\.container))
    #expect(Container.allCases.filter { !covered.contains($0) } == others)
  }

  @Test func `the table of the guide tells the truth`() throws {
    let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/containers.md")
    var names: Set<String> = []
    for row in try String(contentsOf: guide, encoding: .utf8).split(separator: "\n") {
      let cells = row.components(separatedBy: "`")
      guard row.hasPrefix("| `"), cells.count >= 5, !cells[3].hasPrefix("{") else { continue }
      let events = Scan(cells[3]).batch.events
      #expect(events.map(\.container.name) == [cells[1]])
      names.insert(cells[1])
      let traits = try #require(Container(name: cells[1])).traits
      let told = Array(row.dropLast(2).components(separatedBy: " | ").suffix(3))
      expectTime(of: traits, told[0])
      for (cell, fact) in [(told[1], ContainerTraits.Facts.process), (told[2], .level)]
      where ["yes", "no"].contains(cell) {
        #expect(traits.facts.contains(fact) == (cell == "yes"), "\(row)")
      }
    }
    #expect(Set(HeadSample.all.map(\.container.name)).isSubset(of: names))
  }

  private func expectTime(of traits: ContainerTraits, _ cell: String) {
    if cell.hasPrefix("as written") { return }
    let unit =
      switch traits.resolution {
      case .micros: "µs"
      case .millis: "ms"
      case .seconds: "s"
      case nil: "none"
      }
    let words = cell.split { ", ".contains($0) }
    #expect(words.contains(Substring(unit)), "\(traits.name)")
    guard traits.resolution != nil else { return }
    #expect(cell.contains("no year") != traits.facts.contains(.year), "\(traits.name)")
    #expect(cell.contains("no zone") != traits.facts.contains(.zone), "\(traits.name)")
  }

  @Test(arguments: HeadSample.all)
  func `a head cut anywhere keeps its places inside the line`(sample: HeadSample) {
    let bytes = Array(sample.line.utf8)
    for end in 0...bytes.count { expectSoundness(of: Array(bytes[..<end])) }
  }

  @Test(arguments: HeadSample.all)
  func `bytes changed at random neither trap nor lead outside the line`(sample: HeadSample) {
    let bytes = Array(sample.line.utf8)
    var random = SplitMix(seed: UInt64(bytes.count))
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0...random.next(below: 3) {
        let place = random.next(below: changed.count)
        switch random.next(below: 3) {
        case 0: changed[place] = UInt8(truncatingIfNeeded: random.next(below: 256))
        case 1: changed.remove(at: place)
        // Bytes of heads themselves are more telling than any.
        default: changed.insert(bytes[random.next(below: bytes.count)], at: place)
        }
      }
      expectSoundness(of: changed)
    }
  }

  /// Reads a line twice, as a head and for its events, and checks every place.
  private func expectSoundness(of bytes: [UInt8]) {
    let head = LineHead.read(bytes.span)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(head.messageStart >= 0 && head.messageStart <= bytes.count, "\(text)")
    #expect(head.tagColumn.upperBound <= bytes.count, "\(text)")
    #expect(head.nextStart == 0 || head.nextStart < bytes.count, "\(text)")
    #expect(head.messageEnd >= head.messageStart, "\(text)")
    // A line has no newline; its events' fields lie in their own text.
    let line = bytes.filter { $0 != 0x0A }
    let scan = Scan(line)
    #expect(!scan.lines.contains { $0.contains("OUT OF RANGE") }, "\(text)")
    #expect(scan.batch.events.allSatisfy { $0.line == 1 }, "\(text)")
  }
}

/// A small generator, so that a failure comes again.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (value ^ value >> 31) >> 1) % limit
  }
}
