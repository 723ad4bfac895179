internal import LogReading
package import RuleLanguage

extension Engine {
  /// Brings a rule to its outcome as its scope ends.
  mutating func closeRule(
    _ rule: Int, _ scope: ScopeReference, _ end: ScopeEnd, _ open: Int?
  ) {
    switch plans[rule].kind {
    case .response:
      var next = open
      while let index = next {
        next = following(index)
        closeResponse(index, plans[rule].steps, plans[rule].checks, end)
      }
    case .precedence: if end == .evicted, let open { forget(open) }
    case .check, .schema: break
    case .ratio: if let open { closeShare(open, end) }
    case .never: closeNever(rule, scope, end, open)
    case .count: closeCount(rule, scope, end, open)
    case .equal: closeEqual(rule, end, open)
    case .balance:
      if plans[rule].trigger.isEmpty, end != .open, !(needsWholeScope[rule] && isHeadCut(scope)) {
        let index = open ?? makeInstance(rule, scope)
        if end == .evicted {
          report(index, .inconclusive, .evicted, missing: [], step: -1)
        } else {
          let relation = planned.check(at: Int(plans[rule].checks.first))
          judgeRelation(index, relation, isAtScopeEnd: true)
        }
      }
    }
  }

  /// Reports what a rule remembered of a scope that is let go, once for all of them.
  private mutating func forget(_ index: Int) {
    guard forgetful.insert(Int(instances[index].rule)).inserted else { return }
    report(index, .inconclusive, .evicted, missing: [], step: -1)
  }

  private mutating func closeNever(
    _ rule: Int, _ scope: ScopeReference, _ end: ScopeEnd, _ open: Int?
  ) {
    let isScopeLong = plans[rule].trigger.isEmpty
    if end == .open || open == nil && !isScopeLong { return }
    if end == .evicted {
      let index = open ?? makeInstance(rule, scope)
      guard instances[index].state == .open else { return }
      report(index, .inconclusive, .evicted, missing: [], step: -1)
    } else if let open {
      if instances[open].state == .open { satisfy(open) }
    } else if correlator.eventCount > 0 {
      if explained == rule {
        satisfy(makeInstance(rule, scope))
      } else {
        satisfied[rule] += 1
      }
    }
  }

  /// Counts the scopes in which rules were silent that are satisfied by that.
  mutating func countQuietEnds() {
    for kind in quietBits.indices {
      for (place, rule) in rulesOf[kind].enumerated()
      where quietBits[kind][place / 64] >> UInt64(place % 64) & 1 == 1 {
        satisfied[Int(rule)] += quietEnds[kind] - busyEnds[Int(rule)]
        busyEnds[Int(rule)] = 0
      }
      quietEnds[kind] = 0
    }
  }

  private mutating func closeCount(
    _ rule: Int, _ scope: ScopeReference, _ end: ScopeEnd, _ open: Int?
  ) {
    let trigger = plans[rule].trigger
    let counted = plans[rule].counted
    let minimum = plans[rule].minimum
    if end == .open || (open == nil && !trigger.isEmpty) { return }
    let index = open ?? makeInstance(rule, scope)
    var missing: [EventKind] { kinds(of: counted) }
    if instances[index].state == .open, end == .evicted, plans[rule].maximum != nil {
      report(index, .inconclusive, .evicted, missing: [], step: -1)
    } else if instances[index].state != .open || instances[index].count >= minimum {
      judgeCount(index, minimum, counted, isAtScopeEnd: true)
    } else if end == .cut {
      report(index, .inconclusive, .tailCut, missing: missing, step: -1)
    } else if end == .evicted {
      report(index, .inconclusive, .evicted, missing: missing, step: -1)
    } else if trigger.isEmpty, isHeadCut(scope), scope.kind != .log {
      report(index, .inconclusive, .headCut, missing: missing, step: -1)
    } else {
      judgeCount(index, minimum, counted, isAtScopeEnd: true)
    }
  }

  /// Ends a count that has gone on for as long as it may.
  mutating func judgeCount(
    _ index: Int, _ minimum: Int64, _ counted: PatternList, isAtScopeEnd: Bool = false
  ) {
    guard instances[index].state == .open else { return }
    if instances[index].count >= minimum {
      satisfy(index)
    } else {
      let missing = kinds(of: counted)
      unmet(index, reason: .tooFew, missing: missing, step: -1, isAtScopeEnd: isAtScopeEnd)
    }
  }

