internal import LogReading
internal import RuleEngine
internal import RunReport

// A part of an input with a checksum of its own, a file or a gzip member, is judged as it is read. Where
// the checksum then proves wrong, any of its lines may be, and what was found in them is taken back.
extension LogAnalyser {
  /// Refuses an input of which damage has left nothing.
  func checkContent(_ report: ReadReport, of member: InputMember) throws(InputError) {
    guard let damage = report.damage, damage.losesContent, !report.hasContent else { return }
    throw InputError(
      path: member.name,
      message: "is damaged at byte \(damage.offset), and nothing in it could be decoded",
      advice: "fetch the file again")
  }

  /// What stood fast before a part of an input.
  struct PartStart {
    var engine: Engine.Checkpoint
    var cycles: CycleCollector.Checkpoint
  }

  private var partStart: PartStart {
    PartStart(engine: engine.checkpoint, cycles: cycles.checkpoint)
  }

  /// Begins an input, and with it its first part.
  func beginParts() {
    // Lines of one stand between those of others: there all are doubted, or none.
    if isMerge { return }
    if isBehindLoss {
      engine.breakOff()
      isBehindLoss = false
    }
    let start = partStart
    partStarts = (start, start)
  }

  /// Ends the part at hand where an input goes on behind it.
  func endPart(_ kind: PartEnd.Kind) {
    // What an option tells of the clock needs no later part, which may be wrong.
    engine.correlator.stopWaitingForZone()
    engine.drain()
    switch kind {
    case .sound: break
    case .gap: engine.breakOff()
    case .unsound: doubt(since: partStarts?.part)
    }
    partStarts?.part = partStart
  }

  /// Ends an input, and with it its last part.
  func endParts(_ report: ReadReport) {
    let isSound = report.isSound && report.isLastPartSound
    if isMerge {
      if !isSound { doubtAll() }
    } else if !report.isSound {
      doubt(since: partStarts?.input)
    } else if !isSound {
      doubt(since: partStarts?.part)
    }
  }

  /// Doubts what every line of the run says.
  func doubtAll() {
    engine.isDoubtful = true
    doubtsContent = true
    doubtfulCycles = nil
  }

  private func doubt(since start: PartStart?) {
    guard let start else { return }
    engine.doubt(since: start.engine)
    doubtfulCycles = doubtfulCycles.map { $0 + cycles.doubt(since: start.cycles) }
    doubtsContent = true
  }

  /// What rests on lines that may be wrong, beside findings.
  var damageAssumption: Assumption? {
    guard doubtsContent else { return nil }
    let count = doubtfulCycles.map { TextLayout.plural($0, "cycle") } ?? "all cycles"
    return Assumption(
      what: "damage", value: "counters and " + count,
      why: "they rest on lines of which any may be altered, since a checksum is wrong")
  }
}
