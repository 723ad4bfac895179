import Foundation
import Simulator
import Synchronization
import Testing

/// The page that tells how well faults are found.
enum AccuracyPage {
  /// What four tests measure, in the order of the page.
  enum Part: Int { case faults, mutants, states, readers }

  private static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/accuracy.md").standardizedFileURL
  private static let heading = "## Rules and mutants\n"
  private static let statesHeading = "## Rules and states\n"
  private static let readersHeading = "## Logs of other readers\n"
  /// Each test writes its part of the file.
  private static let lock = Mutex(())

  /// Holds a part of the page against what was measured, or writes it anew.
  static func check(_ part: Part, is text: String) throws {
    try lock.withLock { _ in
      let stored = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      // From the last on, so that a part that is not there yet is empty.
      var end = stored.endIndex
      var parts = [readersHeading, statesHeading, heading].map { heading in
        let start = stored.range(of: heading)?.lowerBound ?? end
        defer { end = start }
        return String(stored[start..<end])
      }
      parts = [String(stored[..<end])] + parts.reversed()
      guard parts[part.rawValue] != text else { return }
      if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] == "1" {
        parts[part.rawValue] = text
        try parts.joined().write(to: url, atomically: true, encoding: .utf8)
        Issue.record("docs/accuracy.md was written anew")
      } else {
        Issue.record("docs/accuracy.md is out of date: run 'make accuracy'")
      }
    }
  }

  static func text(ofReaders table: String) -> String {
    """
    \(readersHeading)
    Scenarios, mutants and rules come from one reading of the documents. The logs of
    `Tests/IndependentLogs` were written by readers of the documents who did not know the rules, each with
    the verdict that they expect and the place that says so. Those of the areas `documented-*` were
    written when [lines.md](lines.md) gave words where the documents have none: of 317 logs the program
    judged 304 as expected when it saw them first. *Own words* are logs whose lines no document gives and
    the program does not understand: it says so, and they are inconclusive, or judged by what else they
    hold.
    *Arguable* are those of which the documents can be read in two ways.

    \(table)
    """
  }

  static func text(of score: StateScore) -> String {
    """
    \(statesHeading)
    Rules of states are tried on what the devices of scenarios store and have set, as `dnplog simulate
    --state-out` writes it: \(score.states) states, judged with their logs. A state *kills* a rule that finds
    something in it, and nothing in the states in which nothing is wrong.

    \(score.table)

    """
  }

  static func text(of score: MutationScore) -> String {
    """
    \(heading)
    Each log in which nothing is wrong is changed in one place, as `dnplog simulate --mutate` does:
    \(score.mutants) mutants, one at least of each change that the simulator knows for any profile. A
    mutant *kills* a rule that finds something in it, and nothing in the log as it was. Of rules that
    at most leave open or excuse, as nothing in a log proves the plugin's fault, each finding counts.
    The table has every rule of severity error, and the others that a mutant kills. The rules of
    `test-run` are not in it: they judge the record of a test, and no change of a log makes one.

    Of the \(score.failing) mutants that fail, \(score.withOneHeadline) have one headline: all other
    violations name it as their cause. In \(score.named) a headline names the changed event, or a
    statement that the change breaks.

    \(score.table)

    """
  }

  static func text(of accuracy: Accuracy) -> String {
    var text = """
      # Accuracy

      How often `dnplog validate` finds what was put into a log on purpose, and nothing else. Made by
      `make accuracy`; a test holds this page to the build.

      `dnplog simulate` writes the log of each scenario for three seeds and two lengths, with the truth
      of what was injected. A fault is *found* in an area of the requirement matrix if a violated finding
      names one of its rows there, in the right cycle; *missed* if a rule for such a row took part and
      was silent; a *false* finding is one that nothing in the truth explains. Precision is found / (found
      + false), recall is found / all, shares are rounded down.


      """
    text += "\(accuracy.logs) logs, \(accuracy.faultyLogs) of them with faults of the plugin;"
    text += " \(accuracy.faults) faults, \(accuracy.faultsFound) found in at least one area."
    text += "\n\n" + accuracy.table
    if !accuracy.silent.isEmpty {
      text += "\n## Faults that no rule finds yet\n\n| fault | rows |\n|---|---|\n"
      for (name, rows) in accuracy.silent.sorted(by: { $0.key < $1.key }) {
        text += "| \(name) | \(rows.joined(separator: ", ")) |\n"
      }
    }
    return text + "\n"
  }
}
