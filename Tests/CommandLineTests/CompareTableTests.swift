import Foundation
import TestSupport
import Testing

/// Pairs of runs and what a comparison says of each: its last line, and words that stand in it or do not.
struct CompareTableTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Makes `golden` and `candidate` from the logs of the folder `Comparisons`.
    var make: String
    var verdict: String
    var present: [String]
    var absent: [String]
    var options: String

    init(
      _ name: String, golden: String = "cat one-day.log", candidate: String, _ verdict: String,
      with present: [String] = [], without absent: [String] = [], options: String = ""
    ) {
      testDescription = name
      make = "(\(golden)) > golden; (\(candidate)) > candidate"
      (self.verdict, self.present, self.absent) = (verdict, present, absent)
      self.options = options
    }

    var status: Int32 { verdict.hasPrefix("SAME") ? 0 : 1 }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Comparisons").path
  private static let twoDays = "head -n 44 three-days.log"
  private static let phones = "--tz UTC --year 2025"

  // MARK: Partners, and what is not known

  static let audited = [
    Pair(
      "a day that was skipped has no partner, whatever the ids", golden: "cat ios-three-days.log",
      candidate: "cat ios-day-skipped.log", "DIFFERENT  1 missing cycle, 1 additional cycle"),
    Pair(
      "a step before the first line of an Android log is not known", golden: "cat ios-two-days.log",
      candidate: "tail -n +5 android-two-days.log", "SAME",
      with: ["? 2 of 2 1 of 2 not known execution: The prefetch runs"]),
    Pair(
      "a step that the second day of an Android log lacks differs", golden: "cat ios-two-days.log",
      candidate: "sed 17d android-two-days.log", "DIFFERENT"),
    Pair(
      "a late delivery is told by its drift, within three minutes not at all",
      golden: "cat ios-one-day.log", candidate: "cat ios-drift.log", "SAME",
      without: ["time from"]),
    Pair(
      "an empty log is never green", candidate: "printf ''", "INCONCLUSIVE",
      options: "--allow-inconclusive"),
  ]

  // MARK: Better runs

  static let better = [
    Pair(
      "the network failed in the golden run", golden: "cat network-failed.log",
      candidate: "cat one-day.log", "SAME  1 cycle as in the golden run; better in 2 points",
      with: ["· instead     cache_hit instead of cache_miss (line 18, golden line 16)"],
      without: ["✗"]),
    Pair(
      "the network failed in the golden run alone, and another day shows the steps",
      golden: "cat network-failed.log; sed -n '24,44p' three-days.log",
      candidate: twoDays, "SAME  2 cycles", with: ["· additional  content_cached (line 14)"],
      without: ["✗"]),
    Pair(
      "the network failed in the candidate", candidate: "cat network-failed.log",
      "DIFFERENT  1 worse outcome, 2 replaced steps, 1 higher counter"),
    Pair(
      "the task did not run", golden: "cat task-not-run.log", candidate: "cat one-day.log", "SAME",
      with: ["lowPower at the end: yes → not known"], without: ["✗", "assumed unknown"]),
    Pair(
      "the prefetch ran after the delivery", golden: "cat task-late.log",
      candidate: "cat one-day.log",
      "SAME", without: ["✗"]),
    Pair(
      "the task was refused", golden: "cat task-refused.log", candidate: "cat one-day.log", "SAME",
      without: ["✗"]),
    Pair(
      "the lead was capped", golden: "cat lead-capped.log", candidate: "cat one-day.log", "SAME",
      with: ["✓ check       lead: capped → as planned"], without: ["✗", "timing"]),
    Pair(
      "the content was stored after the task had completed", golden: "cat stored-late.log",
      candidate: "cat one-day.log", "SAME",
      with: [
        "· order       bgtask_completed comes behind content_cached; in the golden run before it"
      ], without: ["✗"]),
    Pair(
      "another order beside a mended fault in another cycle still fails",
      golden: "cat stored-late.log; sed -n '24,44p' three-days.log",
      candidate: "cat one-day.log; sed -n '24,44p' three-days.log | sed '5{h;d};6G'",
      "DIFFERENT  1 changed order", with: ["✗ order       notification_scheduling comes behind"]),
  ]

  // MARK: Lost beginnings

  static let beginnings = [
    Pair(
      "the candidate begins in the middle of its first cycle", golden: twoDays,
      candidate: "\(twoDays) | tail -n +9", "SAME  2 cycles as in the golden run",
      with: [
        "begins in the middle", "the log of the candidate begins behind it",
        "? missing     bgtask_submit, not known: the log begins behind it (golden line 4)",
      ], without: ["✗", "never logs"]),
    Pair(
      "the golden run begins in the middle of its first cycle",
      golden: "\(twoDays) | tail -n +9", candidate: twoDays, "SAME  2 cycles",
      with: ["? additional  bgtask_submit, not known: the log begins behind it (line 4)"],
      without: ["✗"]),
    Pair(
      "a step behind the first line is missing all the same", golden: twoDays,
      candidate: "\(twoDays) | tail -n +9 | sed '0,/API call/{/API call/d}'",
      "DIFFERENT  1 missing step",
      with: ["? missing     bgtask_submit, not known", "✗ missing     http_request"]),
    Pair(
      "a step of another day is missing all the same", golden: "cat three-days.log",
      candidate: "tail -n +9 three-days.log | sed '/BGAppRefreshTask (earliest.*-16T/d'",
      "DIFFERENT  1 missing step", with: ["✗ missing     bgtask_submit (golden line 46)"]),
    Pair(
      "a whole day lies before the first line", golden: "cat three-days.log",
      candidate: "tail -n +24 three-days.log",
      "INCONCLUSIVE  it is left open whether they differ: 1 missing cycle",
      with: ["not known: its log begins behind it"], without: ["✗"]),
    Pair(
      "a whole day behind the first line is missing", golden: "cat three-days.log",
      candidate: "tail -n +9 three-days.log | grep -v -- -15", "DIFFERENT  1 missing cycle"),
  ]

  // MARK: Two platforms

  static let platforms = [
    Pair(
      "iOS never completes its task", golden: "sed '/Task completed/d' one-day.log",
      candidate: "cat android-day.log", "DIFFERENT  1 differing statement",
      with: ["✗  violated  did not apply  differs", "Findings of the golden run alone"],
      options: phones),
    Pair(
      "the candidate is iOS and never completes its task", golden: "cat android-day.log",
      candidate: "sed '/Task completed/d' one-day.log",
      "DIFFERENT  1 differing statement, 1 worse verdict",
      with: ["Findings of the candidate alone"], options: phones),
    Pair(
      "the app was started more often", golden: "cat three-days.log",
      candidate: "cat android-three-days.log", "SAME",
      with: ["·  1 of 3  3 of 3   may differ     launch: The plugin starts"],
      without: ["✗", "no line"], options: phones),
    Pair(
      "a required line of the golden run is missing",
      golden: "sed '/BGAppRefreshTask scheduled/d; /Prefetch scheduled/d' one-day.log",
      candidate: "cat android-day.log", "INCONCLUSIVE  the golden run shows too little",
      with: ["?  0 of 1  1 of 1   not known"], without: ["✗"], options: phones),
    Pair(
      "Android fell back", candidate: "cat android-network-failed.log",
      "DIFFERENT  1 differing outcome, 3 differing steps",
      with: [
        "✗  1 of 1  0 of 1   differs        delivery: The stored content is used",
        "1 of 1  no step  one side only  schedule: The notification is scheduled",
      ], options: phones),
  ]

  // MARK: Words

  static let words = [
    Pair(
      "Loki prints the newest line first", candidate: "cat loki.jsonl", "SAME  1 cycle",
      with: ["log format: nslog → loki-jsonl"], without: ["order"]),
    Pair(
      "a fault that the golden run has once is there three times",
      golden: "sed '0,/Task completed/{/Task completed/d}' three-days.log",
      candidate: "sed '/Task completed/d' three-days.log",
      "DIFFERENT  2 missing steps, 2 new findings",
      with: ["(cycles notif-2025-11-15, notif-2025-11-16, golden 1,", "Findings of both"],
      options: "-v"),
    Pair(
      "the prefetch ran after the delivery in the candidate", candidate: "cat task-late.log",
      "DIFFERENT  1 worse outcome, 1 replaced step, 1 changed order",
      with: ["✗ order       delivery_prepare to cycle_complete come before bgtask_handler_invoked"]),
    Pair(
      "a slow fetch is told once",
      candidate: "sed 's/05:50:01.3/05:50:09.3/; s/05:50:01/05:50:09/' one-day.log",
      "DIFFERENT  1 timing beyond tolerance", with: ["fetch duration: 1.2 s → 9.2 s"],
      without: ["time from"]),
    Pair(
      "a hash mismatch is one finding",
      candidate: "sed '/Using cached content MD5/s/5d41/0cc1/' one-day.log",
      "DIFFERENT  1 worse check, 1 worse verdict, 1 new finding",
      with: ["· warning integrity/mismatch-is-flagged"]),
    Pair(
      "a line that is never logged is told once", golden: "cat three-days.log",
      candidate: "sed '/API call/d' three-days.log", "SAME  3 cycles",
      with: ["✓ 3 cycles", "· in 3 cycles: missing http_request, which the candidate never logs"]),
    Pair(
      "an open cycle of both is not compared", golden: "head -n 29 three-days.log",
      candidate: "head -n 28 three-days.log",
      "SAME  1 cycle as in the golden run, 1 open in both and not compared"),
    Pair(
      "the zone is in the log", golden: "cat task-in-time.log",
      candidate: "cat task-late-zone-from-log.log", "DIFFERENT  1 timing beyond tolerance",
      with: ["from the log of the candidate alone: timezone UTC"],
      without: ["assumed", "not compared"]),
    Pair(
      "the zone is assumed", golden: "cat task-in-time.log",
      candidate: "cat task-late-zone-assumed.log", "SAME  1 cycle",
      with: ["execution delay and delivery drift of 1 cycle are not compared: the timezone of the"]),
    Pair(
      "no line has a time", candidate: "sed 's/^[^[]*[[][^]]*] //' one-day.log", "SAME  1 cycle",
      with: ["times are not compared: the candidate has none"]),
    Pair(
      "a log without a line of the plugin", candidate: "echo hello",
      "INCONCLUSIVE  the candidate shows too little",
      with: ["log format: nslog → not known"], without: ["assumed lines", "begins in the middle"]),
    Pair(
      "an Android notification is not delivered", golden: "cat android-day.log",
      candidate: """
        sed '/Notification delivered/d' android-day.log
        echo '11-14 06:30:00.000   733   736 I DNP-PLUGIN: App state (state=foreground)'
        """,
      "DIFFERENT  1 worse outcome",
      with: ["cycle_complete: neither shows it"], without: ["does without it"], options: phones),
  ]

  @Test(arguments: audited + better + beginnings + platforms + words)
  func `a pair has its verdict and its words`(pair: Pair) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      cp '\(Self.folder)'/* . && \(pair.make)
      "$0" compare \(pair.options) golden candidate
      """, in: directory)
    #expect(result.exitCode == pair.status, "\(result.output)\(result.errors)")
    let verdict = result.output.split(separator: "\n").last { !$0.hasPrefix(" ") } ?? ""
    // Without the ends of lines, which depend on the widths of words.
    let text = Self.flat(result.output)
    #expect(verdict.hasPrefix(pair.verdict), "\(result.output)\(result.errors)")
    for words in pair.present {
      #expect(text.contains(Self.flat(words)), "\(words)\n\(result.output)")
    }
    for words in pair.absent {
      #expect(!text.contains(Self.flat(words)), "\(words)\n\(result.output)")
    }
  }

  /// A text with one space for each run of spaces and ends of lines.
  private static func flat(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  @Test func `a summary that was judged strictly says why its verdict is worse`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      #"""
      sed '/Using cached content MD5/d' '\#(Self.folder)/one-day.log' > run.log
      "$0" validate --format json run.log > golden.json
      "$0" validate --exit-zero --strict --format json run.log > strict.json
      "$0" compare golden.json strict.json
      """#, in: directory)
    #expect(result.exitCode == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("Other      --strict: no → yes\n"))
    #expect(
      result.output.contains("PASS → FAIL, and only the candidate was judged with --strict\n"))
  }

  @Test func `two platforms list their findings in JSON`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      #"""
      cd '\#(Self.folder)'; sed '/Task completed/d' one-day.log |
        "$0" compare --format json --tz UTC --year 2025 - android-day.log
      """#, in: directory)
    #expect(result.exitCode == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains(#""rule": "prefetch-cycle/success-is-stored-and-completed""#))
    #expect(
      result.output.contains("\"cycles\": [\n        \"notif-2025-11-14\"\n      ]"),
      "\(result.output)")
  }

  @Test func `a history without the number of a run says how to name one`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      #"""
      cp '\#(Self.folder)/one-day.log' run.log
      "$0" validate -q --history h.db run.log > note; "$0" compare run.log h.db
      """#, in: directory)
    #expect(result.exitCode == 2)
    #expect(
      result.errors.hasPrefix(
        "dnplog: h.db: it is a history of runs: name one of its runs, e.g. h.db#2"),
      "\(result.errors)")
  }
}
