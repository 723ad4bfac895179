import Simulator

/// The page that tells how well faults are found.
enum AccuracyPage {
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
    if accuracy.logsWithoutProfile > 0 {
      text += " \(accuracy.logsWithoutProfile) more logs wait for the profile that judges them."
    }
    text += "\n\n" + accuracy.table
    if !accuracy.silent.isEmpty {
      text += "\n## Faults that no rule finds yet\n\n| fault | rows |\n|---|---|\n"
      for (name, rows) in accuracy.silent.sorted(by: { $0.key < $1.key }) {
        text += "| \(name) | \(rows.joined(separator: ", ")) |\n"
      }
    }
    return text
  }
}
