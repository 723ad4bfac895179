extension LineHead {
  /// The longest process name taken for one.
  static let nameLimit = 128

  /// `App Name[12:34] (Library) [subsystem:category] ` after the time.
  ///
  /// With a host before the process, no thread and a colon behind it, the line is one of
  /// `log show --style syslog`.
  static func readNSLog(_ line: Span<UInt8>, after reading: ClockReading, at name: Int)
    -> LineHead?
  {
    guard let process = line.process(at: name) else { return nil }
    var place = process.end
    var container = Container.nslog
    if line.peek(place) == UInt8(ascii: ":") {
      place += 1
      let blank = line.firstIndex(of: UInt8(ascii: " "), in: name..<process.bracket)
      if !process.hasThread, blank != nil { container = .logSyslog }
    }
    guard place == line.count || line.peek(place) == UInt8(ascii: " ") else { return nil }

    var head = LineHead(container: container, reading: reading)
    head.pid = process.pid
    head.messageStart = line.skipSender(at: line.skipBlanks(at: place))
    return head
  }
}

/// A process with its number in brackets.
struct ProcessPlace {
  var pid: Int32
  var bracket: Int
  var hasThread: Bool
  /// The index after the closing bracket.
  var end: Int
}

extension Span where Element == UInt8 {
  /// `App Name[12]` or `App Name[12:7a15]`, whose name may hold blanks.
  func process(at name: Int) -> ProcessPlace? {
    let limit = Swift.min(count, name + LineHead.nameLimit)
    guard name < limit, let bracket = firstIndex(of: UInt8(ascii: "["), in: name..<limit),
      bracket > name, let number = processNumber(at: bracket + 1),
      // A tag and its colon would mean a line of logcat.
      !hasColon(in: name..<bracket), !hasClock(in: name..<bracket)
    else { return nil }
    var place = number.end
    let hasThread = peek(place) == UInt8(ascii: ":")
    if hasThread {
      place += 1
      let thread = place
      while peek(place).isHexDigit { place += 1 }
      guard place > thread else { return nil }
    }
    guard peek(place) == UInt8(ascii: "]") else { return nil }
    return ProcessPlace(
      pid: number.pid, bracket: bracket, hasThread: hasThread, end: place + 1)
  }

  /// Whether a colon with a blank behind it stands in a range.
  func hasColon(in range: Range<Int>) -> Bool {
    guard let colon = firstIndex(of: UInt8(ascii: ":"), in: range) else { return false }
    return peek(colon + 1) == UInt8(ascii: " ")
  }

  /// Whether a time of day stands in a range: the head of a line that another program passed on.
  func hasClock(in range: Range<Int>) -> Bool {
    guard let colon = firstIndex(of: UInt8(ascii: ":"), in: range) else { return false }
    return colon - range.lowerBound >= 2 && timeOfDay(at: colon - 2) != nil
  }

  /// The index after `(Library) ` and `[subsystem:category] `, each of which may be missing.
  func skipSender(at index: Int) -> Int {
    let limit = LineHead.nameLimit
    var place = index
    if peek(place) == UInt8(ascii: "("),
      let close = firstIndex(of: UInt8(ascii: ")"), in: place..<Swift.min(count, place + limit)),
      peek(close + 1) == UInt8(ascii: " ")
    {
      place = skipBlanks(at: close + 1)
    }
    if peek(place) == UInt8(ascii: "["), !hasTagPrefix(at: place + 1),
      let close = firstIndex(
        of: UInt8(ascii: "]"), in: place..<Swift.min(count, place + 2 * limit)),
      peek(close + 1) == UInt8(ascii: " "),
      let colon = firstIndex(of: UInt8(ascii: ":"), in: place..<close),
      // `[app<com.example.app>:201] …` is the message of the system about a process.
      firstIndex(of: UInt8(ascii: "<"), in: place..<colon) == nil
    {
      let message = skipBlanks(at: close + 1)
      // A category that is a tag of the plugin marks a message without one of its own.
      if tagEnd(at: colon + 1) != close || opensOwnWords(at: message) { place = message }
    }
    return place
  }

  /// Whether a DNP tag's first four letters stand at an index.
  func hasTagPrefix(at index: Int) -> Bool {
    peek(index) == UInt8(ascii: "D") && peek(index + 1) == UInt8(ascii: "N")
      && peek(index + 2) == UInt8(ascii: "P") && peek(index + 3) == UInt8(ascii: "-")
  }
}
