internal import DeviceState
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

// What the device stored, scheduled and showed, beside what the log tells.
extension LogAnalyser {
  /// Hands the rules every row of the given states, and what a comparison of them finds.
  ///
  /// The log is over by then: a state tells of its own moment, and no deadline of the log passes by it.
  func compareStates() {
    var all = options.states + statesOfReports
    guard !all.isEmpty else { return }
    all.numberPages()
    let reader = StateReader(book.catalogue, scanner)
    let told = all.compactMap { reader.moment(of: $0) }.max() ?? options.now
    // The end of a log is a moment that the state was taken at or after: rows may be newer.
    let moment = told ?? engine.lastTime
    var facts: [StateFact] = []
    // What holds for the whole app goes before what it set, so that rules may hold the one against the
    // other.
    let conditions: Set<DeviceState.Kind> = [.packageDump, .operationList]
    let states =
      all.filter { conditions.contains($0.kind) } + all.filter { !conditions.contains($0.kind) }
    for state in states { facts += take(state, at: told, reader) }
    let lists = states.reduce(into: Set<DeviceState.List>()) { $0.formUnion($1.lists) }
    let compared = comparable(facts)
    let reconciliation = Reconciliation(
      facts: compared, lists: lists, now: moment, platform: platform(of: states),
      isStopped: facts.contains { $0.flag("isStopped") == true },
      isShownByLog: {
        [witness = intake.notes.witness, cycles = intake.notes.cycles.shown] id, due in
        witness.toldShown(id, isSchedule: false, due: due)
          || cycles.contains { shown in
            // Two may be due at one time: an id tells which was shown.
            (shown.notificationId == nil || shown.notificationId == id)
              && due.flatMap { due in shown.time.map { Reconciliation.near($0, due) } } ?? false
          }
      })
    for found in reconciliation.items(announced: announcements(after: moment)) {
      add(found, among: compared, at: moment, reader)
    }
    compareDocuments(states, facts, at: moment, reader)
  }

  /// The states that bug reports among the inputs hold.
  ///
  /// A section that cannot be read is none: a report holds those of services that did not answer, too.
  private var statesOfReports: [DeviceState] {
    func states(_ apps: Set<String>) -> [DeviceState] {
      foundDumps.flatMap { found in
        (try? StateSource.states(in: found.section, path: found.path, apps: apps)) ?? []
      }
    }
    if foundDumps.isEmpty { return [] }
    // Its alarms tell which package the plugin's app is, which other parts are then read for.
    let rows = states(Set(options.apps)).flatMap { $0.tables.flatMap(\.rows) }
    let apps = rows.compactMap { row in
      if case .text(let app)? = row["app"], row.event == "set_alarm" { return app }
      return nil as String?
    }
    return states(Set(options.apps + apps))
  }

  /// How many rows of a kind are held against the others: real devices have some dozens.
  private static let comparedRows = 5_000

  /// The rows that are held against each other: all of them but in a file that was made to be slow.
  private func comparable(_ facts: [StateFact]) -> [StateFact] {
    var counts: [String: Int] = [:]
    let kept = facts.filter {
      counts[$0.event, default: 0] += 1
      return counts[$0.event, default: 0] <= Self.comparedRows
    }
    if kept.count < facts.count, !stateSummaries.isEmpty {
      stateSummaries[stateSummaries.count - 1].notes.append(
        "Of each list the first \(Self.comparedRows) rows are compared with the others, of"
          + " \(facts.count) rows in all")
    }
    return kept
  }

  private var isOfIOS: Bool { platform(of: options.states) == "ios" }

  private func platform(of states: [DeviceState]) -> String {
    if let stated = states.lazy.compactMap(\.platform).first { return stated }
    if case .string(let name) = engine.environment[.platform] { return name }
    return ""
  }

  /// What the log says is due after a moment: by its cycles that are still open, and by what a recovery
  /// set again. What it says behind that moment is none of the state's.
  private func announcements(after moment: Int64?) -> [Reconciliation.Announcement] {
    guard let moment else { return [] }
    // A log whose zone nobody tells may be as many hours off.
    let last = tellsTimes ? moment : moment - 14 * 3_600_000_000
    var found = intake.notes.cycles.waiting.filter { $0.due > moment && $0.setAt ?? .min <= last }
    for other in intake.notes.witness.announcements(after: moment, setBefore: last)
    where !found.contains(where: { Reconciliation.near($0.due, other.due) }) {
      found.append(other)
    }
    return found
  }

  /// Whether the times of the log are known, and not taken for granted.
  private var tellsTimes: Bool { !engine.clock.zone.isAssumed && engine.clock.openGaps.isEmpty }

  // MARK: Rows

  private func take(
    _ state: DeviceState, at moment: Int64?, _ reader: StateReader
  ) -> [StateFact] {
    // A document is of no moment.
    let taken = reader.fact(
      of: StateRow(taken: state, at: state.kind.isDocument ? nil : moment))
    var facts: [StateFact] = []
    if var taken {
      taken.fact.file = names.add(file: state.path)
      add(taken)
      facts.append(taken.fact)
    }
    var rows: [InputSummary.Count] = []
    for table in state.tables {
      let file = names.add(file: table.name)
      reader.read(table, of: state, at: moment) { row in
        var row = row
        row.fact.file = file
        add(row)
        facts.append(row.fact)
      }
      // The units of columns are no rows of the source.
      if table.rows.first?.event != "column_units" {
        rows.append(InputSummary.Count(name: table.name, count: table.rows.count))
      }
    }
    // What is missing of a source stands with it in the report, wherever it was found.
    stateSummaries.append(
      StateSummary(
        name: String(masking: state.path), kind: state.kind.rawValue,
        takenAt: taken?.fact.number("takenAt"), rows: rows,
        notes: state.notes + [state.gap].compactMap(\.self)))
    return facts
  }

