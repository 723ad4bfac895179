import FuzzBasics
import Testing

/// Each target reads what fuzzing found once, and changed inputs, without a trap or a broken promise.
@Suite struct FuzzCaseTests {
  @Test(arguments: FuzzCases.targets)
  func `an input that was read wrongly once is read`(target: NamedTarget) throws {
    var runner = target.runner()
    let names = try FuzzCases.names(of: target)
    #expect(names.contains { $0.hasPrefix("sound") })
    for name in names {
      let complaint = runner.run(try FuzzCases.bytes(named: name, of: target))
      #expect(complaint == nil, "\(target.name)/\(name)")
    }
  }

  @Test(arguments: FuzzCases.targets)
  func `an input that is changed, cut or joined at random is read or refused`(
    target: NamedTarget
  ) throws {
    var runner = target.runner()
    var numbers = CaseNumbers(state: 27)
    let inputs = try FuzzCases.names(of: target).map {
      try FuzzCases.bytes(named: $0, of: target)
    }
    for round in 0..<200 {
      var bytes = inputs[round % inputs.count]
      for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
        let place = bytes.indices.randomElement(using: &numbers) ?? 0
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
        case 2: bytes.insert(contentsOf: bytes[place...].prefix(40), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        }
      }
      let complaint = runner.run(bytes)
      #expect(complaint == nil, "\(target.name), round \(round)")
    }
  }
}
