internal import LogReading
internal import RuleEngine
internal import RunReport

/// Lines of which any may be wrong: a part of an input with a checksum of its own, a file or a gzip
/// member, is judged as it is read. Where the checksum then proves wrong, what was found in it is taken
/// back.
struct DoubtedParts {
  /// Any line of some part may be wrong.
  private(set) var doubtsContent = false
  /// How many cycles came to their end in such parts; nil where all may have.
  private var cycles: Int64? = 0
  /// What stood fast before the input at hand, and before its part at hand.
  private var starts: (input: EventIntake.Checkpoint, part: EventIntake.Checkpoint)?

  /// Begins an input, and with it its first part.
  mutating func beginInput(_ intake: borrowing EventIntake) {
    let start = intake.checkpoint
    starts = (start, start)
  }

  /// Ends the part at hand where an input goes on behind it.
  mutating func endPart(_ kind: PartEnd.Kind, _ intake: inout EventIntake) {
    // What an option tells of the clock needs no later part, which may be wrong.
    intake.stopWaitingForZone()
    switch kind {
    case .sound: break
    case .gap: intake.breakOff()
    case .unsound: doubt(since: starts?.part, &intake)
    }
    starts?.part = intake.checkpoint
  }

  /// Ends an input, and with it its last part.
  mutating func endInput(_ report: ReadReport, isMerge: Bool, _ intake: inout EventIntake) {
    let isSound = report.isSound && report.isLastPartSound
    if isMerge {
      // Lines of one stand between those of others: there all are doubted, or none.
      if !isSound { doubtAll(&intake) }
    } else if !report.isSound {
      doubt(since: starts?.input, &intake)
    } else if !isSound {
      doubt(since: starts?.part, &intake)
    }
  }

  /// Doubts what every line of the run says.
  mutating func doubtAll(_ intake: inout EventIntake) {
    intake.engine.doubtAll()
    doubtsContent = true
    cycles = nil
  }

  private mutating func doubt(
    since start: EventIntake.Checkpoint?, _ intake: inout EventIntake
  ) {
    guard let start else { return }
    let ended = intake.doubt(since: start)
    cycles = cycles.map { $0 + ended }
    doubtsContent = true
  }

  /// What rests on lines that may be wrong, beside findings.
  var assumption: Assumption? {
    guard doubtsContent else { return nil }
    let count = cycles.map { TextLayout.plural($0, "cycle") } ?? "all cycles"
    return Assumption(
      what: "damage", value: "counters and " + count,
      why: "they rest on lines of which any may be altered, since a checksum is wrong")
  }
}
