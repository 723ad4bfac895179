import TestSupport
import Testing

/// Archives, merged logs, named formats and redaction, as a user meets them.
struct ArchiveCommandTests {
  private static func bundle(_ name: String = "run/device.log") -> [ArchivedText] {
    [
      ArchivedText("run/notes.txt", "nothing of the plugin\n"),
      ArchivedText("run/picture.png", bytes: [0x89, 0x50, 0, 1]),
      ArchivedText(name, Samples.happyCycle),
    ]
  }

  @Test func `a log in an archive is judged like one on disk`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("b.tgz", bytes: gzip(tar(Self.bundle())))
    try directory.add("b.zip", bytes: zip(Self.bundle()))
    let plain = try Dnplog.judge(["device.log"], in: directory)
    for (name, compression) in [("b.tgz", "tar+gzip"), ("b.zip", "zip")] {
      let judged = try Dnplog.judge([name], in: directory)
      #expect(judged.result.errors == "")
      #expect(judged.status == plain.status)
      #expect(judged.findings == plain.findings)
      #expect(judged.input["name"].string == "\(name)!run/device.log")
      #expect(judged.input["compression"].string == compression)
      #expect(judged.result.output.contains("1 of its 3 files holds no DNP line and is not judged"))
      #expect(!judged.result.output.contains("not read"), "a picture is no news")
    }
  }

  @Test func `archives in a named folder are opened`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("b.tar.gz", bytes: gzip(tar(Self.bundle())))
    try directory.add("b.zip", bytes: zip(Self.bundle()))
    let judged = try Dnplog.judge(["."], in: directory)
    #expect(judged.result.errors == "")
    #expect(judged.status == 0)
    let names = judged.summary?["inputs"].elements.compactMap { $0["name"].string } ?? []
    #expect(names == ["./b.tar.gz!run/device.log", "./b.zip!run/device.log"])
  }

  @Test func `an archive may come through a pipe`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("b.tgz", bytes: gzip(tar(Self.bundle())))
    try directory.add("b.zip", bytes: zip(Self.bundle()))
    for script in [
      "cat b.tgz | \"$0\" validate -q -", "cat b.zip | \"$0\" validate -q -",
      "\"$0\" validate -q - < b.zip",
    ] {
      let result = try Dnplog.shell(script, in: directory)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }

  @Test func `an archive without a line of the plugin is no pass`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "b.zip", bytes: zip([ArchivedText("a.txt", "x\n"), ArchivedText("b", "y\n")]))
    #expect(try Dnplog.judge(["b.zip"], in: directory).verdict == "inconclusive")
    try directory.add("c.zip", bytes: zip([ArchivedText("a.bin", bytes: [0, 1, 2])]))
    let result = try Dnplog.run(["validate", "c.zip"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.hasPrefix("dnplog: c.zip: holds no text log: c.zip!a.bin is not text"))
  }

  @Test func `an encrypted log is a problem and the others are judged`() throws {
    let directory = try TemporaryDirectory()
    var form = ZipForm()
    form.isEncrypted = true
    try directory.add("secret.zip", bytes: zip([ArchivedText("a.log", "x\n")], form))
    try directory.add("device.log", Samples.happyCycle)
    let judged = try Dnplog.judge(["secret.zip", "device.log"], in: directory)
    #expect(judged.status == 2)
    // A report in a file says so too.
    #expect(judged.verdict == "inconclusive")
    #expect(
      judged.summary?["reasons"].elements.first?.string == "secret.zip!a.log could not be read")
    #expect(judged.result.errors.contains("dnplog: secret.zip!a.log: is encrypted: unpack it with"))
  }

  @Test(arguments: ["b.tgz", "b.zip"]) func `a joined archive is judged`(name: String) throws {
    let directory = try TemporaryDirectory()
    let files = Self.bundle()
    try directory.add(name, bytes: name == "b.zip" ? zip(files) : gzip(tar(files)))
    let judged = try Dnplog.judge(["--join", name], in: directory)
    #expect(judged.result.errors == "")
    #expect(judged.status == 0)
    #expect(judged.verdict == "pass")
  }

  @Test func `of a cut file in an archive the file is called cut`() throws {
    let directory = try TemporaryDirectory()
    let packed = gzip(Array(Samples.happyCycle.utf8))
    let cut = ArchivedText("a.log.gz", bytes: Array(packed[..<(packed.count / 2)]))
    try directory.add("b.tar", bytes: tar([cut]))
    let result = try Dnplog.run(["validate", "-q", "b.tar"], in: directory)
    #expect(result.errors.contains("b.tar!a.log.gz: the gzip data end in the middle"))
  }

  @Test func `a truncated archive is never a pass`() throws {
    let directory = try TemporaryDirectory()
    let packed = gzip(tar(Self.bundle()))
    try directory.add("b.tgz", bytes: packed[..<(packed.count - 60)])
    let judged = try Dnplog.judge(["b.tgz"], in: directory)
    #expect(judged.verdict != "pass")
    #expect(judged.status == 1)
  }

  @Test func `names in an archive cannot command a terminal`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("b.tar", bytes: tar(Self.bundle("../../etc/\u{1B}[31mx.log")))
    let result = try Dnplog.run(["validate", "b.tar"], in: directory)
    #expect(result.exitCode == 0)
    #expect(!result.output.contains("\u{1B}"))
  }

  // MARK: --merge

  @Test func `merged logs are one run in the order of their times`() throws {
    let directory = try TemporaryDirectory()
    let lines = Samples.happyCycle.split(separator: "\n")
    for part in 0..<3 {
      let own = lines.indices.filter { $0 % 3 == part }.map { lines[$0] + "\n" }
      try directory.add("\(part).log", own.joined())
    }
    try directory.add("whole.log", Samples.happyCycle)
    let whole = try Dnplog.judge(["whole.log"], in: directory)
    let merged = try Dnplog.judge(["--merge", "2.log", "0.log", "1.log"], in: directory)
    #expect(merged.status == whole.status)
    #expect(merged.findings == whole.findings)
    #expect(merged.cycles == whole.cycles)
    #expect(merged.counters == whole.counters)
    let names = merged.summary?["inputs"].elements.compactMap { $0["name"].string }
    #expect(names == ["2.log", "0.log", "1.log"])
    // The origin of each event stays what it is.
    let events = try Dnplog.run(["events", "--merge", "2.log", "0.log", "1.log"], in: directory)
    let origins = events.output.split(separator: "\n").compactMap { line in
      (try? JSONText(String(line))).map { "\($0["file"].string ?? "") \($0["line"].int ?? 0)" }
    }
    #expect(origins == lines.indices.map { "\($0 % 3).log \($0 / 3 + 1)" })
  }

  @Test func `lines without times stay behind the line before them`() throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "a.log",
      "2025-11-14T05:00:00Z [DNP-FETCH] a1\n[DNP-FETCH] a2\n2025-11-14T05:00:04Z [DNP-FETCH] a3\n")
    try directory.add(
      "b.log", "2025-11-14T05:00:02Z [DNP-FETCH] b1\n2025-11-14T05:00:04Z [DNP-FETCH] b2\n")
    try directory.add("c.log", "[DNP-FETCH] c1\n[DNP-FETCH] c2\n")
    let result = try Dnplog.run(["events", "--merge", "a.log", "b.log", "c.log"], in: directory)
    let order = result.output.split(separator: "\n").compactMap { line in
      (try? JSONText(String(line)))?["fields"]["message"].string
    }
    #expect(order == ["c1", "c2", "a1", "a2", "b1", "a3", "b2"])
  }

  @Test(arguments: [["--join"], ["--each"], ["--paths-from", "list"]])
  func `merge excludes other groupings`(options: [String]) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", "--merge"] + options + ["a.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("--merge exclude each other"))
  }

  @Test func `many merged logs are read in the order of their times then as given`() throws {
    let directory = try TemporaryDirectory()
    // The second counts down in one half of the files and is the same in the other.
    let names = (10..<74).map { "\($0).log" }
    for (number, name) in names.enumerated() {
      let second = number.isMultiple(of: 2) ? 59 - number / 2 : 10
      try directory.add(
        name,
        "2025-11-14T05:48:\(second)Z [DNP-FETCH] Cached content for scheduleId=\(number)\n"
          + "[DNP-FETCH] Cached content for scheduleId=s\(number)\n")
    }
    let result = try Dnplog.run(["events", "--merge"] + names, in: directory)
    let files = try result.output.split(separator: "\n").map {
      try JSONText(String($0))["file"].string ?? ""
    }
    let same = names.indices.filter { !$0.isMultiple(of: 2) }
    let falling = names.indices.filter { $0.isMultiple(of: 2) }.reversed()
    #expect(files == (same + falling).flatMap { [names[$0], names[$0]] })
  }

  // MARK: --input-format

  @Test func `heads of other formats than the named one are not read`() throws {
    let directory = try TemporaryDirectory()
    let line = "11-14 05:48:00.123  1234  5678 I DNP-FETCH: Cached content MD5: abcdef\n"
    let docker =
      #"{"log":"[DNP-FETCH] Cached content MD5: abcdef\n","stream":"stdout","time":"2025-11-14T05:48:00Z"}"#
    try directory.add("mixed.log", line + docker + "\n")
    func containers(_ options: [String]) throws -> String {
      let judged = try Dnplog.judge(options + ["--allow-inconclusive", "mixed.log"], in: directory)
      return judged.input["container"].members.map { "\($0.key) \($0.value.int ?? 0)" }.joined(
        separator: ",")
    }
    #expect(try containers([]) == "threadtime 1,docker 1")
    #expect(try containers(["--input-format", "threadtime"]) == "bare 1,threadtime 1")
    #expect(try containers(["--input-format", "docker"]) == "bare 1,docker 1")
    #expect(try containers(["--input-format", "bare"]) == "bare 2")
  }

  @Test func `a wrong format is told the nearest`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(
      ["validate", "--input-format", "threadtme", "a.log"], in: directory)
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("'threadtme' is not a log format"))
    #expect(result.errors.contains("did you mean 'threadtime'?"))
  }

  // MARK: redact

  // Plain lines have no checksum that could be wrong.
  @Test(arguments: Samples.expectations.filter { !$0.contains("wrong-checksum") })
  func `a redacted sample comes to the same`(expectation: String) throws {
    let directory = try TemporaryDirectory()
    let log = try #require(Samples.log(of: expectation))
    let options = try JSONText(Samples.text(expectation))["options"].elements.compactMap(\.string)
    let clean = try Dnplog.run(["redact", Samples.path(log)], in: directory)
    #expect(clean.exitCode == 0)
    try directory.add("clean.log", bytes: clean.stdout)
    let before = try Dnplog.judge(options + [Samples.path(log)], in: directory)
    let after = try Dnplog.judge(options + ["clean.log"], in: directory)
    #expect(after.status == before.status)
    #expect(after.verdict == before.verdict)
    #expect(after.findings == before.findings)
    #expect(after.cycles == before.cycles)
    #expect(after.counters == before.counters)
  }

  @Test func `redact reads what validate reads`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("b.zip", bytes: zip(Self.bundle()))
    try directory.add("device.log.gz", bytes: gzip(Array(Samples.happyCycle.utf8)))
    let zipped = try Dnplog.run(["redact", "b.zip"], in: directory)
    let packed = try Dnplog.run(["redact", "device.log.gz"], in: directory)
    #expect(zipped.exitCode == 0)
    #expect(zipped.output == "nothing of the plugin\n" + packed.output)
    let missing = try Dnplog.run(["redact", "none.log", "device.log.gz"], in: directory)
    #expect(missing.exitCode == 2)
    #expect(missing.output == packed.output)
    #expect(missing.errors == "dnplog: none.log: no such file: check the path\n")
  }
}
