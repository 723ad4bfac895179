package import LogReading
internal import RuleEngine
package import RunReport

// The files of a rotation are told by their names, and names lie: three devices may each have written
// to one of them, or the numbers count the other way. Once they were read, their times tell.
extension LogAnalyser {
  /// The runs that the files of a set make by their times, each with what it was told by; nil where they
  /// fit its order.
  package func runsByTime(of set: InputSet) -> [(set: InputSet, assumption: Assumption)]? {
    guard set.members.count > 1, !wasInterrupted else { return nil }
    // All was read: nothing more will tell the year or the zone of what waits for it.
    intake.stopWaiting()
    guard
      let order = RotationTimes(of: set, spans: spans),
      set.members.allSatisfy({ $0.isLasting || losses.parts.contains($0.name) })
    else { return nil }
    switch order {
    case .upwards(let turned):
      let why = "by their times \(shown(turned.members[0].name)) is the oldest of its parts"
      return [(turned, Assumption(what: "order", value: "numbered upwards", why: why))]
    case .separate(let sets, let first, let second):
      // A clock that was set back between two files makes them look so, too.
      if inputs.isOneProcessAcrossFiles { return nil }
      let why =
        "\(shown(first)) and \(shown(second)) are of one time, so they are no parts of one log; to read"
        + " them as one, use --merge"
      return sets.map { set in
        (set, Assumption(what: "order", value: "\(shown(set.name)) by itself", why: why))
      }
    }
  }

  /// The first and the last time of each input, by its name.
  private var spans: [String: ClosedRange<Int64>] {
    engine.lastTime.map { inputs.spans(engine.clock, near: $0) } ?? [:]
  }

  private func shown(_ name: String) -> String { String(masking: name) }
}
