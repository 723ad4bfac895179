import TestSupport
import Testing

/// `dnplog merge`: summaries that were made elsewhere come to what one call over all logs says.
struct MergeCommandTests {
  private static let logs = Samples.logs.map(Samples.path)

  @Test func `summaries of each input add up to the summary of one call, to the byte`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("paths", Self.logs.joined(separator: "\n"))
    let result = try Dnplog.shell(
      """
      "$0" validate --paths-from paths --format json > one.json
      "$0" validate --paths-from paths --format json --each > each.ndjson
      "$0" merge --format json each.ndjson > merged.json; echo $?
      "$0" merge --format json - < each.ndjson | cmp - one.json
      # In another order, and by way of sums of sums.
      grep run/1 each.ndjson | sort | split -n r/5 - part.
      for part in part.*; do "$0" merge --format json $part > sum.$part; done
      "$0" merge --format json sum.* | cmp - one.json
      export SOURCE_DATE_EPOCH=1
      for format in text prometheus markdown html junit sarif ndjson influx github trace; do
        "$0" validate --paths-from paths --format $format > $format.1
        "$0" merge --format $format one.json > $format.2
        cmp $format.1 $format.2
      done
      cmp one.json merged.json && echo same
      """, in: directory)
    #expect(result.output == "1\nsame\n", "\(result.output)\(result.errors)")
  }

  @Test(arguments: ["--state", "--no-year", "--feed", "gzip"])
  func `nothing of a run is lost`(kind: String) throws {
    let directory = try TemporaryDirectory()
    let judge =
      switch kind {
      case "--state": "reconcile --state \(Samples.path("state/lost-alarm.json"))"
      case "--feed":
        "feed \(Samples.path("feed/feed.json")) --receipts none \(Samples.path("feed/lower-priority-shown.log"))"
      case "gzip": "validate day.log.gz"
      default: "validate day.log"
      }
    let result = try Dnplog.shell(
      """
      export SOURCE_DATE_EPOCH=1763100000  # a page tells when it was made
      "$0" simulate happy --container threadtime --days 2 --output day.log
      gzip -k day.log
      "$0" \(judge) --format json > one.json; echo $?
      "$0" merge --format json one.json > again.json; echo $?
      cmp one.json again.json && echo same
      for format in text markdown html; do
        "$0" \(judge) --format $format > 1; "$0" merge --format $format one.json > 2; cmp 1 2
      done
      """, in: directory)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3, "\(result.output)\(result.errors)")
    #expect(lines.first == lines.dropFirst().first)
    #expect(lines.last == "same")
  }

  private static let head = "{\"schema\":\"dnplog"

  @Test(arguments: [
    ("", "bad.json:1: holds no summary"),
    ("{}", "bad.json:1: holds JSON that is no summary of a run"),
    ("[1, 2]", "bad.json:1: holds JSON that is no summary of a run"),
    ("not JSON", "bad.json:1: is no summary of a run, but a log or another text"),
    ("\n{\"schema\": \"dnplog.run/2\"}", "bad.json:2: holds 'dnplog.run/2' where a summary is"),
    (
      "{\"schema\": \"dnplog.finding/1\"}",
      "bad.json:1: holds 'dnplog.finding/1' of the format ndjson"
    ),
    ("{\"schema\":\n\"dnplog.run/1\"}", "bad.json:1: has no member 'tool'"),
    ("{\"schema\": \"dnplog.run/1\",", "bad.json:1: is no JSON: expected a name"),
    ("\u{FF}{\"\u{0}\"", "bad.json:1: is no summary of a run, but a log or another text"),
    (
      "\(head).error/1\",\"input\":\"a.log\",\"message\":\"no such file\",\"advice\":\"look\"}",
      "a.log: no such file: look"
    ),
    (
      "\(head).begin/1\"}\n\(head).end/1\",\"summaries\":3}",
      "bad.json:2: the stream that ends here holds 0 summaries where its end record says 3"
    ),
  ])
  func `what cannot be read is told, and the rest is added up`(
    text: String, message: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("bad.json", text)
    let result = try Dnplog.shell(
      """
      "$0" validate --format json device.log > good.json
      "$0" merge --format json bad.json good.json > sum.json; echo $?
      sed 's/"exitStatus": 2/"exitStatus": 0/' sum.json | cmp - good.json && echo same
      "$0" merge bad.json; echo $?
      """, in: directory)
    #expect(result.output == "2\nsame\n2\n", "\(result.output)\(result.errors)")
    #expect(result.errors.hasPrefix("dnplog: \(message)"), "\(result.errors)")
  }

  @Test func `a stream that was cut is told`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate --each --format json device.log gone.log > each.ndjson 2> /dev/null
      for count in 170 1000 2000; do
        head -c $count each.ndjson | "$0" merge -q - > /dev/null; echo $?
      done
      """, in: directory)
    #expect(result.output == "2\n2\n2\n")
    #expect(result.errors.split(separator: "dnplog: <stdin>:2: is no JSON: ").count == 3)
    #expect(
      result.errors.split(separator: "dnplog: <stdin>:1: the stream that begins here").count == 4)
  }

  @Test func `a call without a summary is a mistake of usage`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("empty", "")
    for (arguments, message) in [
      ([], "no summaries: name files that"), (["gone.json"], "gone.json: "),
      (["--paths-from", "empty"], "no summaries"), (["/"], "/: "),
      (["--each", "a.json"], "'dnplog merge' has no option '--each'"),
    ] {
      let result = try Dnplog.run(["merge"] + arguments, in: directory)
      #expect(result.exitCode == 2)
      #expect(result.output == "")
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }

  @Test func `reports are written, and no summary is overwritten`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      "$0" validate --format json device.log > good.json
      "$0" merge -q --export json=good.json --export markdown=report.md good.json; echo $?
      "$0" validate -q --format json device.log | cmp - good.json && grep -c PASS report.md
      "$0" merge -q --export testrun=run.json good.json; echo $?
      cp good.json copy.json; "$0" merge -q --export testrun=run.json good.json copy.json; echo $?
      "$0" merge --format json good.json copy.json | grep -c '"omittedRuns": 0'
      """, in: directory)
    #expect(
      result.output.split(separator: "\n").filter { !$0.contains("1 cycle") }
        == ["2", "1", "0", "2", "1"], "\(result.output)\(result.errors)")
  }
}
