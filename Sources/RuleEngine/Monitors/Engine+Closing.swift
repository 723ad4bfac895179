internal import LogReading
internal import RuleLanguage

extension Engine {
  // MARK: What only the whole log can tell

  /// Takes back what rests on the absence of events that this log could not show.
  mutating func judgeSources() {
    for (tally, count) in log.tallies {
      guard let changed = afterSources(tally) else { continue }
      if sources.limits.hasLosses, tally.outcome == .violated, changed.reason == .sourceCannotShow {
        log.doubtsLosses = true
      }
      log.tallies[tally] = nil
      log.tallies[changed, default: 0] += count
    }
    for index in log.findings.indices {
      if let changed = afterSources(log.findings[index].tally) {
        log.findings[index].tally = changed
      }
    }
    log.findings.removeAll { $0.outcome == .notApplicable }
  }

  private func afterSources(_ tally: TallyKey) -> TallyKey? {
    guard let (outcome, reason) = sourceOutcome(tally) else { return nil }
    var changed = tally
    changed.outcome = outcome
    changed.fault = .none
    changed.reason = reason
    return changed
  }

  /// What an outcome becomes for what the source of the log could not show, and why; nil if it stays.
  func sourceOutcome(_ tally: TallyKey) -> (Outcome, FindingReason)? {
    if sources.limits.runsBackward, tally.outcome == .violated, restsOnOrder(Int(tally.rule)) {
      return (.inconclusive, .otherEpoch)
    }
    // What the zone alone makes late is nobody's doing, nor is there anything to excuse.
    if tally.outcome == .violated || tally.outcome == .excused || tally.reason == .checkFailed,
      let reason = tally.rest.reason(facts.correlator.clock.openGaps)
    {
      return (.inconclusive, reason)
    }
    if isDoubtful || tally.isDoubtful, tally.outcome == .violated || tally.outcome == .excused {
      return isUnarmed(tally) ? (.notApplicable, .unarmed) : (.inconclusive, .damaged)
    }
    if sources.limits.mixesApps || sources.limits.mixesDevices,
      tally.outcome == .violated || tally.outcome == .excused,
      restsOnOtherLines(Int(tally.rule))
    {
      let reason = sources.limits.mixesApps ? FindingReason.appsMixed : .devicesMixed
      return isUnarmed(tally) ? (.notApplicable, .unarmed) : (.inconclusive, reason)
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
    if isKeptBack(missing) || tally.outcome == .violated && lackClass(missing) {
      return (.inconclusive, .sourceCannotShow)
    }
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
    let isAndroid = facts.environment[.platform] == .string("android")
    return (entry.origin == .proposed || isAndroid)
      && (sources.unclassifiedTags[Int(Catalogue.unknownTag)]
        || entry.tags.contains { sources.unclassifiedTags[Int($0)] })
  }

  /// Whether what failed counts events that such lines may be.
  private func countsUnclassified(_ tally: TallyKey) -> Bool {
    let rule = book.rules[Int(tally.rule)]
    return rule.reads { reference in
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
    return !missing.isEmpty && missing.allSatisfy { facts.correlator.isOfLaunch($0) }
  }

  /// Whether a rule asks for more than that something never comes, or has its form.
  private func restsOnOrder(_ rule: Int) -> Bool {
    switch book.rules[rule].obligation {
    case .schema: false
    case .never(_, let after, _): !after.isEmpty
    default: true
    }
  }

  /// Whether what a rule says of a line rests on others: a cycle and its counters are made of them.
  private func restsOnOtherLines(_ rule: Int) -> Bool {
    restsOnOrder(rule)
      || book.rules[rule].reads { reference in
        switch reference {
        case .cycle, .derived: true
        default: false
        }
      }
  }

  /// Whether lines that were lost, that tasks print elsewhere, or whose level was kept back, may have made good
  /// what something that came is held against: what lifts a prohibition, or is counted.
  private func restsOnLostLines(_ tally: TallyKey) -> Bool {
    let rule = book.rules[Int(tally.rule)]
    switch rule.obligation {
    case .never(_, _, let until): return mayBeLiftedUnseen(until.map { rule.patterns[Int($0)] })
    case .balance: return sources.limits.hasLosses || countsSkipped(rule)
    case .response where tally.reason == .checkFailed:
      return rule.reads { reference in
        guard case .roleCount(let role) = reference else { return false }
        return sources.limits.hasLosses
          || rule.patterns.contains { $0.role == role && isSkipped($0.kind) }
      }
    default: return false
    }
  }

  /// Whether it rests on the absence of events of which nothing yet shows that they are logged.
  func isUnarmed(_ tally: TallyKey) -> Bool {
    let arming = book.rules[Int(tally.rule)].arming
    return tally.reason.isAbsence
      && (tally.outcome == .violated || tally.outcome == .inconclusive)
      && !arming.isEmpty && !arming.contains { isArmed($0) }
  }

  private func isArmed(_ arming: Rule.Arming) -> Bool {
    sources.armedGroups.contains(arming.group)
      || sources.seenProposed.contains {
        $0.group == arming.group && (arming.tags.isEmpty || arming.tags.contains($0.tag))
      }
  }

  private func canShowAsJSON(_ kind: EventKind) -> Bool {
    sources.seenAsJSON[Int(kind.rawValue)] || !book.catalogue[kind].jsonNames.isEmpty
  }

  /// Whether the plugin's lines are records alone: those of no tag tell what they have a form for.
  package var holdsRecordsAlone: Bool { facts.correlator.loneJSON > 0 && !sources.hasTaggedText }

  /// The kinds of what a rule asks for, by the step or group where it has some.
  func missingKinds(_ rule: Int, _ step: Int) -> [EventKind] {
    var patterns: [UInt16] = []
    switch book.rules[rule].obligation {
    case .response(_, let steps, _):
      if steps.indices.contains(step) { patterns = steps[step].patterns }
    case .precedence(_, let groups): if groups.indices.contains(step) { patterns = groups[step] }
    case .count(let counted, _, _, _): patterns = counted
    case .equal(let left, let right, _, _, _): patterns = step == 0 ? left : right
    case .never, .check, .balance, .ratio, .schema: break
    }
    var kinds: [EventKind] = []
    for pattern in patterns {
      let kind = book.rules[rule].patterns[Int(pattern)].kind
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    return kinds
  }
}
