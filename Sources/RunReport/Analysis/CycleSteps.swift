internal import LogReading
internal import RuleEngine

/// The steps of one cycle in the canonical order of the profile, each seen, missing, late or excused.
struct CycleSteps {
  let cycle: Cycle
  let end: ScopeEnd
  let marks: [Engine.CycleMark]
  let analyser: LogAnalyser

  /// A step that is listed, without words: most cycles of a long log are not kept.
  struct Item {
    /// Its place in the profile.
    var step: Int
    /// Its event, if that was seen.
    var seen: SeenStep?
    var status: CycleSummary.StepSummary.Status
  }

  func list(of engine: borrowing Engine) -> [Item] {
    var items: [Item] = []
    items.reserveCapacity(analyser.profile.steps.count)
    var stage: ProfileStep.Stage?
    var sawPrevious = false
    var isStageBroken = false
    for (index, step) in analyser.profile.steps.enumerated() {
      if step.stage != stage {
        stage = step.stage
        sawPrevious = false
        isStageBroken = false
      }
      if let seen = seen(step) {
        sawPrevious = true
        items.append(Item(step: index, seen: seen, status: isLate(seen.kind) ? .late : .seen))
      } else if isMissing(step, at: index, sawPrevious, isStageBroken, engine) {
        isStageBroken = isStageBroken || !isLaterSeen(than: index)
        items.append(Item(step: index, status: isExcused(step) ? .excused : .missing))
        sawPrevious = false
      }
    }
    return items
  }

  /// The steps for the summary.
  func summaries(of items: [Item]) -> [CycleSummary.StepSummary] {
    items.map { item in
      let name =
        item.seen.map { analyser.book.catalogue.name(of: $0.kind) }
        ?? analyser.stepNames[item.step]
      return CycleSummary.StepSummary(
        event: name, stage: analyser.profile.steps[item.step].stage, time: item.seen?.time,
        line: item.seen.map { Int64(clamping: $0.line) }, status: item.status)
    }
  }

  static func name(_ step: ProfileStep, _ catalogue: Catalogue) -> String {
    step.events.map { catalogue.name(of: $0) }.joined(separator: " | ")
  }

  private func isLate(_ kind: EventKind) -> Bool {
    marks.contains { $0.isLate && $0.kinds.contains(kind) }
  }

  private func isExcused(_ step: ProfileStep) -> Bool {
    marks.contains { $0.outcome == .excused && $0.names(step) }
  }

  /// The step's first occurrence in its own stage: an on-demand fetch is no step of the execution.
  private func seen(_ step: ProfileStep) -> SeenStep? {
    for kind in step.events {
      for seen in cycle.steps where seen.kind == kind {
        switch step.stage {
        case .execution: if seen.place != .delivery { return seen }
        case .delivery: if seen.place != .execution { return seen }
        case .launch, .schedule, .summary: return seen
        }
      }
    }
    return nil
  }

  /// Whether the stage went on behind a step: then its line is only not written.
  private func isLaterSeen(than index: Int) -> Bool {
    let steps = analyser.profile.steps
    return steps[(index + 1)...].prefix { $0.stage == steps[index].stage }
      .contains { seen($0) != nil }
  }

  private func isMissing(
    _ step: ProfileStep, at index: Int, _ sawPrevious: Bool, _ isStageBroken: Bool,
    _ engine: borrowing Engine
  ) -> Bool {
    // A finding that names the event decides; else the log must be able to show that it is missing.
    if marks.contains(where: { !$0.isLate && $0.names(step) }) {
      return true
    }
    // The first missing step tells where a stage broke off; all behind it are missing too.
    guard end == .complete, cycle.loneJSON <= 0, !isStageBroken, step.need != .optional,
      step.stage != .launch, !isProvenOtherwise(step, engine.correlator.known)
    else { return false }
    // Android has no such tasks.
    let isOfPhones = step.events.allSatisfy { engine.correlator.known.isPhone($0) }
    if isOfPhones, engine.environment[.platform] == .string("android") { return false }
    switch step.stage {
    case .launch: return false
    case .schedule: if cycle.isHeadCut { return false }
    case .execution:
      // No task was asked for.
      if cycle.step(engine.correlator.known.prefetchDisabled) != nil { return false }
      // A task that did not run is one missing step, not one for each of its lines.
      let isHandler = step.events.contains(engine.correlator.known.handler)
      if !isHandler, !cycle.isExecuted { return false }
      // Whose fault a refusal is, the rules on the refusal say.
      let isRefused = cycle.submitFailed && !cycle.isAccepted
      if isHandler, cycle.isPrefetchDisabled || isRefused { return false }
    case .delivery, .summary: break
    }
    if !step.events.contains(where: { !engine.isFilteredOut($0) }) { return false }
    return switch step.need {
    case .required: true
    case .conditional: sawPrevious && !isLaterSeen(than: index)
    case .optional: false
    }
  }

  /// A handler that ran proves that its submission was accepted (DESIGN §7.6); a tap proves that
  /// the notification was shown; a prefetch that was disabled has no handler.
  private func isProvenOtherwise(_ step: ProfileStep, _ known: KnownEvents) -> Bool {
    if step.events.contains(known.scheduled) { return cycle.isExecuted }
    if step.events.contains(known.delivered) {
      return cycle.isSummarised || cycle.step(known.suppressed) != nil
        || cycle.step(known.interaction) != nil
    }
    return false
  }
}

extension Engine.CycleMark {
  /// Whether it speaks of an event of the step; both have a few.
  fileprivate func names(_ step: ProfileStep) -> Bool {
    kinds.contains { step.events.contains($0) }
  }
}
