internal import RunReport
internal import Simulator

/// The text of `simulate --list`: all that can be asked for, by name.
enum SimulationList {
  static func text(for settings: Settings) throws(Failure) -> String {
    var alone = SimulationSettings()
    alone.isList = true
    guard settings.operands.isEmpty, settings.simulation == alone, settings.rulePaths.isEmpty else {
      throw Failure(
        Problem("--list goes alone", advice: "leave the scenario and the other options out"))
    }
    return groups.joined(separator: "\n")
  }

  private static var groups: [String] {
    let all = Scenario.all
    let width = all.map(\.name.count).max() ?? 0
    let sources = all.map(\.source.count).max() ?? 0
    return Scenario.Group.allCases.compactMap { group in
      let rows = all.filter { $0.group == group }.map { scenario in
        "  \(TextLayout.padded(scenario.name, to: width))  \(TextLayout.padded(scenario.source, to: sources))  \(scenario.title)\n"
      }
      return rows.isEmpty ? nil : "\(group.rawValue)\n\(rows.joined())"
    } + [
      list("Log formats (--container)", LogStyle.all.map(\.name)),
      list(
        "Modifiers of some log formats (--container NAME+MODIFIER)",
        LogStyle.Modifiers.named.map(\.name)),
      "Mutations (--mutate)\n"
        + table(Mutation.allCases.map { ($0.rawValue, $0.summary + ".") }),
      "Damage (--damage)\n" + table(Damage.allCases.map { ($0.name, $0.what) }),
    ]
  }

  /// Returns names as a paragraph.
  private static func list(_ title: String, _ names: [String]) -> String {
    var text = "\(title)\n"
    var line = " "
    for name in names {
      if line.count + 1 + name.count > 79 {
        text += line + "\n"
        line = " "
      }
      line += " " + name
    }
    return text + line + "\n"
  }

  /// Returns names, each with a sentence.
  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  \(TextLayout.padded($0.0, to: width))  \($0.1)\n" }.joined()
  }
}
