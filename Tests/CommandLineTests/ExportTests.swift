import TestSupport
import Testing
import TextWriting

/// The files of `--export`.
struct ExportTests {
  private func text(_ name: String, in directory: borrowing TemporaryDirectory) throws -> String {
    try run("/bin/cat", [name], directory: directory.path).output
  }

  private func value(_ series: String, of metrics: String) -> String? {
    metrics.split(separator: "\n").first { $0.hasPrefix(series + " ") }
      .map { String($0.dropFirst(series.count + 1)) }
  }

  @Test func `the metrics tell the run`() throws {
    let directory = try TemporaryDirectory()
    let log = Samples.path("acceptance/second-cycle-never-completes.log")
    let judged = try Dnplog.judge(
      ["--export", "prometheus=dnp.prom", "--label", "host=ci", log], in: directory)
    #expect(judged.status == 1)
    let metrics = try text("dnp.prom", in: directory)
    for (series, expected) in [
      ("dnp_prefetch_scheduled_total{host=\"ci\"}", "2"),
      ("dnp_prefetch_failure_total{host=\"ci\",reason=\"NETWORK\"}", "0"),
      ("dnplog_last_run_success{host=\"ci\"}", "1"),
      ("dnplog_last_run_verdict{host=\"ci\",verdict=\"fail\"}", "1"),
      ("dnplog_last_run_verdict{host=\"ci\",verdict=\"pass\"}", "0"),
      ("dnplog_cycles_total{host=\"ci\",outcome=\"used_prefetch\"}", "2"),
    ] {
      #expect(value(series, of: metrics) == expected, "\(series)")
    }
    #expect(metrics.hasSuffix("\n"))
  }

