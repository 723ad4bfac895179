extension LineHead {
  /// Longer process names are not believed.
  private static let nameLimit = 128

  /// `App Name[12:34] (Library) [subsystem:category] ` after the time.
  static func readNSLog(_ line: Span<UInt8>, after reading: ClockReading) -> LineHead? {
    let name = line.skipBlanks(at: reading.end)
    let limit = min(line.count, name + nameLimit)
    guard name < limit, let bracket = line.firstIndex(of: UInt8(ascii: "["), in: name..<limit),
      bracket > name, let process = line.processNumber(at: bracket + 1)
    else { return nil }
    var place = process.end
    if line.peek(place) == UInt8(ascii: ":") {
      place += 1
      let thread = place
      while line.peek(place).isHexDigit { place += 1 }
      guard place > thread else { return nil }
    }
    guard line.peek(place) == UInt8(ascii: "]") else { return nil }
    place += 1
    if line.peek(place) == UInt8(ascii: ":") { place += 1 }
    guard place == line.count || line.peek(place) == UInt8(ascii: " ") else { return nil }

    var head = LineHead(container: .nslog, reading: reading)
    head.pid = process.pid
    head.messageStart = skipSender(line, at: line.skipBlanks(at: place))
    return head
  }

  /// The index after `(Library) ` and `[subsystem:category] `, each of which may be missing.
  private static func skipSender(_ line: Span<UInt8>, at index: Int) -> Int {
    var place = index
    if line.peek(place) == UInt8(ascii: "("),
      let close = line.firstIndex(
        of: UInt8(ascii: ")"), in: place..<min(line.count, place + nameLimit)),
      line.peek(close + 1) == UInt8(ascii: " ")
    {
      place = line.skipBlanks(at: close + 1)
    }
    if line.peek(place) == UInt8(ascii: "["), !line.hasTagPrefix(at: place + 1),
      let close = line.firstIndex(
        of: UInt8(ascii: "]"), in: place..<min(line.count, place + 2 * nameLimit)),
      line.peek(close + 1) == UInt8(ascii: " "),
      line.firstIndex(of: UInt8(ascii: ":"), in: place..<close) != nil
    {
      place = line.skipBlanks(at: close + 1)
    }
    return place
  }
}

extension Span where Element == UInt8 {
  /// Whether a DNP tag's first four letters stand at an index.
  func hasTagPrefix(at index: Int) -> Bool {
    peek(index) == UInt8(ascii: "D") && peek(index + 1) == UInt8(ascii: "N")
      && peek(index + 2) == UInt8(ascii: "P") && peek(index + 3) == UInt8(ascii: "-")
  }
}

extension UInt8 {
  var isHexDigit: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 6 }
}