  private mutating func closeEqual(_ rule: Int, _ end: ScopeEnd, _ open: Int?) {
    let requiresBoth = plans[rule].requiresBoth
    if !requiresBoth, end == .evicted, let open, instances[open].met & 1 == 1 {
      forget(open)
      return
    }
    guard requiresBoth, let open, instances[open].state == .open, instances[open].met & 3 == 1
    else { return }
    let missing = kinds(of: plans[rule].right)
    switch end {
    case .open: return
    case .cut: report(open, .inconclusive, .tailCut, missing: missing, step: 1)
    case .evicted: report(open, .inconclusive, .evicted, missing: missing, step: 1)
    case .complete:
      unmet(open, reason: .notSeen, missing: missing, step: 1, isAtScopeEnd: true)
    }
  }

  // MARK: What only the whole log can tell

  /// Takes back what rests on the absence of events that this log could not show.
  mutating func judgeSources() {
    for (tally, count) in tallies {
      guard let changed = afterSources(tally) else { continue }
      if limits.hasLosses, tally.outcome == .violated, changed.reason == .sourceCannotShow {
        doubtsLosses = true
      }
      tallies[tally] = nil
      tallies[changed, default: 0] += count
    }
    for index in findings.indices {
      if let changed = afterSources(findings[index].tally) { findings[index].tally = changed }
    }
    findings.removeAll { $0.outcome == .notApplicable }
  }

  /// What an outcome becomes for what the source of the log could not show; nil if it stays.
  private func afterSources(_ tally: TallyKey) -> TallyKey? {
    guard let (outcome, reason) = sourceOutcome(tally) else { return nil }
    var changed = tally
    changed.outcome = outcome
    changed.fault = .none
    changed.reason = reason
    return changed
  }

  private func sourceOutcome(_ tally: TallyKey) -> (Outcome, FindingReason)? {
    if limits.runsBackward, tally.outcome == .violated, restsOnOrder(Int(tally.rule)) {
      return (.inconclusive, .otherEpoch)
    }
    // What the zone alone makes late is nobody's doing, nor is there anything to excuse.
    if tally.outcome == .violated || tally.outcome == .excused || tally.reason == .checkFailed,
      let reason = tally.rest.reason(correlator.clock.openGaps)
    {
      return (.inconclusive, reason)
    }
    if isDoubtful || tally.isDoubtful, tally.outcome == .violated || tally.outcome == .excused {
      return isUnarmed(tally) ? (.notApplicable, .unarmed) : (.inconclusive, .damaged)
    }
    if tally.outcome == .violated, restsOnLostLines(tally) {
      return (.inconclusive, .sourceCannotShow)
    }
    if tally.outcome == .violated, tally.reason == .checkFailed, countsUnclassified(tally) {
      return (.inconclusive, .notUnderstood)
    }
    if tally.countsStored, tally.outcome == .violated,
      book.rules[Int(tally.rule)].patterns.contains(where: { isFilteredOut($0.kind) })
    {
      return (.inconclusive, .sourceCannotShow)
    }
    guard tally.reason.isAbsence, tally.outcome == .violated || tally.outcome == .inconclusive
    else {
      return nil
    }
    if isUnarmed(tally) { return (.notApplicable, .unarmed) }
    let missing = missingKinds(Int(tally.rule), Int(tally.step))
    guard !missing.isEmpty else { return nil }
    if isBeyondForm(tally) { return (.inconclusive, .sourceCannotShow) }
    if missing.allSatisfy({ isBeyondSource($0) }) { return (.inconclusive, .sourceCannotShow) }
    // The first one is what is asked for; the others stand in for it.
    if let first = missing.first, mayBeUnclassified(first) {
      return (.inconclusive, .notUnderstood)
    }
    return nil
  }

  /// Whether a line that is not understood may be an event of the kind: one for which the plugin's
  /// documents give no words, under a tag of such lines. For Android they give words to few events.
  private func mayBeUnclassified(_ kind: EventKind) -> Bool {
    let entry = book.catalogue[kind]
    let isAndroid = environment[.platform] == .string("android")
    return (entry.origin == .proposed || isAndroid)
      && (unclassifiedTags[Int(Catalogue.unknownTag)]
        || entry.tags.contains { unclassifiedTags[Int($0)] })
  }

