internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension LogAnalyser {
  /// The conditions without which nobody can tell the system's doing from the plugin's (S4:353).
  private static let conditions: [EnvironmentKey] = [
    .power, .network, .lowPower, .backgroundRefresh,
  ]

  /// What `--since` and `--until` left out.
  private func spanAssumptions() -> [Assumption] {
    guard let span = options.span else { return [] }
    let (before, behind) = engine.leftOut
    func note(
      _ option: String, _ bound: TimeBound?, _ instant: Int64?, leftOut: String, _ effect: String
    ) -> Assumption? {
      guard let bound else { return nil }
      return Assumption(
        what: option, value: instant.map { InstantText.iso($0) } ?? bound.text,
        why: "stated with --\(option); \(leftOut) left out, and \(effect)")
    }
    return [
      note(
        "since", span.since, engine.bounds?.since,
        leftOut: TextLayout.plural(before, "earlier event"),
        "what began before is not judged by what is missing"),
      note(
        "until", span.until, engine.bounds?.until,
        leftOut: TextLayout.plural(behind, "later event"), "what was not due by then is open"),
    ].compactMap { $0 }
  }

  /// What is taken for granted, and why.
  func assumptions() -> [Assumption] {
    var list: [Assumption] = []
    if !holdsNoEvent {
      list += engine.clock.assumptions(in: nil) + mergedClocks
    }
    if engine.environment[.timeWarped] == .bool(true) {
      list.append(
        Assumption(
          what: "clock", value: "moved by the test",
          why:
            "a line says so (time_warp or force_reschedule); what comes early or late behind it is not"
            + " judged"))
    }
    if engine.eventCount > 0, engine.firstTime == nil {
      list.append(
        Assumption(
          what: "times", value: "none",
          why:
            "no line has a date and a time that are read, so that nothing is judged as early or late;"
            + " record the log with both"))
    }
    list += spanAssumptions() + deviceAssumptions()
    if let lead = assumedLead {
      list.append(
        Assumption(
          what: "lead", value: lead,
          why: "the default; set it with --set lead=… if the app uses another"))
    }
    if engine.runsBackward {
      list.append(
        Assumption(
          what: "order", value: "newest first",
          why: "times of lines fall; they were read as they stand, so turn them round, as tac does")
      )
    } else if let part = partBeforeItsOlder {
      list.append(
        Assumption(
          what: "order", value: "newest part first",
          why: "\(String(masking: part)) ends before what is read before it; leave --join out,"
            + " or name the oldest part first"))
    } else if engine.clockSteps > 0 {
      list.append(
        Assumption(
          what: "clock", value: "set back " + Self.times(engine.clockSteps),
          why: "order is that of the lines; no time before it is compared with one after it"))
    }
    list += feedAssumptions
    if shownByAlarm > 0 {
      list.append(
        Assumption(
          what: "delivery",
          value: TextLayout.plural(Int64(shownByAlarm), "notification") + " by alarm",
          why: "no line of the log shows a delivery, so an alarm that went off is taken for one")
      )
    }
    if !options.apps.isEmpty {
      list.append(
        Assumption(
          what: "app", value: options.apps.map { String(masking: $0) }.joined(separator: ", "),
          why: "stated with --app; what the system says of it counts"))
    }
    let others = engine.otherApps
    if others.lines > 0 {
      list.append(
        Assumption(
          what: "other app",
          value: others.names.map { String(masking: $0) }.joined(separator: ", "),
          why: TextLayout.plural(others.lines, "line")
            + " of the plugin left out, since --app names another one"))
    }
    if engine.undecidedLines > 0 {
      list.append(
        Assumption(
          what: "app", value: "unknown",
          why: "no line tells the plugin's app, so what "
            + TextLayout.plural(Int64(engine.undecidedLines), "line")
            + " of the system or of some app say was left out; name it with --app"))
    }
    if engine.sinkRepeats > 0 {
      list.append(
        Assumption(
          what: "repeats", value: "\(engine.sinkRepeats)",
          why: "lines that say the same by another sink, as print beside NSLog, count once"))
    }
    let equal = engine.repeats - engine.sinkRepeats
    if equal > 0 {
      list.append(
        Assumption(
          what: "repeats", value: TextLayout.plural(Int64(equal), "equal line"),
          why:
            "a line that stands there once more, at the same time or at none, counts once: whether"
            + " what it tells happened twice is not known"))
    }
    list += sourceAssumptions()
    if let hidden = hiddenSteps { list.append(hidden) }
    if let doubted = doubtedParts.assumption { list.append(doubted) }
    if holdsNoEvent, !leavesOutAll, others.lines == 0, inputs.count > 0 { list.append(emptiness) }
    list += misreadInputs.prefix(8).map { input in
      Assumption(
        what: "container", value: options.container?.name ?? "",
        why: "no line of the plugin in \(String(masking: input.name)) is in it; leave"
          + " --input-format out, or name another")
    }
    if let example = inputs.unread.example {
      list.append(
        Assumption(
          what: "values", value: "\(inputs.unread.count) unread",
          why: "the first is \(example); what is not of its type counts as not told"))
    }
    let keys = engine.evictedKeys.values.reduce(0, +)
    let cycles = engine.evictedCycles
    if keys > 0 || cycles > 0 {
      list.append(
        Assumption(
          what: "memory",
          value: TextLayout.plural(Int64(cycles), "cycle") + " and "
            + TextLayout.plural(Int64(keys), "key") + " let go",
          why: "more were open at once than are held; what they waited for is inconclusive"))
    }
    if ordersByParts {
      list.append(
        Assumption(
          what: "order", value: "by parts of 16 MiB",
          why: "an input whose lines are not in order of time holds more than can be sorted at once"
        ))
    }
    return list + profileAssumptions
  }

  /// The kinds of event that the log holds.
  var seenKinds: [EventKind] {
    book.catalogue.events.indices.map { EventKind(rawValue: UInt16(clamping: $0)) }
      .filter { engine.hasSeen($0) }
  }

  /// The steps of which no line is asked, since the log holds none under their tag, or records alone.
  private var hiddenSteps: Assumption? {
    guard judgesSteps, engine.closedCycles > 0 else { return nil }
    let isAndroid = engine.environment[.platform] == .string("android")
    let asked = profile.steps.filter { step in
      step.need != .optional && step.platform != (isAndroid ? "ios" : "android")
    }
    if engine.holdsRecordsAlone { return stepsWithoutRecord(among: asked) }
    let hidden = asked.filter { step in
      step.events.allSatisfy {
        engine.isFilteredOut($0) || step.need != .required && engine.lacksTag(of: $0)
      }
    }
    if hidden.isEmpty { return nil }
    let names = hidden.map { CycleSteps.name($0.events, book.catalogue) }.joined(separator: ", ")
    var tags: [String] = []
    for kind in hidden.compactMap(\.events.first) {
      guard let tag = book.catalogue[kind].tags.first.map({ book.catalogue.tags[Int($0)] }),
        !tags.contains(tag)
      else { continue }
      tags.append(tag)
    }
    let named = tags.isEmpty ? "its tag" : Spelling.list(tags, "or")
    return Assumption(
      what: "steps", value: "\(names) not looked for",
      why: "no line of the log has the tag \(named), so whether it was done is not known")
  }

  /// The required steps of which a log of records holds none; the delivery is told by a summary too.
  private func stepsWithoutRecord(among asked: [ProfileStep]) -> Assumption? {
    let hidden = asked.filter { step in
      step.need == .required && step.stage != .delivery
        && !step.events.contains { engine.hasSeen($0) }
    }
    guard let first = hidden.first else { return nil }
    let more = hidden.count > 1 ? " and \(hidden.count - 1) more" : ""
    return Assumption(
      what: "steps",
      value: "\(CycleSteps.name(first.events, book.catalogue))\(more) not looked for",
      why: "the log holds records in JSON alone, which need not tell each step")
  }

  /// What the source of the log keeps back.
  private func sourceAssumptions() -> [Assumption] {
    var list = losses.parts.prefix(8).map { part in
      Assumption(
        what: "source", value: "\(String(masking: part)) not read",
        why: "it is a part of the log, and what it would show is not known")
    }
    if sources.losses > 0 {
      list.append(
        Assumption(
          what: "source", value: "messages lost " + Self.times(sources.losses),
          why: "the log says so; what is missing may be among them"))
    }
    if sources.noText > 0 {
      list.append(
        Assumption(
          what: "source", value: TextLayout.plural(sources.noText, "line") + " of no text",
          why: "a DNP tag stands there among other bytes; what the line was is not known"))
    }
    if let skipped = sources.skippedLevel {
      let (levels, option) =
        skipped == .debug ? ("debug", "--debug") : ("info and debug", "--info --debug")
      list.append(
        Assumption(
          what: "source", value: "\(levels) messages left out",
          why: "log show says so; add \(option) to show them"))
    }
    return list
  }

  /// What was looked for in vain, what the lines are, and what to do.
  private var emptiness: Assumption {
    if inputs.heads.lines == 0 {
      return Assumption(
        what: "lines", value: "none", why: "there is nothing in it; check how the log was recorded")
    }
    let known = inputs.heads.containers.prefix(4).map { "\($0.lines) are \($0.name)" }
    let formats =
      known.isEmpty
      ? "the format of the first lines is not known"
      : "of the first \(TextLayout.plural(inputs.heads.lines, "line")) \(known.joined(separator: ", "))"
    let advice =
      known.isEmpty
      ? "name a log of the app that uses the plugin"
      : "record the log of the app that uses the plugin, without a filter and with all its levels"
    return Assumption(
      what: "lines",
      value: "no tag DNP-…, no code DN|…, no class DailyNotification…, no JSON event",
      why: "\(formats); \(advice)"
    )
  }

  // MARK: The device

  private func deviceAssumptions() -> [Assumption] {
    var list: [Assumption] = []
    let environment = engine.environment
    if environment.isInferred(.platform), case .string(let platform) = environment[.platform] {
      let stated = options.environment.last { $0.key == "platform" }?.value
      let denied = stated == platform ? nil : stated
      list.append(
        Assumption(
          what: "platform", value: platform,
          why: "only that platform logs such events"
            + (denied.map { ", and not \(String(masking: $0)); check --platform" } ?? ""),
          isNotable: denied != nil))
    }
    let kinds = seenKinds
    let marks = kinds.map { engine.role(of: $0).marks }
    let isOfBoth =
      marks.contains { $0.contains(.ios) } && marks.contains { $0.contains(.android) }
    if isOfBoth {
      list.append(
        Assumption(
          what: "platform", value: "ios and android",
          why:
            "the log has events of both, as where two logs are in one file; what differs is judged by the"
            + " later one's, unless --platform says so", isNotable: true))
    }
    // What follows matters only where the system decides whether a task runs.
    let isPhone =
      environment[.platform] == .string("ios")
      && judgesSteps && profile.steps.contains { $0.need == .required }
    if environment.isInferred(.simulator) {
      list.append(
        Assumption(
          what: "simulator", value: "true",
          why: "a submission failed as expected there; --env simulator=false says otherwise"))
    } else if environment[.simulator] == .missing, isPhone {
      list.append(
        Assumption(
          what: "simulator", value: "false",
          why: "the log does not mention one; state it with --env simulator=true"))
    }
    let unknown = Self.conditions.filter { environment[$0] == .missing }.map(\.name)
    if !unknown.isEmpty, isPhone, !isOnSimulator {
      list.append(
        Assumption(
          what: "unknown", value: unknown.joined(separator: ", "),
          why: "the log does not show them, so they excuse nothing; state them with --env"))
    }
    for mistake in intake.markerMistakes {
      list.append(
        Assumption(what: "environment", value: String(masking: mistake.word), why: mistake.why))
    }
    return list
  }

  /// The lead that rules went by where a task was submitted and no line told one; nil if not.
  private var assumedLead: String? {
    guard judgesSteps, !options.statesLead, engine.totals.attempts + engine.totals[.scheduled] > 0,
      !seenKinds.contains(where: { engine.role(of: $0).part == .planned }),
      let parameter = book.parameters.first(where: {
        $0.name == "lead" && profile.packs.contains(book.packs[Int($0.pack)].name)
      }), case .duration(let lead) = parameter.value
    else { return nil }
    return "\(lead / 1_000_000) s"
  }

  private static func times(_ count: some BinaryInteger) -> String {
    count == 1 ? "once" : "\(count) times"
  }
}
