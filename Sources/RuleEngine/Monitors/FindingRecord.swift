package import RuleLanguage

/// One instance of a rule that did not come to `satisfied`, with its witnesses.
package struct FindingRecord: Sendable, Codable {
  /// An event that almost was the missing one.
  package struct NearMiss: Sendable, Codable {
    package var reason: NearMissReason
    package var event: EventReference
    /// From the deadline, else from the trigger; nil without times.
    package var offset: Int64?
    /// The schedule that the event belongs to, for a wrong key.
    package var other: String?
    /// What the pattern asks of the event, for a wrong field.
    package var condition = ""
  }

  /// What a cycle is called by.
  package struct NamedCycle: Sendable, Codable {
    /// Counts the cycles of the run, from zero.
    package var number: Int64
    package var scheduleId: String?
    package var notificationTime: Int64?
  }

  /// A line that an excuse rests on.
  package struct Proof: Sendable, Codable {
    package var kind: EventKind
    package var file: UInt16
    package var line: UInt64
    package var time: Int64?
    package var isCarried: Bool
    /// As far as it was still held.
    package var text: [UInt8]
  }

  /// What the condition that decided it read, or a value that was compared.
  package struct ToldValue: Sendable, Codable {
    /// Where it was read; nil for one of two that should be the same.
    package var reference: Reference?
    package var value: Value
  }

  /// What it is counted by.
  package var tally: TallyKey
  package var missing: [EventKind]
  package var deadline: Int64?
  package var segment: Int32
  package var cycleNumber: Int64
  package var scheduleId: String?
  package var notificationTime: Int64?
  /// The cycles of its events, where it is of no cycle itself.
  package var witnessCycles: [NamedCycle]
  package var events: [EventReference]
  package var eventSteps: [Int8]
  /// The lines of those events, as far as they were still held.
  package var texts: [[UInt8]]
  package var nearMisses: [NearMiss]
  /// Index of the excuse that applied; -1 for none.
  package var excuse: Int
  /// What the excuse rests on: lines, and what was stated beside the log.
  package var proofs: [Proof] = []
  package var stated: [EnvironmentKey] = []
  /// The line of the crash or kill behind which its process could log no more.
  package var processEnd: Proof?
  /// The check that failed, or what else is to be said.
  package var detail: String
  package var values: [ToldValue]
  /// The plugin's own reason, where it begins from a notification that the plugin did not show.
  package var dropReason: String?

  package var rule: Int { Int(tally.rule) }
  package var step: Int { Int(tally.step) }
  package var outcome: Outcome { tally.outcome }
  package var fault: FaultClass { tally.fault }
  package var reason: FindingReason { tally.reason }

  /// The line that it is sorted by.
  package var firstLine: UInt64 { events.first?.line ?? 0 }
}

/// What findings are counted by, all of them, even those whose details were let go.
package struct TallyKey: Hashable, Sendable, Codable {
  package var rule: Int32
  /// The step or group that was not met; -1 where the obligation has none.
  package var step: Int32
  package var outcome: Outcome
  package var fault: FaultClass
  package var reason: FindingReason
  /// JSON events of the scope stand alone: what only text shows may be missing for that reason.
  package var hasLoneJSON: Bool
  /// The log ends before the cycle that it is of.
  package var isOfOpenCycle = false
  /// What it rests on that lines leave out of their times.
  package var rest = ClockRest()
  /// Its condition counts lines of a tag that a filter may have dropped.
  package var countsStored = false
  /// What was missing came behind its deadline.
  package var isLate = false
  /// It rests on lines of which any may be wrong.
  package var isDoubtful = false

  /// Feeds what tells most of them apart: to feed all of it took 640 instructions for each finding.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(UInt32(bitPattern: rule)) << 32 | UInt64(UInt32(bitPattern: step)))
  }
}