  /// Whether what failed counts events that such lines may be.
  private func countsUnclassified(_ tally: TallyKey) -> Bool {
    let rule = book.rules[Int(tally.rule)]
    return rule.conditions.flatMap(\.references).contains { reference in
      guard case .roleCount(let role) = reference else { return false }
      return rule.patterns.contains { $0.role == role && mayBeUnclassified($0.kind) }
    }
  }

  /// Whether the records of a log, or the tags in it, are none that could show what is missing.
  package func isBeyondForm(_ tally: TallyKey) -> Bool {
    let missing = missingKinds(Int(tally.rule), Int(tally.step))
    guard let first = missing.first else { return false }
    return isFilteredOut(first) || tally.hasLoneJSON && missing.allSatisfy { !canShowAsJSON($0) }
  }

  /// Whether all that is missing is of the start of a process.
  package func isOfLaunch(_ tally: TallyKey) -> Bool {
    let missing = missingKinds(Int(tally.rule), Int(tally.step))
    return !missing.isEmpty && missing.allSatisfy { correlator.isOfLaunch($0) }
  }

  /// Whether a rule asks for more than that something never comes, or has its form.
  private func restsOnOrder(_ rule: Int) -> Bool {
    switch plans[rule].kind {
    case .schema: false
    case .never: !plans[rule].trigger.isEmpty
    default: true
    }
  }

  /// Whether lines that were lost, or that tasks print elsewhere, may have made good what something
  /// that came is held against: what lifts a prohibition, or is counted.
  private func restsOnLostLines(_ tally: TallyKey) -> Bool {
    guard limits.hasLosses || limits.lacksPrint else { return false }
    let rule = book.rules[Int(tally.rule)]
    switch rule.obligation {
    case .never(_, _, let until):
      return until.contains { isBeyondSource(rule.patterns[Int($0)].kind) }
    case .balance: return limits.hasLosses
    default: return false
    }
  }

  /// Whether the source of the log may have kept back events of a kind.
  private func isBeyondSource(_ kind: EventKind) -> Bool {
    if limits.hasLosses { return true }
    let level = book.catalogue.events[Int(kind.rawValue)].level
    if let lowest = limits.lowestLevel, level != .unknown, level < lowest { return true }
    return limits.lacksPrint && correlator.isOfExecution(kind)
  }

  /// Whether it rests on the absence of events of which nothing yet shows that they are logged.
  func isUnarmed(_ tally: TallyKey) -> Bool {
    let arming = book.rules[Int(tally.rule)].arming
    return tally.reason.isAbsence
      && (tally.outcome == .violated || tally.outcome == .inconclusive)
      && !arming.isEmpty && !arming.contains { isArmed($0) }
  }

  private func isArmed(_ arming: Rule.Arming) -> Bool {
    armedGroups.contains(arming.group)
      || seenProposed.contains {
        $0.group == arming.group && (arming.tags.isEmpty || arming.tags.contains($0.tag))
      }
  }

  private func canShowAsJSON(_ kind: EventKind) -> Bool {
    seenAsJSON[Int(kind.rawValue)] || !book.catalogue[kind].jsonNames.isEmpty
  }

  /// Whether the log looks as if the event's tag had been filtered out (CLI-08).
  package func isFilteredOut(_ kind: EventKind) -> Bool {
    let storage = correlator.known.storageTag
    guard book.catalogue[kind].tags.contains(storage), !seenTags[Int(storage)], !hasSeen(kind)
    else { return false }
    return seenTags.dropFirst(Int(Catalogue.unknownTag) + 1).contains(true)
  }

  private func missingKinds(_ rule: Int, _ step: Int) -> [EventKind] {
    let plan = plans[rule]
    return switch plan.kind {
    case .response:
      plan.steps.indices.contains(step)
        ? kinds(of: planned.step(step, of: plan.steps).patterns) : []
    case .precedence:
      plan.groups.indices.contains(step) ? kinds(of: planned.group(step, of: plan.groups)) : []
    case .count: kinds(of: plan.counted)
    case .equal: kinds(of: step == 0 ? plan.left : plan.right)
    case .never, .check, .balance, .ratio, .schema: []
    }
  }
}