  @Test func `a file is replaced whole and readable by all`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    // A strict mask must not keep the scraper out, and a reader of the old file keeps it whole.
    let result = try Dnplog.shell(
      """
      umask 077; echo old > dnp.prom; exec 3< dnp.prom
      "$0" validate -q --export prometheus=dnp.prom --export json=run.json device.log > /dev/null
      cat <&3; stat -c %a dnp.prom; ls
      """, in: directory)
    #expect(result.output == "old\n644\ndevice.log\ndnp.prom\nrun.json\n")
    #expect(try JSONText(text("run.json", in: directory))["verdict"].string == "pass")
  }

  @Test(arguments: [
    ["missing.log"], ["--rules", "missing.yaml", "device.log"],
    ["--set", "nothing=1", "device.log"], ["--bogus", "device.log"],
    ["--format", "xml", "device.log"],
    ["device.log", "missing.log"],
  ])
  func `metrics of an older run are never left`(words: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let export = ["--export", "prometheus=dnp.prom"]
    _ = try Dnplog.judge(export + ["device.log"], in: directory)
    #expect(value("dnplog_last_run_success", of: try text("dnp.prom", in: directory)) == "1")
    let judged = try Dnplog.judge(export + words, in: directory)
    #expect(judged.status >= 2)
    #expect(value("dnplog_last_run_success", of: try text("dnp.prom", in: directory)) == "0")
  }

  /// The sign of a failure in a format that has no room for its words.
  private static func sign(of format: ReportFormat) -> String? {
    switch format {
    case .prometheus: "dnplog_last_run_success 0"
    case .influx: " success=0i,exit_status="
    default: nil
    }
  }

  @Test(arguments: ReportFormat.allCases)
  func `no report of an older run is left`(format: ReportFormat) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let export = ["--export", "\(format)=report"]
    for words in [["gone.log"], ["--rules", "gone.log", "device.log"]] {
      _ = try Dnplog.judge(export + ["device.log"], in: directory)
      let judged = try Dnplog.judge(export + words, in: directory)
      #expect(judged.status >= 2)
      let report = try text("report", in: directory)
      #expect(report.contains(Self.sign(of: format) ?? "gone.log"))
      guard format == .json else { continue }
      let summary = try JSONText(report)
      #expect(summary["verdict"].string == "inconclusive")
      #expect(summary["exitStatus"].int == Int(judged.status))
      #expect(summary["assumptions"][0]["what"].string == "run")
    }
  }

  /// Returns a script that pipes a log, keeps the pipe open, and ends the program by a signal.
  private static func ended(by signal: String) -> String {
    """
    mkfifo pipe; exec 3<> pipe; "$0" validate -q "$@" - < pipe > /dev/null & child=$!
    cat device.log >&3; ready; kill -\(signal) $child; wait $child
    """
  }

  @Test(arguments: ReportFormat.allCases)
  func `a run that was killed leaves no report of an older one`(format: ReportFormat) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    _ = try Dnplog.judge(["--export", "\(format)=old", "device.log"], in: directory)
    let exports = ["--export", "\(format)=old", "--export", "\(format)=new"]
    let result = try Dnplog.shell(Self.ended(by: "KILL"), exports, in: directory)
    #expect(result.exitCode == 137)
    for name in ["old", "new"] {
      let report = try text(name, in: directory)
      let begun = "the judging was begun and did not end"
      // Lines of text are folded.
      let words = report.split { $0.isWhitespace }.joined(separator: " ")
      #expect(words.contains(Self.sign(of: format) ?? begun))
      guard format == .json else { continue }
      let summary = try JSONText(report)
      #expect(summary["verdict"].string == "inconclusive")
      #expect(summary["exitStatus"].int == 2)
      #expect(summary["inputs"].elements == [])
    }
    #expect(
      try Dnplog.shell("ls", in: directory).output == "device.log\nnew\nold\npipe\n",
      "no part of a file is left")
  }

  @Test func `a run that was interrupted tells what it read`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      Self.ended(by: "INT"), ["--export", "json=report"], in: directory)
    #expect(result.exitCode == 130)
    let summary = try JSONText(text("report", in: directory))
    #expect(summary["interrupted"] == .bool(true))
    #expect(summary["inputs"][0]["events"].int == 19)
  }

  @Test func `what is no file gets one report only`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      mkfifo pipe; cat pipe > piped & "$0" validate -q --export text=pipe device.log; wait
      "$0" validate -q --export text=/dev/stdout device.log > out; ls; cat piped out
      """, in: directory)
    let pass = "PASS  1 cycle: delivered prefetched content\n"
    #expect(result.output.hasPrefix(pass + "device.log\nout\npipe\npiped\nPASS  1 cycle: "))
    #expect(!result.output.contains("did not end"))
    #expect(result.errors == "")
  }

  @Test func `a report in the folder of the logs is none of them`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let judged = try Dnplog.judge(["--export", "text=run.log", "."], in: directory)
    #expect(judged.status == 0)
    let assumed = judged.summary?["assumptions"].elements.map { $0["what"].string }
    #expect(assumed?.contains("input") == false)
    #expect(try text("run.log", in: directory).contains("\nPASS  "))
  }

  @Test func `a report tells the status that a failed one brings`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    for exports in [["json=a", "text=none/b"], ["text=none/b", "json=a"]] {
      let judged = try Dnplog.judge(
        exports.flatMap { ["--export", $0] } + ["device.log"], in: directory)
      #expect(judged.status == 2)
      #expect(judged.summary?["exitStatus"].int == 2)
      #expect(try JSONText(text("a", in: directory))["exitStatus"].int == 2)
    }
  }

  @Test func `a log is never replaced by its report`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    for words in [["device.log"], ["."], ["./device.log"]] {
      let judged = try Dnplog.judge(["--export", "text=device.log"] + words, in: directory)
      #expect(
        judged.result.errors
          == "dnplog: device.log: this is one of the inputs, and is left alone:"
          + " name another file for the report\n")
      #expect(judged.status == 2)
      #expect(try text("device.log", in: directory) == Samples.happyCycle)
    }
  }

  /// The files that a call reads for any purpose, and the words that make it write to them.
  @Test(arguments: [
    ("run.tgz", ["run.tgz"]), ("run.tgz", ["--profile", "nope", "run.tgz"]),
    ("device.log", ["--profile", "nope", "."]), ("env.json", ["--env", "env.json", "device.log"]),
    ("run.txt", ["--testrun", "run.txt", "device.log"]),
    ("pack/x.yaml", ["--rules", "pack", "device.log"]), ("list", ["--paths-from", "list"]),
    ("device.log", ["--bogus", "device.log"]),
  ])
  func `what is read is never written to`(file: String, words: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    try directory.add("env.json", #"{"lowPower": true}"#)
    try directory.add("run.txt", "Date: 2025-11-14\n")
    try directory.add("list", "device.log\n")
    try directory.add("run.tgz", bytes: gzip(tar([ArchivedText("a.log", Samples.happyCycle)])))
    _ = try Dnplog.shell(
      "mkdir pack; printf 'pack: x\\ntitle: X\\nrules: []\\n' > pack/x.yaml", in: directory)
    let before = try run("/usr/bin/md5sum", [file], directory: directory.path).output
    let judged = try Dnplog.judge(["--export", "prometheus=\(file)"] + words, in: directory)
    #expect(judged.result.errors.contains("\(file): this is one of the inputs, and is left alone"))
    #expect(judged.status >= 2)
    #expect(try run("/usr/bin/md5sum", [file], directory: directory.path).output == before)
  }

  @Test func `what standard input comes from is never written to`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      "\"$0\" validate -q --export text=device.log < device.log", in: directory)
    #expect(result.errors.contains("this is one of the inputs"))
    #expect(result.exitCode == 2)
    #expect(try text("device.log", in: directory) == Samples.happyCycle)
  }

  @Test func `two reports never take one file`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let judged = try Dnplog.judge(
      ["--export", "text=r", "--export", "json=./r", "device.log"], in: directory)
    #expect(
      judged.result.errors
        == "dnplog: ./r: another report is in this file: name another file for the report\n")
    #expect(judged.status == 2)
    #expect(try text("r", in: directory).contains("\nPASS  "))
  }

  @Test func `a link to nothing stays a link`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let result = try Dnplog.shell(
      """
      mkdir kept; ln -s kept/run.json link
      "$0" validate -q --export json=link device.log > /dev/null; test -L link && head -c 1 kept/run.json
      """, in: directory)
    #expect(result.output == "{")
  }

  @Test(arguments: [
    (["--export", "text=r", "--export", "json=r"], "two reports for 'r': name two files"),
    (["--export", "json=-"], "'-' is no file: '--format json' prints to standard output"),
  ])
  func `a place that cannot be meant is refused`(words: [String], message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let judged = try Dnplog.judge(words + ["device.log"], in: directory)
    #expect(judged.result.errors == "dnplog: option '--export': \(message)\n")
    #expect(judged.status == 2)
  }

  @Test(arguments: [
    ("none/dnp.prom", "none/dnp.prom: the directory does not exist: create it first"),
    (".", ".: is a directory: name a file in it"),
  ])
  func `a place that cannot be written is said`(path: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Samples.happyCycle)
    let judged = try Dnplog.judge(["--export", "prometheus=\(path)", "device.log"], in: directory)
    #expect(judged.result.errors == "dnplog: \(message)\n")
    #expect(judged.verdict == "pass", "the verdict is printed all the same")
    #expect(judged.status == 2)
  }
}
