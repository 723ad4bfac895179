internal import LogReading

/// Inputs that were found together: all of a call, or with `--each` those that one source names.
final class InputGroup: Sendable {
  /// The word that names them; nil for all of a call.
  let source: String?
  /// How many words name them.
  let sourceCount: Int
  let plan: InputPlan
  /// The sets that make one run each, at least one to a run.
  let units: [[InputSet]]

  init(of source: String, _ plan: InputPlan) {
    self.source = source
    sourceCount = 1
    self.plan = plan
    units = plan.sets.map { [$0] }
  }

  init(ofAll count: Int, _ plan: InputPlan, units: [[InputSet]]) {
    source = nil
    sourceCount = count
    self.plan = plan
    self.units = units
  }

  /// Returns the job that begins with a unit.
  ///
  /// The files of an archive are one: where a reader ends in it, the next one goes on, and each would
  /// have to unpack all before it otherwise.
  func job(from start: Int) -> RunJob {
    var end = min(start + 1, units.count)
    if start < end, let archive = archive(of: start) {
      while end < units.count, self.archive(of: end) == archive { end += 1 }
    }
    return RunJob(group: self, places: start..<end)
  }

  private func archive(of unit: Int) -> String? {
    units[unit].count == 1 ? units[unit][0].archive : nil
  }
}

/// Runs of a group that one thread reads, one after the other.
struct RunJob: Sendable {
  let group: InputGroup
  /// The places of its units in the group; none where the group has nothing to read.
  let places: Range<Int>

  var units: ArraySlice<[InputSet]> { group.units[places] }
  var isFirst: Bool { places.lowerBound == 0 }
  var isLast: Bool { places.upperBound == group.units.count }

  /// The archives whose files are read.
  var archives: [ArchiveContents] {
    guard !group.plan.archives.isEmpty, let unit = units.first else { return [] }
    if unit.count == 1, let name = unit[0].archive {
      return group.plan.archives.filter { $0.name == name }
    }
    // Joined and merged inputs are one run of all archives.
    let hasFile = unit.contains { set in
      set.members.contains { if case .archived = $0 { true } else { false } }
    }
    return hasFile ? group.plan.archives : []
  }
}
