import Testing

@testable import LogFollowing

/// Lines that a command prints once more when it begins again.
struct RepeatedLinesTests {
  private static func filter(_ text: String, _ lines: inout RepeatedLines) -> String {
    var buffer = Array(text.utf8)
    let kept = lines.filter(&buffer, buffer.count)
    return String(decoding: buffer[..<kept], as: UTF8.self)
  }

  @Test func `known lines are left out until the first new one with a time`() {
    var lines = RepeatedLines()
    let first = "--------- beginning of main\n11-14 05:48:00.1 a\n11-14 05:48:01.1 b\n"
    #expect(Self.filter(first, &lines) == first)
    lines.expectRepeats()
    let again = first + "--------- beginning of system\n11-14 05:48:02.1 c\n11-14 05:48:01.1 b\n"
    #expect(
      Self.filter(again, &lines)
        == "--------- beginning of system\n11-14 05:48:02.1 c\n11-14 05:48:01.1 b\n")
    #expect(lines.dropped == 3)
    #expect(!lines.isFolding)
  }

  @Test func `a time is found in the forms that logs have`() {
    for line in ["05:48:00 a", "2025-11-14T05:48:00Z", "1763098080.123 x", "{\"t\":1763098080123}"]
    {
      let bytes = Array(line.utf8)
      #expect(RepeatedLines.hasTime(bytes, bytes.indices), "\(line)")
    }
    for line in ["--------- beginning of main", "", "port 12:34", "a:05:b"] {
      let bytes = Array(line.utf8)
      #expect(!RepeatedLines.hasTime(bytes, bytes.indices), "\(line)")
    }
  }
}
