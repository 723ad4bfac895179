import TestSupport
import Testing

/// The answers of `simulate` to what it cannot do.
struct SimulateMistakeTests {
  @Test(arguments: [
    ("", "'dnplog simulate' needs SCENARIO: 'dnplog simulate --list' lists them"),
    ("hapy", "there is no scenario 'hapy': did you mean 'happy'?"),
    ("sunshine", "there is no scenario 'sunshine': 'dnplog simulate --list' lists them"),
    ("happy more", "'dnplog simulate' has no use for 'more': try 'dnplog simulate --help'"),
    ("happy --list", "--list goes alone: leave the scenario and the other options out"),
    ("--list -o x", "--list goes alone: leave the scenario and the other options out"),
    ("happy --days 0", "option '--days': 0 is out of range: give a whole number from 1 to 100000"),
    (
      "happy --days many",
      "option '--days': 'many' is not a whole number: give a whole number from 1 to 100000"
    ),
    (
      "happy --days 100001",
      "option '--days': 100001 is out of range: give a whole number from 1 to 100000"
    ),
    ("happy --devices 2", "2 devices write 2 logs: name a folder for them with --output"),
    ("happy --devices 2 -o -", "2 devices write 2 logs: name a folder for them with --output"),
    (
      "happy --devices 2 -o file",
      "file: is no folder: name one, each device writes a log of its own"
    ),
    (
      "happy --devices 2 -o no/where",
      "no/where: No such file or directory: name a folder that can be made"
    ),
    (
      "happy --state-out x",
      "of the device of 'happy' only its log is kept: leave --state-out out, or take a scenario as"
        + " state or android-force-stop"
    ),
    ("state --state-out file", "file: is no folder: name one, a state is of several files"),
    ("state --stores two", "--stores says how to store, but not where: add --state-out"),
    (
      "state --state-out . -o ./app.db",
      "'./app.db' is a file of the state: name another for the log or truth"
    ),
    ("happy --seed -1", "option '--seed': -1 is out of range: give a whole number, 0 or more"),
    (
      "happy --start noon",
      "option '--start': 'noon' is neither a day nor an instant: write 2025-11-14 or"
        + " 2025-11-14T05:53:00Z"
    ),
    (
      "happy --start 2025-02-29",
      "option '--start': '2025-02-29' is neither a day nor an instant: write 2025-11-14 or"
        + " 2025-11-14T05:53:00Z"
    ),
    (
      "happy --start 1970-03-01",
      "option '--start': '1970-03-01' is too early: begin in 1971 or later"
    ),
    (
      "happy --start 9999-12-01 --days 40",
      "the last day lies past the year 9999: set --start earlier or take fewer --days"
    ),
    (
      "happy --lead 5",
      "option '--lead': '5' is not a duration: units are h, m, s, ms and us, as in 30s or 1h30m"
    ),
    (
      "happy --lead 10s", "option '--lead': '10s' is out of range: give 3m to 12h, in whole seconds"
    ),
    (
      "happy --tz Mars",
      "option '--tz': 'Mars' is no offset from UTC: give -14:00 to +14:00, e.g. +02:00"
    ),
    (
      "happy --tz +15:00",
      "option '--tz': '+15:00' is no offset from UTC: give -14:00 to +14:00, e.g. +02:00"
    ),
    ("happy --form xml", "option '--form': 'xml' is not a choice: choose text, json or both"),
    (
      "happy --container thread-time",
      "option '--container': there is no log format 'thread-time': did you mean 'threadtime'?"
    ),
    (
      "happy --container threadtime+usecs",
      "option '--container': no log format has a modifier 'usecs': did you mean 'usec'?"
    ),
    (
      "happy --container brief+year",
      "option '--container': 'brief' has no place for 'year': it takes uid, ci"
    ),
    ("happy --at fetch_start", "--at says where to mutate, but not how: add --mutate"),
    (
      "happy --mutate drop --at fetch_sucess",
      "there is no event 'fetch_sucess': did you mean 'fetch_success'?"
    ),
    (
      "happy --mutate drop --at process_crash",
      "option '--mutate': the scenario logs no 'process_crash': name another with --at"
    ),
    (
      "happy --mutate drop --days 101",
      "--mutate takes no log of 101 days: take at most 100 --days with it"
    ),
    (
      "happy --damage crlf --days 101",
      "--damage takes no log of 101 days: take at most 100 --days with it"
    ),
    (
      "happy --damage crlf --days 41 --noise 0.98",
      "--damage takes no log of 41 days with so much noise: take at most 40 --days with it, or less"
        + " --noise"
    ),
    (
      "happy --damage crlf --days 100 --noise 0.999",
      "--damage takes no log of 100 days with so much noise: take at most 2 --days with it, or less"
        + " --noise"
    ),
    (
      "happy --damage gzip-checksum",
      "'gzip-checksum' is damage to an archive: add --gzip"
    ),
    (
      "happy --damage gzip-checksums --gzip",
      "option '--damage': 'gzip-checksums' is not a choice: did you mean 'gzip-checksum'?"
    ),
    (
      "happy --damage head-cut --container log-json",
      "'head-cut' would break the form of 'log-json': choose another --container"
    ),
    ("happy --noise 1", "option '--noise': '1' is no share of the lines: give 0 to 0.999"),
    ("happy --noise half", "option '--noise': 'half' is no share of the lines: give 0 to 0.999"),
    ("android-alarms --lead 5m", "'android-alarms' prefetches nothing: leave --lead out"),
    (
      "happy --truth -",
      "standard output cannot take the log and its truth: name a file for one, with --output or"
        + " --truth"
    ),
    ("happy --truth x -o x", "--output and --truth name the same file: name two"),
    ("happy --truth x -o ./x", "--output and --truth name the same file: name two"),
    (
      "happy --devices 2 -o sd --truth sd/device-0002.log",
      "--output and --truth name the same file: name two"
    ),
    (
      "happy --gzip --devices 2 -o ./sd/ --truth sd/./device-0001.log.gz",
      "--output and --truth name the same file: name two"
    ),
    (
      "happy --damage crlf --damage tail-cut",
      "a log is damaged in one way: give --damage once"
    ),
    ("happy -o .", ".: is a directory: name a file in it"),
    ("happy -o no/log", "no/log: the directory does not exist: create it first"),
  ])
  func `is explained on standard error`(arguments: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add("file", "old")
    let words = arguments.split(separator: " ").map(String.init)
    let result = try Dnplog.run(["simulate"] + words, in: directory)
    #expect(result.errors == "dnplog: \(expected)\n")
    #expect(result.output == "")
    #expect(result.exitCode == 2)
  }
}
