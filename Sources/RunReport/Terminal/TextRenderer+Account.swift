internal import TextWriting

// What the verdict rests on: a line each, or all of it in a verbose report.
extension TextRenderer {
  /// The column behind the labels of these lines.
  static let labels = 10

  /// Of more notes on several runs than this the others are counted.
  private static let listedNotes = 3

  /// Adds what is known of the device, what was assumed, the counters, the rules and the delays.
  func addAccount(of summary: RunSummary, to page: inout TextPage) {
    guard detail == .verbose else {
      addCircumstances(of: summary, to: &page)
      // A state or a feed alone counts nothing, nor does a log of alarms.
      if !summary.inputs.isEmpty, summary.counters.countsAnything {
        add("Counters", summary.counters.shortWords, to: &page)
      }
      add("Rules", summary.rules.words, to: &page)
      return addDelays(of: summary, to: &page)
    }
    addAssumptions(of: summary, to: &page)
    addDistributions(of: summary, to: &page)
    page.paragraph()
    add("Counters", summary.counters.words, to: &page)
    add("Rules", summary.rules.words, to: &page)
    addParts(of: summary, to: &page)
  }

  /// Adds one line; what does not fit is left to the verbose report.
  private func add(_ label: String, _ text: String, to page: inout TextPage) {
    let text = TextEscaping.terminal(text)
    if detail == .verbose {
      page.labelled(label, text, column: Self.labels, indent: 0, role: .heading)
    } else {
      page.oneLine(label, text, column: Self.labels)
    }
  }

  private func addCircumstances(of summary: RunSummary, to page: inout TextPage) {
    let device = summary.device
    if !device.isEmpty { add("Device", device, to: &page) }
    var assumed: [String] = []
    // Runs may assume the same for different reasons.
    for text in summary.otherAssumptions.map({ "\($0.name) \($0.value)" })
    where !assumed.contains(text) {
      assumed.append(text)
    }
    if !assumed.isEmpty { add("Assumed", assumed.joined(separator: ", "), to: &page) }
    let notes = summary.toldAssumptions.filter(\.isNotable)
    // Many runs have many notes, and each is in the report of its own run.
    let limit = summary.runs > 1 ? Self.listedNotes : notes.count
    for note in notes.prefix(limit) {
      let text = TextEscaping.terminal("\(note.name) \(note.value): \(note.why)")
      page.labelled("Note", text, column: Self.labels, indent: 0, role: .doubtful)
    }
    let rest = notes.count - limit
    if rest > 0 { add("Note", "\(TextLayout.plural(rest, "other note")) (-v)", to: &page) }
  }

  private func addAssumptions(of summary: RunSummary, to page: inout TextPage) {
    if !summary.toldAssumptions.isEmpty { page.heading("Assumptions") }
    for assumption in summary.toldAssumptions {
      let text = "\(assumption.name) = \(assumption.value): \(assumption.why)"
      page.labelled("", TextEscaping.terminal(text), column: 0, indent: 2)
    }
    if summary.environment.isEmpty { return }
    page.heading("Environment")
    let entries = summary.environment.map { "\($0.key) \($0.value.words)" }
    let text = TextEscaping.terminal(entries.joined(separator: ", "))
    page.labelled("", text, column: 0, indent: 2)
  }

  /// Adds the rules that judged nothing, and why.
  func addSkipped(of summary: RunSummary, to page: inout TextPage) {
    if summary.skipped.isEmpty { return }
    page.heading("Rules that did not apply")
    var packs: [String: [String: [String]]] = [:]
    for rule in summary.skipped {
      let parts = rule.rule.split(separator: "/", maxSplits: 1).map {
        TextEscaping.terminal(String($0))
      }
      packs[rule.words, default: [:]][parts[0], default: []].append(parts.last ?? "")
    }
    for (words, rules) in packs.sorted(by: { $0.key < $1.key }) {
      page.labelled("", TextEscaping.terminal(words), column: 0, indent: 2)
      let column = (rules.keys.map { TextLayout.width(of: $0) }.max() ?? 0) + 2
      for (pack, names) in rules.sorted(by: { $0.key < $1.key }) {
        page.labelled(pack, names.joined(separator: ", "), column: column, indent: 4)
      }
    }
  }
}

extension SkippedRule {
  /// The reason in words.
  var words: String {
    switch reason {
    case "simulator": "not judged on a simulator"
    case "unarmed": "nothing shows that the plugin logs what the rule waits for"
    case "vacuous": "never triggered"
    default: reason
    }
  }
}

extension RunSummary {
  /// The assumptions that say what the device is or does: the rest concern the log and the judging.
  private static var ofDevice: [String] { ["platform", "simulator", "unknown"] }

  /// What is known of the device, the platform first, and what is not.
  fileprivate var device: String {
    let told = assumptions.filter { Self.ofDevice.contains($0.what) }
    func value(_ name: String) -> String? {
      environment.first { $0.key == name }?.value.words
        ?? told.first { $0.what == name }?.value
    }
    var known = [value("platform")].compactMap { $0 == "varies" ? "platform varies" : $0 }
    if let simulator = value("simulator"), simulator != "no", simulator != "false" {
      known.append("simulator \(simulator)")
    }
    known += environment.filter { !Self.ofDevice.contains($0.key) }
      .map { "\($0.key) \($0.value.words)" }
    let unknown = told.filter { $0.what == "unknown" }.map { "not known: " + $0.value }
    return ([known.joined(separator: ", ")] + unknown).filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  fileprivate var otherAssumptions: [Assumption] {
    assumptions.filter { !$0.isNotable && !Self.ofDevice.contains($0.what) }
  }
}

extension Assumption {
  /// What is assumed, in words.
  fileprivate var name: String { what == "timezone" ? "time zone" : what }
}
