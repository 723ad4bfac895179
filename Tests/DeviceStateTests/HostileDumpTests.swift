import Testing

@testable import DeviceState

private let alarms = [
  "alarm-2.3.txt", "alarm-4.4.txt", "alarm-7.txt", "alarm-10.txt", "alarm-11.txt", "alarm-12.txt",
  "alarm-14.txt", "alarm-16.txt", "alarm-miui.txt",
]
private let others = [
  "alarm-4.1.txt", "bugreport-13.txt", "jobs-16.txt", "notification-13.txt", "notification-4.txt",
  "package.txt",
]
private let apps: Set<String> = ["com.example.daily"]

@Suite struct HostileDumpTests {
  @Test(arguments: alarms)
  func `a dump of alarms that is cut anywhere tells no alarm that the whole one does not`(
    file: String
  ) throws {
    let bytes = try dump(file)
    let rows = try states(of: file, apps: apps)[0].tables[0].rows
    for length in 0..<bytes.count {
      let found = try? DumpReader.states(in: Array(bytes.prefix(length)), path: file, apps: apps)
      guard let state = found?.first else { continue }
      let part = state.tables[0].rows
      guard part == Array(rows.prefix(part.count)) else {
        Issue.record("\(length) bytes hold \(state.shownRows)")
        return
      }
    }
  }

  @Test(arguments: others)
  func `a text that is cut anywhere is read or refused`(file: String) throws {
    let bytes = try dump(file)
    var most = 0
    for length in 0...bytes.count {
      let found = try? DumpReader.states(in: Array(bytes.prefix(length)), path: file, apps: apps)
      most = max(most, found?.count ?? 0)
    }
    #expect(most == (file == "alarm-4.1.txt" ? 0 : file == "bugreport-13.txt" ? 4 : 1))
  }

  @Test func `a text whose bytes are changed at random is read or refused`() throws {
    var numbers = Numbers(state: 7)
    let files = try (alarms + others).map { try dump($0) }
    let spices = Array("0123456789+-:={}#* \n\r\t\0d\u{7F}".utf8) + [0xFF, 0xC3]
    var read = 0
    for round in 0..<20_000 {
      var bytes = files[round % files.count]
      for _ in 0..<numbers.next(below: 8) + 1 {
        let place = numbers.next(below: bytes.count)
        switch numbers.next(below: 4) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: numbers.next(below: 256))
        case 1: bytes[place] = spices[numbers.next(below: spices.count)]
        case 2: bytes.insert(contentsOf: repeatElement(bytes[place], count: 20), at: place)
        default: bytes.removeSubrange(place..<min(bytes.count, place + numbers.next(below: 40) + 1))
        }
      }
      if let found = try? DumpReader.states(in: bytes, path: "a", apps: apps) {
        read += found.count
      }
    }
    #expect(read > 10_000)
  }

  @Test(arguments: [
    "9223372036854775807", "-9223372036854775808", "99999999999999999999", "0", "-1", "+", "",
    "253402300800000",
  ])
  func `a number beyond all instants leaves out what it would tell`(number: String) throws {
    let text = try String(decoding: dump("alarm-14.txt"), as: UTF8.self)
    let line = "origWhen 1771964200000 whenElapsed"
    let changed = text.replacing(line, with: "origWhen \(number) whenElapsed")
    let state = try #require(try states(in: changed).first)
    #expect(state.tables[0].rows.count >= 2)
    let span = text.replacing("+3h47m55s511ms", with: "+\(number)d\(number)h")
      .replacing("nowELAPSED=42628894", with: "nowELAPSED=\(number)")
    #expect(try states(in: span).first?.tables[0].rows.count == 3)
    let clock = text.replacing("nowRTC=1771950524489", with: "nowRTC=\(number)")
    #expect(refusal(of: Array(clock.utf8)) != nil)
  }
}

/// Numbers in an order that is the same in every run.
private struct Numbers {
  var state: UInt64

  mutating func next(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % max(1, count)
  }
}
