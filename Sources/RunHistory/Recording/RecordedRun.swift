package import LogReading
package import RunReport

/// A run to be recorded: its summary, and what it was read from.
package struct RecordedRun {
  package var summary: RunSummary
  package var contents: [InputContent]
  /// Where there is no log: the digests of the states that were judged, in their order.
  package var states: [[UInt8]]
  /// The events, where they are asked for.
  package var events: EventSpool?
  /// What it shows of the sign-off checklist; nil where that is not known.
  package var evidence: RunEvidence?
  /// The clock in seconds since 1970.
  package var now: Int64

  package init(
    _ summary: RunSummary, contents: [InputContent], states: [[UInt8]] = [],
    events: EventSpool? = nil, evidence: RunEvidence? = nil, now: Int64
  ) {
    self.summary = summary
    self.contents = contents
    self.states = states
    self.events = events
    self.evidence = evidence
    self.now = now
  }

  /// The inputs that hold something: what is empty is the beginning of everything.
  var filled: [InputContent] { contents.filter { $0.length > 0 } }

  /// The digest over lengths and digests of what was read, in the order in which it was read.
  var identity: [UInt8] {
    var digest = ContentDigest()
    func add(_ bytes: [UInt8]) { digest.add(bytes.span) }
    let inputs = filled
    // What is judged beside a log bends its verdict, as options do, and is not counted.
    if inputs.isEmpty {
      add(Array("states".utf8))
      for state in states { add(state) }
    }
    for input in inputs {
      add(Array("\(input.length) ".utf8))
      add(input.digest)
    }
    return digest.value
  }
}

/// What recording a run came to.
package enum Recording: Sendable, Equatable {
  /// It is new.
  case added(Int64)
  /// Its log was recorded before, perhaps when it was shorter: that record made room for this one.
  case replaced(Int64)
  /// Nothing was read, and so there is nothing to record.
  case empty
  /// All that was read is part of a run that is recorded.
  case contained(in: Int64)
}
