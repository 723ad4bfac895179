internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// What a cycle that is over lacks: a step that the profile requires.
struct MissingStep {
  /// Its place in the profile.
  let step: Int
  /// A finding of a rule speaks of it.
  let isTold: Bool
  /// When it comes is the system's choice.
  let isOfHandler: Bool
  let segment: Int32
  let cycle: CycleLabel
  /// The lines around the gap, before it and behind it.
  let neighbours: [Finding.Evidence]

  /// Taken when the cycle closes, while its lines are still held.
  init(
    _ step: Int, isTold: Bool, isOfHandler: Bool, of cycle: Cycle,
    between neighbours: [SeenStep], _ engine: borrowing Engine, _ analyser: LogAnalyser
  ) {
    self.step = step
    self.isTold = isTold
    self.isOfHandler = isOfHandler
    segment = cycle.segment
    self.cycle = analyser.label(of: cycle)
    self.neighbours = neighbours.map { analyser.evidence($0, engine) }
  }
}

extension LogAnalyser {
  /// The most bytes of a line that are kept.
  private static let lineLimit = 400

  /// The line of a step beside one that is missing, while it is still held.
  func evidence(_ seen: SeenStep, _ engine: borrowing Engine) -> Finding.Evidence {
    let count = min(Int(seen.length), Self.lineLimit)
    var text: [UInt8] = []
    if let bytes = engine.correlator.store.bytes(at: seen.text, count: count) {
      text = [UInt8](bytes)
    }
    return Finding.Evidence(
      file: fileNames[Int(seen.file)], line: Int64(clamping: seen.line), time: seen.time,
      event: book.catalogue.name(of: seen.kind), text: masked(text), isCarried: seen.isCarried,
      role: .around)
  }
}

// A required step that is missing is told as a rule's outcome is told: rules of a profile's name.
extension LogAnalyser {
  /// Adds a finding for each step of which no rule speaks.
  func addMissingSteps(to summary: inout RunSummary) {
    // Where a rule is tried or explained, its outcome is all that is asked for.
    guard judgesSteps, options.onlyRule == nil, options.explainedRule == nil, cycles.untold > 0
    else { return }
    add(
      cycles.missing.filter { !$0.isTold }.prefix(options.maxDetails).map(finding),
      counted: FindingCount(
        pack: profile.name, outcome: .inconclusive, fault: .none, severity: .error,
        count: cycles.untold), to: &summary)
    summary.rules.inconclusive += cycles.untoldSteps.count
  }

  /// Adds findings of the profile's steps, all of one kind, of which there are so many.
  func add(_ findings: [Finding], counted: FindingCount, to summary: inout RunSummary) {
    summary.findings += findings
    summary.omittedFindings = summary.omittedFindings.addingSaturated(
      counted.count - findings.count)
    summary.add(counted)
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
      process: missing.segment > 0 ? Int(missing.segment) : nil, cycle: cycleName(missing.cycle))
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
  /// Where the gap is: "no schedule_persisted between fetch_start at line 4 and …".
  fileprivate func account(_ names: [String]) -> String {
    let places = neighbours.map { "\($0.event) at line \($0.line)" }
    let missing = "no " + names.joined(separator: " or ")
    return switch places.count {
    case 0: missing
    case 1: missing + " beside " + places[0]
    default: missing + " between " + places.joined(separator: " and ")
    }
  }
}
