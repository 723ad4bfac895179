/// A line of a container runtime, which may hold only a part of what a program wrote: Docker and
/// the others cut at 16 KiB.
struct LinePart {
  var head: LineHead
  /// The program's bytes in the line, still with their escapes.
  private var content: Range<Int>
  private var isEscaped: Bool
  /// Whether the next line goes on with it.
  private(set) var isOpen: Bool
  /// The fourth letter of the stream's name, which tells `stdout` from `stderr`.
  private var stream: UInt8

  /// Reads a line `{"log":"…","stream":"stdout","time":"…"}` or `TIME stdout P …`.
  init?(_ line: Span<UInt8>, members: inout [JSONMember]) {
    if line.matches(Self.docker.span, at: 0),
      line.peek(line.skipBlanks(at: Self.docker.count)) == UInt8(ascii: "\"")
    {
      members.removeAll(keepingCapacity: true)
      guard JSONReader.object(line, at: 0, members: &members) != nil else { return nil }
      let known = KnownMembers(line, in: members)
      guard let message = RecordMessage(line, known, in: members), message.container == .docker
      else { return nil }
      head = LineHead(record: line, message, in: members)
      content = members[message.member].value
      isEscaped = members[message.member].isEscaped
      isOpen = !content.isEmpty && !line.endsWithNewline(content)
      stream = known.stream.map { line.peek(members[$0].value.lowerBound + 3) } ?? 0
    } else {
      guard line.peek(0).isDigit, let reading = line.isoTime(at: 0),
        line.peek(reading.end) == UInt8(ascii: " "),
        line.matches(Self.standardOutput.span, at: reading.end + 1)
          || line.matches(Self.standardError.span, at: reading.end + 1)
      else { return nil }
      let flag = reading.end + 8
      isOpen = line.peek(flag) == UInt8(ascii: "P")
      guard isOpen || line.peek(flag) == UInt8(ascii: "F"),
        let blank = line.firstIndex(
          of: UInt8(ascii: " "), in: min(flag + 1, line.count)..<line.count)
      else { return nil }
      head = LineHead(container: .cri, reading: reading)
      let isWindows = line.count > blank + 1 && line[line.count - 1] == 0x0D
      content = (blank + 1)..<(line.count - (isWindows ? 1 : 0))
      isEscaped = false
      stream = line.peek(reading.end + 4)
    }
  }

  /// Whether this part goes on with another.
  func follows(_ other: LinePart) -> Bool {
    other.isOpen && head.container == other.head.container && stream == other.stream
  }

  /// Appends the program's bytes.
  func decode(_ line: Span<UInt8>, into bytes: inout [UInt8]) {
    if isEscaped {
      JSONText.decode(line, in: content, into: &bytes)
    } else {
      bytes.append(line.extracting(content))
    }
  }

  private static let docker = Array(#"{"log":"#.utf8)
  private static let standardOutput = Array("stdout ".utf8)
  private static let standardError = Array("stderr ".utf8)
}

extension Span where Element == UInt8 {
  /// Whether a JSON string ends in `\n`.
  fileprivate func endsWithNewline(_ range: Range<Int>) -> Bool {
    guard range.count >= 2, self[range.upperBound - 1] == UInt8(ascii: "n") else { return false }
    var slashes = 0
    while slashes < range.count - 1, self[range.upperBound - 2 - slashes] == UInt8(ascii: "\\") {
      slashes += 1
    }
    return slashes & 1 == 1
  }
}
