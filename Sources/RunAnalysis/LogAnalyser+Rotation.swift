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
    engine.correlator.stopWaiting()
    while engine.correlator.releaseNext() { engine.drain() }
    guard
      let order = RotationTimes(of: set, spans: partSpans),
      set.members.allSatisfy({ $0.isLasting || lostParts.contains($0.name) })
    else { return nil }
    switch order {
    case .upwards(let turned):
      let why = "by their times \(shown(turned.members[0].name)) is the oldest of its parts"
      return [(turned, Assumption(what: "order", value: "numbered upwards", why: why))]
    case .separate(let sets, let first, let second):
      // A clock that was set back between two files makes them look so, too.
      if isOneProcessAcrossFiles { return nil }
      let why =
        "\(shown(first)) and \(shown(second)) are of one time, so they are no parts of one log; to read"
        + " them as one, use --merge"
      return sets.map { set in
        (set, Assumption(what: "order", value: "\(shown(set.name)) by itself", why: why))
      }
    }
  }

  /// Whether a file ends and the next one begins within one process.
  private var isOneProcessAcrossFiles: Bool {
    zip(boundaryPids, boundaryPids.dropFirst()).contains { $0.last >= 0 && $0.last == $1.first }
  }

  /// The first and the last time of each input, by its name.
  private var partSpans: [String: ClosedRange<Int64>] {
    let clock = engine.correlator.clock
    guard let reference = engine.correlator.lastTime else { return [:] }
    var spans: [String: ClosedRange<Int64>] = [:]
    for (input, times) in zip(inputs, lineTimes) where input.damage?.doubtsContent != true {
      guard let first = times.first, let last = times.last else { continue }
      let begin = clock.time(first, near: reference)
      let end = clock.time(last, near: reference)
      // A clock that was set back, or a log that runs backward, has no such span.
      if begin <= end { spans[input.name] = begin...end }
    }
    return spans
  }

  private func shown(_ name: String) -> String { masked(Array(name.utf8)) }
}
