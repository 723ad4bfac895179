import Foundation
import TestSupport
import Testing

/// The texts of `completions` and `man`, which tell a shell and a reader of the command line.
struct CompletionTests {
  private func words(_ line: [String]) throws -> [String] {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["completions", "--words", "bash", "--"] + line, in: directory)
    #expect(result.exitCode == 0)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (["va"], ["validate"]), (["rules", "sh"], ["show"]), (["help", "rules", "te"], ["test"]),
    (["--v"], ["--version"]), (["validate", "--fo"], ["--format"]),
    (["validate", "--format", "ju"], ["junit"]), (["validate", "--export", "sa"], ["sarif="]),
    (["validate", "-q", "--color", "al"], ["always"]),
    (["validate", "--profile", "wal"], ["wallet-sync"]),
    (["validate", "--set", "execution_w"], ["execution_window="]),
    (["validate", "--env", "lowP"], ["lowPower=true", "lowPower=false"]),
    (["validate", "--env", "network=c"], ["network=cellular"]),
    (["validate", "--env", "dev"], ["device="]),
    (["validate", "--input-format", "threadt"], ["threadtime"]),
    (["explain", "hints/fetch-h"], ["hints/fetch-has-outcome"]),
    (["rules", "events", "fetch_succ"], ["fetch_success"]), (["rules", "schema", "pa"], ["pack"]),
    (["rules", "show", "hints/fetch-h"], ["hints/fetch-has-outcome"]),
    (["simulate", "hap"], ["happy"]), (["completions", "f"], ["fish"]),
    // The shell knows files better.
    (["validate", "sam"], []), (["explain", "hints/fetch-has-outcome", "h"], []),
    (["validate", "--testrun", ""], []), (["validate", "--", "--fo"], []), (["nope", "x"], []),
    // A value may stand behind an equals sign, an option may have one letter.
    (["validate", "--format=ju"], ["--format=junit"]), (["validate", "--nope=x"], []),
    (["validate", "--export=sa"], ["--export=sarif="]), (["simulate", "-o", "hap"], []),
    // Nothing comes behind the last operand.
    (["simulate", "happy", "hap"], []), (["rules", "show", "hints/fetch-has-outcome", "h"], []),
  ])
  func `the next word is told from the tables`(line: [String], expected: [String]) throws {
    #expect(try words(line) == expected)
  }

  /// The names are those of the system, which may have none.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/zone.tab")))
  func `zones are those of the system`() throws {
    #expect(try words(["validate", "--tz", "Europe/Berl"]) == ["Europe/Berlin"])
    #expect(try words(["validate", "--tz", "UT"]) == ["UTC"])
  }

  @Test func `a bash completes by the script`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      ln -s "$0" dnplog; PATH=$PWD:$PATH exec bash -c '
        source <(dnplog completions bash)
        COMP_WORDS=(dnplog rules ""); COMP_CWORD=2; _dnplog; echo "${COMPREPLY[@]}"
        complete -p dnplog'
      """, in: directory)
    #expect(
      result.output == """
        list show check test new events params schema coverage
        complete -o default -F _dnplog dnplog

        """)
  }

  /// Bash makes three words of an option, its equals sign and its value.
  @Test(arguments: [
    ("validate --format = ju", "junit"), ("validate --set execution_w", "execution_window="),
    ("validate --export = sa", "sarif="), ("validate --export =", ""),
  ])
  func `a bash completes behind an equals sign`(line: String, expected: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.shell(
      """
      ln -s "$0" dnplog; PATH=$PWD:$PATH exec bash -c '
        compopt() { :; }; source <(dnplog completions bash)
        COMP_WORDS=(dnplog \(line)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _dnplog
        echo "${COMPREPLY[@]}"'
      """, in: directory)
    #expect(result.errors == "")
    let words = result.output.split(separator: "\n").first.map(String.init) ?? ""
    if expected.isEmpty {
      #expect(words.hasPrefix("text= json="))
    } else {
      #expect(words == expected)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
  func `a fish offers files only where there is no word`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", "")
    let result = try Dnplog.shell(
      """
      ln -s "$0" dnplog; PATH=$PWD:$PATH exec fish -c '
        dnplog completions fish | source
        complete -C "dnplog rules " | cut -f1; complete -C "dnplog validate dev"'
      """, in: directory)
    #expect(
      result.output
        == "check\ncoverage\nevents\nlist\nnew\nparams\nschema\nshow\ntest\ndevice.log\n")
  }

  @Test func `a shell that has no script is refused`() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["completions", "tcsh"], in: directory)
    #expect(result.exitCode == 2)
    #expect(
      result.errors
        == "dnplog: 'tcsh' is no shell that completions are written for: choose bash, zsh or fish\n"
    )
  }

  @Test func `the manual page has every command and option`() throws {
    let directory = try TemporaryDirectory()
    let page = try Dnplog.run(["man"], in: directory).output
    #expect(page.hasPrefix(".TH \"DNPLOG\" \"1\" "))
    for part in [
      ".B \"dnplog rules coverage\"", ".B \"\\-\\-max\\-details N\"", ".B \"\\-q, \\-\\-quiet\"",
      ".SS \"dnplog simulate [OPTION...] [SCENARIO]\"", ".B \"\\-V, \\-\\-version\"",
      "\nInput options:\n", ".SH \"EXIT STATUS\"\n.TP\n.B \"0\"\n",
      ".SH \"ENVIRONMENT\"\n.TP\n.B \"NO_COLOR\"\n", ".SH \"FILES\"\n", ".SH \"SEE ALSO\"\n",
    ] {
      #expect(page.contains(part), "\(part)")
    }
    // No text is taken for a request of roff.
    let requests = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
    #expect(
      requests.isSubset(of: [
        ".TH", ".SH", ".SS", ".B", ".PP", ".TP", ".RS", ".RE", ".nf", ".fi", ".br",
      ]))
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
  }
}
