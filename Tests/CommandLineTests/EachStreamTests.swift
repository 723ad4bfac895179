import TestSupport
import Testing

/// The stream of `--each --format json`: an answer to each path, and an end.
struct EachStreamTests {
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.add("a.log", Samples.happyCycle)
    try directory.add("b.log", Samples.happyCycle.replacing("2025-11-14", with: "2025-11-15"))
    try directory.add("c.log", Samples.happyCycle.replacing("2025-11-14", with: "2025-11-16"))
    return directory
  }

  private func records(_ output: String) throws -> [JSONText] {
    try output.split(separator: "\n").map { try JSONText(String($0)) }
  }

  private func schemas(_ records: [JSONText]) -> [String] {
    records.map { $0["schema"].string ?? "none" }
  }

  /// A program that writes a path, and the next one only when the answer to it has come.
  private static let driver = """
    import json, subprocess, sys
    child = subprocess.Popen(sys.argv[1:] + ["--paths-from", "-"], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, text=True)
    print(child.stdout.readline(), end="")
    for path in ["a.log", "gone.log", "b.log", "./a.log", "c.log"]:
        child.stdin.write(path + "\\n")
        child.stdin.flush()
        answer = json.loads(child.stdout.readline())
        print(path, answer["schema"], answer.get("input") or answer["inputs"][0]["name"])
    child.stdin.close()
    print(child.stdout.read(), end="")
    sys.exit(child.wait())
    """

  @Test(arguments: ["1", "2", "7"])
  func `each path is answered before the next is written`(jobs: String) throws {
    let directory = try Self.directory()
    try directory.add("driver.py", Self.driver)
    let result = try Dnplog.shell(
      "python3 driver.py \"$0\" \"$@\"",
      ["validate", "--each", "--format", "json", "--jobs", jobs], in: directory)
    #expect(
      result.output == """
        {"schema":"dnplog.begin/1","tool":{"name":"dnplog","version":"0.1.0"}}
        a.log dnplog.run/1 a.log
        gone.log dnplog.error/1 gone.log
        b.log dnplog.run/1 b.log
        ./a.log dnplog.note/1 ./a.log
        c.log dnplog.run/1 c.log
        {"schema":"dnplog.end/1","tool":{"name":"dnplog","version":"0.1.0"},"exitStatus":2,"sources":5,\
        "summaries":3,"errors":1,"notes":1,"interrupted":false}

        """)
    #expect(result.errors == "dnplog: gone.log: no such file: check the path\n")
    #expect(result.exitCode == 2)
  }

  @Test(arguments: ["1", "2"])
  func `an input that cannot be read is a record in its place`(jobs: String) throws {
    let directory = try Self.directory()
    try directory.add("binary.log", bytes: [0x50, 0x4B, 0x03, 0x04, 0, 0])
    let result = try Dnplog.run(
      [
        "validate", "--each", "--format", "json", "--jobs", jobs, "a.log", "gone.log", "b.log",
        "none",
      ],
      in: directory)
    let records = try records(result.output)
    #expect(
      schemas(records) == [
        "dnplog.begin/1", "dnplog.run/1", "dnplog.error/1", "dnplog.run/1", "dnplog.error/1",
        "dnplog.end/1",
      ])
    #expect(
      result.output.split(separator: "\n")[2]
        == """
        {"schema":"dnplog.error/1","input":"gone.log","message":"no such file","advice":"check the path"}
        """)
    #expect(
      result.errors == """
        dnplog: gone.log: no such file: check the path
        dnplog: none: no such file: check the path

        """)
    #expect(records.last?["errors"].int == 2)
    #expect(records.last?["exitStatus"].int == 2)
    #expect(result.exitCode == 2)
  }

  @Test func `only errors are a stream with an end too`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.run(
      ["validate", "--each", "--format", "json", "gone.log"], in: directory)
    #expect(
      schemas(try records(result.output)) == ["dnplog.begin/1", "dnplog.error/1", "dnplog.end/1"])
    #expect(result.exitCode == 2)
  }

  @Test func `an answer names its input by the path that was given`() throws {
    let directory = try Self.directory()
    _ = try Dnplog.shell(
      "mkdir d; mv b.log d/r.log.1; mv c.log d/r.log; tar cf d.tar d/r.log.1 d/r.log", in: directory
    )
    let result = try Dnplog.run(
      ["validate", "--each", "--format", "json", "./a.log", "d.tar", "d"], in: directory)
    let names = try records(result.output).dropFirst().dropLast().map { record in
      record["inputs"].elements.map { $0["name"].string ?? "none" }
    }
    #expect(
      names == [
        ["./a.log"], ["d.tar!d/r.log.1"], ["d.tar!d/r.log"], ["d/r.log"], ["d/r.log.1"],
      ])
  }

  @Test func `a stream whose program was killed has no end`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      """
      mkfifo pipe; exec 3<> pipe; echo a.log >&3
      "$0" validate --each --format json --paths-from - < pipe > out & child=$!
      for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        test "$(wc -l < out)" -ge 2 && break; sleep 0.5
      done
      kill -KILL $child; wait $child; echo $?; cat out
      """, in: directory)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "137")
    #expect(
      schemas(try lines.dropFirst().map { try JSONText($0) }) == ["dnplog.begin/1", "dnplog.run/1"])
  }

  @Test func `findings line by line have an end of the call too`() throws {
    let directory = try Self.directory()
    let result = try Dnplog.run(
      ["validate", "--each", "--format", "ndjson", "a.log", "gone.log", "b.log"], in: directory)
    let records = try records(result.output)
    #expect(
      schemas(records) == [
        "dnplog.begin/1", "dnplog.end/1", "dnplog.error/1", "dnplog.end/1", "dnplog.end/1",
      ])
    #expect(records[1]["verdict"] == .string("pass"))
    #expect(records[4]["verdict"] == .null)
    #expect(records[4]["summaries"].int == 2)
  }

  @Test(arguments: ["text", "markdown", "github", "template"])
  func `other formats have no records between the reports`(format: String) throws {
    let directory = try Self.directory()
    let result = try Dnplog.run(
      ["validate", "--each", "--format", format, "a.log", "gone.log", "./a.log"], in: directory)
    #expect(!result.output.contains("schema"))
    #expect(result.exitCode == 2)
  }

  @Test(arguments: [
    ("printf 'a.log\\nb.log'", "a.log b.log"),
    ("printf 'a.log\\r\\n\\n\\nb.log\\r\\n'", "a.log b.log"),
    ("printf 'a.log\\0b.log\\0'", "a.log b.log"), ("printf 'a.log\\0\\0b.log'", "a.log b.log"),
    ("(printf 'a.l'; sleep 0.4; printf 'og\\nb'; sleep 0.4; printf '.log\\n')", "a.log b.log"),
  ])
  func `a list through a pipe may end its paths in two ways`(
    list: String, expected: String
  ) throws {
    let directory = try Self.directory()
    let result = try Dnplog.shell(
      "\(list) | \"$0\" validate --each -q --paths-from -", in: directory)
    let names = result.output.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    #expect(names.joined(separator: " ") == expected)
    #expect(result.errors == "")
    #expect(result.exitCode == 0)
  }

  @Test(arguments: [
    ("printf ''", "dnplog: standard input: the list of paths is empty: "),
    ("printf '\\n\\n'", "dnplog: standard input: the list of paths is empty: "),
    ("printf '\\377\\376a\\0'", "dnplog: standard input: the list is UTF-16: write it as UTF-8"),
    (
      "(printf 'a.log\\n'; sleep 0.6; printf 'b.log\\0')",
      "dnplog: standard input: the list has paths that end with a line, and others that end with NUL: "
    ),
    (
      "head -c 200000 /dev/zero | tr '\\0' x",
      "dnplog: standard input: a path of the list is longer than 64 KiB: "
    ),
  ])
  func `a list through a pipe that is none is an error`(list: String, message: String) throws {
    let directory = try Self.directory()
    for jobs in ["1", "2"] {
      let result = try Dnplog.shell(
        "\(list) | \"$0\" validate --each --format json --jobs \(jobs) --paths-from -",
        in: directory)
      #expect(result.errors.hasPrefix(message), "\(result.errors)")
      let end = try records(result.output).last
      #expect(end?["schema"] == .string("dnplog.end/1"))
      #expect(end?["exitStatus"].int == 2)
      #expect(result.exitCode == 2)
    }
  }

  @Test func `a wait for the list can be interrupted`() throws {
    let directory = try Self.directory()
    for jobs in ["1", "2"] {
      let result = try Dnplog.shell(
        """
        rm -f pipe; mkfifo pipe; exec 3<> pipe; echo a.log >&3
        "$0" validate --each -q --jobs \(jobs) --paths-from - < pipe > out & child=$!
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          test -s out && break; sleep 0.5
        done
        kill -INT $child; wait $child; echo $?; cat out
        """, in: directory)
      #expect(result.output == "130\na.log: PASS  1 cycle: delivered prefetched content\n")
      #expect(result.errors == "")
    }
  }
}
