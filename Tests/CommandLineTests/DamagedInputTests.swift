import TestSupport
import Testing

/// Archives that are not whole: the verdict says no more than what could be read.
struct DamagedInputTests {
  private static let cycle = Array(Samples.happyCycle.utf8)
  private static let whole = gzip(cycle)
  /// Stored, not compressed: bytes of the content stand at known places.
  private static let stored = gzip(cycle, level: 0)

  private func judge(
    _ bytes: [UInt8], _ options: [String] = []
  ) throws -> Dnplog.Judged {
    let directory = try TemporaryDirectory()
    try directory.add("device.log.gz", bytes: bytes)
    return try Dnplog.judge(options + ["device.log.gz"], in: directory)
  }

  private static func changed(_ bytes: [UInt8], at offset: Int, by mask: UInt8) -> [UInt8] {
    var bytes = bytes
    bytes[offset] ^= mask
    return bytes
  }

  private static func damage(_ judged: Dnplog.Judged) -> String? {
    judged.input["damage"]["kind"].string
  }

  @Test func `a whole archive is whole`() throws {
    let judged = try judge(Self.whole + Self.whole)
    #expect(judged.input["damage"] == .null)
    #expect(judged.input["lines"].int == 38)
    #expect(judged.result.errors == "")
  }

  @Test(arguments: [4, 8, 9, 30, 100, 300])
  func `a truncated archive never passes`(missing: Int) throws {
    let bytes = Array(Self.whole.dropLast(missing))
    for options in [[], ["--strict"], ["--profile", "legacy-markers"]] {
      let judged = try judge(bytes, options)
      #expect(judged.verdict == "inconclusive")
      #expect(judged.status == 1)
      #expect(Self.damage(judged) == "truncated")
      #expect(judged.input["damage"]["offsetBytes"].int == bytes.count)
      #expect(judged.input["tail"].string == "cut")
      #expect(judged.findings.filter { $0.contains("violated") } == [])
    }
    let judged = try judge(bytes)
    #expect(
      judged.result.errors
        == "dnplog: device.log.gz: the gzip data end in the middle, at byte \(bytes.count):"
        + " fetch the whole file, what follows is unknown\n")
    #expect(try judge(bytes, ["--allow-inconclusive"]).status == 0)
  }

  @Test func `a truncated archive still shows the fault before its end`() throws {
    let text = Samples.text("acceptance/content-hash-mismatch.log")
    let judged = try judge(Array(gzip(Array(text.utf8)).dropLast(4)))
    #expect(judged.verdict == "fail")
    #expect(judged.status == 1)
  }

  @Test(arguments: [8, 5, 4, 1])
  func `a wrong checksum never passes`(place: Int) throws {
    let trailer = Self.whole.count - 8
    let judged = try judge(Self.changed(Self.whole, at: Self.whole.count - place, by: 1))
    #expect(judged.verdict == "inconclusive")
    #expect(judged.status == 1)
    #expect(judged.cycles == ["used_prefetch"])
    #expect(Self.damage(judged) == "checksum")
    #expect(judged.input["damage"]["offsetBytes"].int == trailer)
    #expect(judged.input["tail"].string == "complete")
    #expect(
      judged.result.errors
        == "dnplog: device.log.gz: the checksum at byte \(trailer) is wrong, so any line before it"
        + " may be altered: fetch the file again\n")
    let word = judged.summary?["assumptions"].elements.first { $0["what"].string == "damage" }
    #expect(word?["value"].string == "counters and 1 cycle")
  }

  private static let faulty = gzip(
    Array(Samples.text("acceptance/content-hash-mismatch.log").utf8))
  private static let wrongSum = changed(faulty, at: faulty.count - 8, by: 1)
  private static let mismatch = "integrity/content-hash-matches"

  @Test func `a fault in lines that may be wrong is none`() throws {
    let judged = try judge(Self.wrongSum)
    #expect(judged.verdict == "inconclusive")
    #expect(judged.findings.contains("\(Self.mismatch) inconclusive none"))
    let reasons = judged.summary?["findings"].elements.compactMap { $0["reason"].string }
    #expect(reasons?.contains("damaged") == true)
    #expect(!judged.findings.contains { $0.contains("violated") })
  }

  @Test func `an excuse in lines that may be wrong is none`() throws {
    let log = gzip(Array(Samples.text("env/low-power-late.log").utf8))
    #expect(try judge(log).findings.contains { $0.contains("excused") })
    let judged = try judge(Self.changed(log, at: log.count - 8, by: 1))
    #expect(judged.verdict == "inconclusive")
    #expect(!judged.findings.contains { $0.contains("excused") })
  }

  private static let wrongHealthySum = changed(whole, at: whole.count - 8, by: 1)
  private static let beheadedWhole = Array(whole.dropFirst(3))
  private static let beheadedFaulty = Array(faulty.dropFirst(3))

  private static let members: [(parts: [[UInt8]], verdict: String)] = [
    ([wrongSum, whole], "inconclusive"),
    ([whole, wrongSum], "inconclusive"),
    ([wrongHealthySum, faulty], "fail"),
    ([faulty, wrongHealthySum], "fail"),
    ([faulty, wrongSum], "fail"),
    // The header of the second member is no header: what follows the first is lost.
    ([whole, changed(faulty, at: 0, by: 1)], "inconclusive"),
    ([faulty, changed(whole, at: 1, by: 1)], "fail"),
    // Lost bytes between two sound members.
    ([whole, beheadedWhole, faulty], "fail"),
    ([whole, beheadedFaulty, whole], "inconclusive"),
  ]

  @Test(arguments: members)
  func `a fault of a sound member stays one`(parts: [[UInt8]], verdict: String) throws {
    #expect(try judge(parts.flatMap { $0 }).verdict == verdict)
  }

  private static let files: [(parts: [[UInt8]], verdict: String)] = [
    ([wrongSum, whole], "inconclusive"),
    ([wrongHealthySum, faulty], "fail"),
    ([faulty, wrongHealthySum], "fail"),
    ([Array(whole.dropLast(300)), faulty], "fail"),
  ]

  @Test(arguments: files)
  func `a fault of a sound file of a rotation stays one`(parts: [[UInt8]], verdict: String) throws {
    let directory = try TemporaryDirectory()
    for (index, bytes) in parts.enumerated() {
      try directory.add("device.log.\(parts.count - index).gz", bytes: bytes)
    }
    #expect(
      try Dnplog.judge(["--join", "device.log.2.gz", "device.log.1.gz"], in: directory).verdict
        == verdict)
    let result = try Dnplog.run(
      ["validate", "--merge", "device.log.2.gz", "device.log.1.gz"], in: directory)
    #expect(!result.output.hasPrefix("PASS"))
  }

  @Test func `nothing learned from wrong lines counts behind them`() throws {
    // A healthy log whose first half, of a checksum that is wrong, may have said anything.
    let lines = Samples.happyCycle.split(separator: "\n").map { $0 + "\n" }
    for count in 1..<lines.count {
      let first = gzip(Array(lines.prefix(count).joined().utf8))
      let second = gzip(Array(lines.dropFirst(count).joined().utf8))
      for bytes in [
        Self.changed(first, at: first.count - 8, by: 1) + second,
        first + Self.changed(second, at: second.count - 8, by: 1),
      ] {
        let judged = try judge(bytes)
        #expect(judged.verdict == "inconclusive", "\(count)")
        #expect(judged.status == 1)
      }
    }
  }

  @Test(arguments: [0, 1, 2])
  func `an archive whose first byte is wrong is no text`(place: Int) throws {
    let judged = try judge(Self.changed(Self.whole, at: place, by: 4))
    #expect(judged.summary == nil)
    #expect(
      judged.result.errors
        == "dnplog: device.log.gz: begins as gzip data do but for a byte: fetch the file again\n")
    #expect(judged.status == 2)
  }

  @Test func `a record of a test run is not held against wrong lines`() throws {
    let directory = try TemporaryDirectory()
    let log = gzip(Array(Samples.text("artifacts/test-run-mismatch.log").utf8))
    try directory.add("a.gz", bytes: log)
    try directory.add("b.gz", bytes: Self.changed(log, at: log.count - 8, by: 1))
    let record = ["--testrun", Samples.path("artifacts/test-run-mismatch.json")]
    #expect(try Dnplog.judge(record + ["a.gz"], in: directory).verdict == "fail")
    #expect(try Dnplog.judge(record + ["b.gz"], in: directory).verdict == "inconclusive")
  }

  @Test func `garbage after the archive is a warning`() throws {
    let judged = try judge(Self.whole + Array("not gzip".utf8))
    #expect(judged.verdict == "pass")
    #expect(judged.status == 0)
    #expect(Self.damage(judged) == "trailing_garbage")
    #expect(
      judged.result.errors
        == "dnplog: device.log.gz: what follows the gzip data at byte \(Self.whole.count) is no gzip"
        + " data: it was passed over\n")
  }

  @Test func `padding after the archive is nothing`() throws {
    let judged = try judge(Self.whole + [UInt8](repeating: 0, count: 1000))
    #expect(judged.input["damage"] == .null)
    #expect(judged.result.errors == "")
  }

  @Test func `broken codes never pass and lose nothing after them`() throws {
    // A stored block whose length disagrees with its complement.
    let broken = Self.changed(Self.stored, at: 11, by: 0xFF)
    let judged = try judge(broken + Self.whole)
    #expect(judged.verdict == "inconclusive")
    #expect(judged.status == 1)
    #expect(Self.damage(judged) == "corrupt")
    #expect(judged.input["events"].int == 19)
    #expect(judged.cycles == ["used_prefetch"])
    #expect(judged.counters == [1, 1, 1, nil, 1])
    #expect(judged.result.errors.contains("the gzip data are broken at byte "))
  }

  @Test func `codes that decode to something else never pass`() throws {
    // Somewhere in the middle: what comes out has another length and another sum.
    var bytes = Self.whole
    let middle = bytes.count / 2
    for offset in middle..<(middle + 6) { bytes[offset] = 0xFF }
    let judged = try judge(bytes)
    #expect(judged.verdict != "pass")
    #expect(judged.status == 1)
    #expect(Self.damage(judged) == "corrupt")
  }

  @Test(arguments: [
    (5, "5"), (9, "9"), (10, "10"), (2, "2"),
  ])
  func `an archive without any content is unreadable`(length: Int, place: String) throws {
    let judged = try judge(Array(Self.whole.prefix(length)))
    #expect(judged.summary == nil)
    #expect(
      judged.result.errors
        == "dnplog: device.log.gz: is damaged at byte \(place), and nothing in it could be decoded:"
        + " fetch the file again\n")
    #expect(judged.status == 2)
  }

  @Test func `an archive of nothing is empty`() throws {
    let judged = try judge(gzip([]))
    #expect(judged.verdict == "inconclusive")
    #expect(judged.input["damage"] == .null)
    #expect(judged.status == 1)
  }

  @Test func `the form of a damaged input is said by every command`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log.gz", bytes: Self.whole.dropLast(8))
    let words = [["events"], ["explain", "hints/fetch-has-outcome"], ["validate", "-q"]]
    for words in words {
      let result = try Dnplog.run(words + ["device.log.gz"], in: directory)
      #expect(
        result.errors.hasPrefix("dnplog: device.log.gz: the gzip data end in the middle, "))
    }
  }

  @Test(arguments: [
    (
      [0xFF, 0xFE, 0x5B, 0x00],
      "is UTF-16 text, not UTF-8: decode it: iconv -f UTF-16 -t UTF-8 x.log | dnplog validate -"
    ),
    (
      [0x50, 0x4B, 0x03, 0x04],
      "is damaged at byte 4, and nothing in it could be decoded: fetch the file again"
    ),
    (
      [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00],
      "is compressed with xz: decode it: xz -dc x.log | dnplog validate -"
    ),
    (
      [0x28, 0xB5, 0x2F, 0xFD],
      "is compressed with zstd: decode it: zstd -dc x.log | dnplog validate -"
    ),
  ])
  func `what is not text is refused with the command that converts it`(
    bytes: [UInt8], message: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("x.log", bytes: bytes)
    let judged = try Dnplog.judge(["x.log"], in: directory)
    #expect(judged.result.errors == "dnplog: x.log: \(message)\n")
    #expect(judged.summary == nil)
    #expect(judged.status == 2)
  }
}
