internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// What a cycle that is over lacks: a step that the profile requires.
struct MissingStep: Codable {
  /// Its place in the profile.
  let step: Int
  /// A finding of a rule speaks of it.
  let isTold: Bool
  /// When it comes is the system's choice.
  let isOfHandler: Bool
  let cycle: CycleLabel
  let segment: Int32
  /// The lines around the gap, before it and behind it; read while they are still held.
  let neighbours: [Finding.Evidence]
}

// A required step that is missing is told as a rule's outcome is told: rules of a profile's name.
extension LogAnalyser {
  /// Adds a finding for each step of which no rule speaks.
  func addMissingSteps(to summary: inout RunSummary) {
    // Where a rule is tried or explained, its outcome is all that is asked for.
    guard judgesSteps, options.onlyRule == nil, options.explainedRule == nil,
      lacks.untold > 0
    else { return }
    add(
      lacks.missing.filter { !$0.isTold }.prefix(options.maxDetails).map(finding),
      counted: FindingCount(
        pack: profile.name, outcome: .inconclusive, fault: .none, severity: .error,
        count: lacks.untold), to: &summary)
    summary.rules.inconclusive += lacks.untoldSteps.count
  }

  /// Adds findings of the profile's steps, all of one kind, of which there are so many.
  func add(_ findings: [Finding], counted: FindingCount, to summary: inout RunSummary) {
    summary.findings += findings
    summary.omittedFindings = summary.omittedFindings.addingSaturated(
      counted.count - findings.count)
    summary.findingCounts.add(counted)
  }

  private func finding(_ missing: MissingStep) -> Finding {
    let step = profile.steps[missing.step]
    let names = step.events.map { book.catalogue.name(of: $0) }
    var finding = Finding()
    finding.rule = profile.name + "/" + (names.first ?? "")
    finding.title = "A cycle that is over has " + names.joined(separator: " or ")
    finding.covers = step.covers
    finding.outcome = .inconclusive
    finding.fault = .none
    finding.bucket = missing.isOfHandler ? .c : .a
    finding.message = missing.account(names)
    finding.scope = Finding.Scope(
      process: missing.segment > 0 ? Int(missing.segment) : nil,
      cycle: self.names.cycle(missing.cycle))
    finding.missing = names
    finding.reason = FindingReason.notSeen.name
    finding.steps = missing.neighbours.map {
      Finding.StepMet(event: $0.event, line: $0.line, status: "seen")
    }
    finding.steps.append(
      Finding.StepMet(event: names.joined(separator: " | "), line: nil, status: "missing"))
    finding.evidence = missing.neighbours
    finding.hints = step.hints
    return finding
  }
}

extension MissingStep {
  /// Where the gap is: "No schedule_persisted between fetch_start at line 4 and …".
  fileprivate func account(_ names: [String]) -> String {
    let places = neighbours.map { "\($0.event) at line \($0.line)" }
    let missing = "No " + names.joined(separator: " or ")
    return switch places.count {
    case 0: missing
    case 1: missing + " beside " + places[0]
    default: missing + " between " + places.joined(separator: " and ")
    }
  }
}