  @discardableResult
  func add(_ row: StateReader.Row) -> Int64 {
    let sequence = nextAddedSequence()
    var event = ScopedEvent(event: row.event, sequence: sequence)
    event.file = row.fact.file
    intake.engine.add(event, line: row.fact.record, scratch: row.scratch, fields: row.fields)
    return sequence
  }

  // MARK: Items

  private func add(
    _ found: Reconciliation.Item, among facts: [StateFact], at moment: Int64?,
    _ reader: StateReader
  ) {
    var item = found.item
    let recovery = recovery(after: item, before: moment)
    if let recovery {
      item.reason += " " + recovery.words
      if recovery.wasTold, item.kind == .notification {
        item.nextLaunch = "Store that it was missed."
      }
      // A recovery should have set it: now nothing excuses that it is not.
      if item.condition == .cancelled { item.condition = .lost }
      item.isOverlooked = true
      if recovery.wasTold, item.condition == .overdue { item.nextLaunch = "Set the next run." }
    }
    // A request for an interval that does not repeat ends with a new start of the device (S2:52), and
    // what is stored does not tell of what kind it was.
    if item.condition == .lost, isOfIOS, let moment,
      let start = intake.notes.witness.reboot(before: moment)
    {
      item.condition = .cancelled
      item.reason +=
        " The device started anew at \(InstantText.iso(start)), with which a request for an interval"
        + " ends that does not repeat."
    }
    item.places = found.facts.map {
      StateItem.Place(
        file: names.files[Int(facts[$0].file)], line: Int64(clamping: facts[$0].line))
    }
    var told = StateRow(of: item, at: moment)
    if let recovery {
      told["recoveredAt"] = .instant(recovery.end)
      told["wasTold"] = .bool(recovery.wasTold)
    }
    item.id = item.id.map { String(masking: $0) }
    item.reason = String(masking: item.reason)
    stateItems.append(item)
    guard var row = reader.fact(of: told) else { return }
    // It stands where the first row does that tells of it, in the words of that row.
    let first = found.facts.first.map { facts[$0] }
    row.fact.file = first?.file ?? 0
    row.event.line = first?.line ?? 0
    let sequence = add(row)
    explainedItems[sequence] = ExplainedItem(
      item: item,
      evidence: found.facts.map { index in
        let fact = facts[index]
        return Finding.Evidence(
          file: names.files[Int(fact.file)], line: Int64(clamping: fact.line), time: nil,
          event: fact.event, text: String(masking: fact.record))
      })
  }

  /// What the log tells of the recovery that should have found an item.
  private func recovery(
    after item: StateItem, before moment: Int64?
  ) -> (end: Int64, wasTold: Bool, words: String)? {
    guard let moment, tellsTimes else { return nil }
    let witness = intake.notes.witness
    let isPast = item.condition == .missed || item.condition == .overdue
    let found: Int64? =
      switch item.condition {
      case .missed, .overdue: item.due.flatMap { witness.recovery(after: $0, before: moment) }
      // What is due later may have been set by it and be gone since, unless it left nothing.
      case .cancelled: witness.fruitlessRecovery(before: moment)
      default: nil
      }
    guard let end = found else { return nil }
    // The clocks may have been changed between the log and the dump that told its zone.
    let hour: Int64 = 3_600_000_000
    if isPast, let due = item.due, end - hour <= due,
      engine.clock.mayMiss(0, between: min(end, moment), and: moment)
    {
      return nil
    }
    // Without the list of what is shown nobody on iOS can tell what was missed (REC-80).
    if item.condition == .missed, item.isDelivered == nil, isOfIOS { return nil }
    let wasTold =
      isPast && witness.toldMissed(item.id, isSchedule: item.kind == .schedule, due: item.due)
    var words = "A recovery ended at \(InstantText.iso(end))"
    if isPast { words += wasTold ? ", and told it as missed" : ", and did not tell it as missed" }
    return (end, wasTold, words + ".")
  }
}

/// An item, with the rows that tell of it, for findings that speak of it.
struct ExplainedItem {
  let item: StateItem
  let evidence: [Finding.Evidence]

  /// Says in a finding what is wrong, where, and what should happen next.
  func explain(_ finding: inout Finding) {
    let name = item.id.map { " '\($0)'" } ?? ""
    finding.message = "\(item.kind.rawValue)\(name): \(item.reason)"
    finding.condition = ""
    finding.steps = evidence.map {
      Finding.StepMet(event: $0.event, line: $0.line, status: "seen")
    }
    finding.evidence = evidence
    if !item.nextLaunch.isEmpty {
      finding.hints.insert("When the app is next opened: \(item.nextLaunch)", at: 0)
    }
  }
}
