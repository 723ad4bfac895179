import TestSupport
import Testing

/// Summaries whose numbers no run has: each is refused or printed, in every format.
struct SummaryFuzzTests {
  /// Puts each of some numbers in the place of each number of a summary.
  private static let script = """
    import json, subprocess, sys
    program, formats = sys.argv[1], sys.argv[2].split()
    text = open("one.json").read()
    whole = json.loads(text)

    def places(value, path=()):
        if isinstance(value, bool): return
        if isinstance(value, (int, float)): yield path
        elif isinstance(value, dict):
            for key in value: yield from places(value[key], path + (key,))
        elif isinstance(value, list):
            for number, element in enumerate(value[:2]): yield from places(element, path + (number,))

    def put(path, number):
        changed = json.loads(text)
        target = changed
        for key in path[:-1]: target = target[key]
        target[path[-1]] = number
        return json.dumps(changed)

    odd = [2**62, -2**63, 2**63 - 1, 2**53, 2**53 + 1, -1, 1e300, -1e14, 0]
    # All of one kind in one stream: each is a summary of its own, and all that are read are added up.
    seen = set()
    for number in odd:
        documents = []
        for path in places(whole):
            if path[0] in ("testRun", "runTemplate"): continue
            seen.add(path)
            documents.append(put(path, number))
        for name, given in [("all", "\\n".join(documents))] + ([] if number not in (2**62, 2**53) else
                           [(str(n), d) for n, d in enumerate(documents)][:12]):
            for format in formats:
                done = subprocess.run([program, "merge", "--format", format, "-"],
                                      input=given.encode(), capture_output=True)
                if done.returncode not in (0, 1, 2): print(number, name, format, done.returncode)
    print(len(seen) > 60)
    """

  @Test func `no number of a summary crashes a format`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("fuzz.py", Self.script)
    let result = try Dnplog.shell(
      """
      "$0" validate --format json \(Samples.path("hints/fetch-no-success.log")) > one.json
      python3 fuzz.py "$0" "text markdown html json prometheus influx junit sarif ndjson github trace"
      """, in: directory)
    #expect(result.output == "True\n", "\(result.output)\(result.errors)")
  }

  @Test(arguments: [
    ("s/\"lines\": [0-9][0-9]*/\"lines\": -2/", "has -2 where 'lines' is 0 or more"),
    ("s/\"counts\": \\[0/\"counts\": [-1/", "has -1 where 'counts' is 0 or more"),
    (
      "s/\"counts\": \\[0/\"counts\": [7/", "has a member 'count' that is not the sum of its counts"
    ),
  ])
  func `a count that cannot be is told`(edit: String, says: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      "\"$0\" validate --format json device.log | sed '\(edit)' | \"$0\" merge -q -", in: directory)
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(result.exitCode == 2)
  }

  @Test func `the largest counts add up without an end`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate --format json device.log > one
      sed 's/"lines": [0-9]*,$/"lines": 9223372036854775807,/; s/"events": [0-9]*,$/"events": 9223372036854775807,/' one > big
      grep -c 9223372036854775807 big
      for i in $(seq 1100); do cat big; done > many
      for format in text html prometheus influx json; do "$0" merge --format $format many > out; echo $?; done
      """, in: directory)
    #expect(result.output == "2\n0\n0\n0\n0\n0\n", "\(result.output)\(result.errors)")
  }
}
