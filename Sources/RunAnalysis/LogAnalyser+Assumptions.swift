internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

extension LogAnalyser {
  /// The conditions without which nobody can tell the system's doing from the plugin's (S4:353).
  private static let conditions: [EnvironmentKey] = [
    .power, .network, .lowPower, .backgroundRefresh,
  ]

  /// What is taken for granted, and why.
  func assumptions() -> [Assumption] {
    var list: [Assumption] = []
    if !holdsNoEvent {
      list += clockAssumptions(of: engine.correlator.clock, in: nil) + mergedClocks
    }
    list += deviceAssumptions()
    if let lead = assumedLead {
      list.append(
        Assumption(
          what: "lead", value: lead,
          why: "the default; set it with --set lead=… if the app plans another"))
    }
    if engine.correlator.runsBackward {
      list.append(
        Assumption(
          what: "order", value: "newest first",
          why: "times of lines fall; they were read as they stand, so turn them round, as tac does")
      )
    } else if let part = partBeforeItsOlder {
      list.append(
        Assumption(
          what: "order", value: "newest part first",
          why: "\(masked(Array(part.utf8))) ends before what is read before it; leave --join out,"
            + " or name the oldest part first"))
    } else if engine.correlator.clockSteps > 0 {
      list.append(
        Assumption(
          what: "clock", value: "set back " + Self.times(engine.correlator.clockSteps),
          why: "order is that of the lines; no deadline is carried across a step back"))
    }
    if !options.apps.isEmpty {
      list.append(
        Assumption(
          what: "app", value: options.apps.map { masked(Array($0.utf8)) }.joined(separator: ", "),
          why: "stated with --app; what the system says of it counts"))
    }
    if engine.correlator.undecidedLines > 0 {
      list.append(
        Assumption(
          what: "app", value: "unknown",
          why: "no line tells the plugin's app, so what "
            + TextLayout.plural(Int64(engine.correlator.undecidedLines), "line")
            + " of the system or of some app say was left out; name it with --app"))
    }
    if engine.correlator.sinkRepeats > 0 {
      list.append(
        Assumption(
          what: "repeats", value: "\(engine.correlator.sinkRepeats)",
          why: "lines that say the same by another sink, as print beside NSLog, count once"))
    }
    let equal = engine.correlator.repeats - engine.correlator.sinkRepeats
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
    if let damageAssumption { list.append(damageAssumption) }
    if holdsNoEvent, !inputs.isEmpty { list.append(emptiness) }
    list += misreadInputs.prefix(8).map { input in
      Assumption(
        what: "container", value: options.container?.name ?? "",
        why: "no line of the plugin in \(masked(Array(input.name.utf8))) is in it; leave"
          + " --input-format out, or name another")
    }
    if let example = unreadExample {
      list.append(
        Assumption(
          what: "values", value: "\(unreadValues) unread",
          why: "the first is \(example); what is not of its type counts as not told"))
    }
    let keys = engine.evictedKeys.values.reduce(0, +)
    let cycles = engine.correlator.evictedCycles
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
          what: "order", value: "by parts of 64 MiB",
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

  /// The steps of which no line is asked, since the log holds none under their tag.
  private var hiddenSteps: Assumption? {
    guard judgesSteps, engine.correlator.closedCycles > 0 else { return nil }
    let isAndroid = engine.environment[.platform] == .string("android")
    let hidden = profile.steps.filter { step in
      step.need != .optional && step.platform != (isAndroid ? "ios" : "android")
        && step.events.allSatisfy { engine.isFilteredOut($0) }
    }
    if hidden.isEmpty { return nil }
    let names = hidden.map { CycleSteps.name($0, book.catalogue) }.joined(separator: ", ")
    return Assumption(
      what: "steps", value: "\(names) not looked for",
      why: "no line of the log is under its tag, so whether it was done is not known")
  }

  /// What the source of the log keeps back.
  private func sourceAssumptions() -> [Assumption] {
    var list = lostParts.prefix(8).map { part in
      Assumption(
        what: "source", value: "\(masked(Array(part.utf8))) not read",
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
    if sources.skipsDetail {
      list.append(
        Assumption(
          what: "source", value: "info and debug messages left out",
          why: "log show says so; add --info --debug to show them"))
    }
    return list
  }

  /// The inputs whose lines of the plugin are all in another container than the one that was named: their
  /// heads were not read, nor the times in them.
  var misreadInputs: [InputSummary] {
    guard let container = options.container else { return [] }
    return inputs.filter { input in
      !input.containers.isEmpty && !input.containers.contains { $0.name == container.name }
    }
  }

  /// What was looked for in vain, what the lines are, and what to do.
  private var emptiness: Assumption {
    let known = heads.containers.prefix(4).map { "\($0.lines) are \($0.name)" }
    let formats =
      known.isEmpty
      ? "the format of the first lines is not known"
      : "of the first \(TextLayout.plural(heads.lines, "line")) \(known.joined(separator: ", "))"
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

  // MARK: Times

  /// How lines without a year or a zone were read; of one input, or of all.
  func clockAssumptions(of clock: ClockResolver, in input: String?) -> [Assumption] {
    let place = input.map { "\($0): " } ?? ""
    var list: [Assumption] = []
    if clock.assumedZone {
      list.append(
        Assumption(
          what: "timezone", value: "UTC",
          why: place
            + (clock.hasUnreadZone
              ? "the zone that lines name means several, or is a place; set it with --tz"
              : "lines name no zone; set it with --tz if the device was elsewhere")))
    }
    if let zone = clock.reportedZone {
      list.append(
        Assumption(
          what: "timezone", value: masked(Array(zone.name.utf8)),
          why: place
            + (clock.contradictedZone.map {
              "the bug report's persist.sys.timezone says so, and not \($0); check --tz"
            } ?? "lines name no zone; the bug report's persist.sys.timezone does")))
    }
    if let offset = clock.inferredOffset {
      let what =
        switch clock.inference {
        case .id: "ids that carry their time, as notify_1771835520000, do"
        case .record: "records with a time of their own do"
        case .agreement: "all that came in time did so by this one"
        }
      list.append(
        Assumption(
          what: "timezone", value: offset == 0 ? "UTC" : Self.zone(offset),
          why: place
            + (clock.hasUnreadZone
              ? "the zone that lines name means several, or is a place; " : "lines name no zone; ")
            + what + (clock.contradictedZone.map { ", and not \($0); check --tz" } ?? "")))
    }
    if clock.hasZonelessInstants {
      list.append(
        Assumption(
          what: "timezone", value: clock.areInstantsShown ? "that of the lines" : "UTC",
          why: place
            + (clock.areInstantsShown
              ? "instants in messages name no zone; what was due then came in time by this one"
              : "instants in messages name no zone; write them with a Z")))
    }
    if clock.isSuspect, !clock.assumedZone, clock.openGaps.contains(.zone) {
      list.append(
        Assumption(
          what: "timezone", value: "unknown",
          why: place
            + "by the zone gone by something came whole zones from its time, or before it; "
            + "check --tz"))
    }
    if let other = clock.otherOffset {
      let ids = clock.contradictions == 1 ? "an id" : "\(clock.contradictions) ids"
      list.append(
        Assumption(
          what: "timezone", value: Self.zone(other),
          why: place + "\(ids) that carry their time contradict the zone gone by; check --tz"))
    }
    if let year = clock.inferredYear {
      list.append(
        Assumption(
          what: "year", value: "\(year)",
          why: place
            + (clock.contradictedYear.map {
              "a full date in the log shows it, and not \($0); check --year"
            } ?? "lines name no year; a full date in the log does")))
    }
    if clock.lacksYear {
      list.append(
        Assumption(
          what: "year", value: "unknown",
          why: place + "nothing in the log names a year; set it with --year"))
    }
    return list
  }

  /// `+08:00`
  private static func zone(_ offset: Int64) -> String {
    let minutes = Int(offset.magnitude / 60_000_000)
    let hours = minutes / 60 < 10 ? "0\(minutes / 60)" : "\(minutes / 60)"
    let rest = minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
    return "\(offset < 0 ? "-" : "+")\(hours):\(rest)"
  }

  // MARK: The device

  private func deviceAssumptions() -> [Assumption] {
    var list: [Assumption] = []
    let environment = engine.environment
    if environment.isInferred(.platform), case .string(let platform) = environment[.platform] {
      list.append(
        Assumption(
          what: "platform", value: platform,
          why: "only that platform writes such events"))
    }
    let kinds = seenKinds
    let marks = kinds.map { engine.correlator.role(of: $0).marks }
    let isOfBoth =
      marks.contains { $0.contains(.ios) } && marks.contains { $0.contains(.android) }
    if isOfBoth {
      list.append(
        Assumption(
          what: "platform", value: "ios and android",
          why: "the log holds events of both; what differs is judged by the later one's, unless "
            + "--platform says so"))
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
          why: "nothing tells of one; --env simulator=true says otherwise"))
    }
    let unknown = Self.conditions.filter { environment[$0] == .missing }.map(\.name)
    if !unknown.isEmpty, isPhone, !isOnSimulator {
      list.append(
        Assumption(
          what: "unknown", value: unknown.joined(separator: ", "),
          why: "nothing tells them, so they excuse nothing; state them with --env"))
    }
    for mistake in environmentMistakes {
      list.append(
        Assumption(what: "environment", value: masked(Array(mistake.word.utf8)), why: mistake.why))
    }
    return list
  }

  /// The lead that rules went by where a task was submitted and no line told one; nil if not.
  private var assumedLead: String? {
    guard judgesSteps, !options.statesLead, engine.totals.attempts + engine.totals[.scheduled] > 0,
      !seenKinds.contains(where: { engine.correlator.role(of: $0).part == .planned }),
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
