internal import LogReading
package import RuleLanguage

/// What the rules of a run came to.
package struct FindingLog: ~Copyable {
  package internal(set) var tallies: [TallyKey: Int64]
  package internal(set) var findings: [FindingRecord]
  /// For each rule, how often it was satisfied.
  var satisfied: Table<Int64>
  /// Kinds that a cycle's findings say are missing, by outcome; emptied when the cycle closes.
  var cycleMarks: [Int32: [CycleMark]]
  /// The rules that were violated, severe ones alone, with the cycle of each. What is of no cycle itself counts
  /// for -1, and for those of its lines.
  package internal(set) var faults: Set<Fault>
  /// Satisfied instances of the explained rule that are not kept.
  var omittedSatisfactions: Int64
  /// Something was left open for lines that may lack their end.
  package internal(set) var doubtsCutEvents: Bool
  /// What is missing would speak against the plugin, and may be among the lines that the log lost.
  package internal(set) var doubtsLosses: Bool
  /// Events whose line may lack its end: what speaks against the plugin in them may be what is cut off.
  var cutEvents: Set<Int64>
  var recents: Recents
  /// For rules whose instances wait side by side, the last events that one of them took: near misses
  /// of no other.
  var takenBeside: [[Int64]]
  /// Rules of which what they let go was reported once, for kinds that wait for nothing.
  var forgetful: Set<Int>
  /// How many findings are kept in detail, by the room that they take.
  var roomTaken: [Int]
  var textBytes: Int
  let limit: Int

  /// What findings are kept beside each other.
  enum Room: Int, CaseIterable { case worst, unarmed, other, waiting }

  /// That a rule was violated in a cycle, or several times in no cycle.
  package struct Fault: Hashable, Sendable, Codable {
    package var rule: Int32
    /// The number of the cycle, from zero; -1 for none.
    package var cycle: Int64
  }

  /// The most faults that are told apart; more are of no use to anybody.
  private static let faultLimit = 1 << 16

  /// Notes that a rule was violated in a cycle.
  mutating func noteFault(of rule: Int32, in cycle: Int64) {
    if faults.count < Self.faultLimit { faults.insert(Fault(rule: rule, cycle: cycle)) }
  }

  /// What a finding says of the steps of its cycle.
  package struct CycleMark: Sendable, Codable {
    package var kinds: [EventKind]
    package var outcome: Outcome
    package var isLate: Bool
  }

}

extension FindingLog {
  init(_ book: RuleBook, limit: Int) {
    self.init(
      tallies: [:], findings: [], satisfied: Table(repeating: 0, count: book.rules.count),
      cycleMarks: [:], faults: [], omittedSatisfactions: 0, doubtsCutEvents: false,
      doubtsLosses: false,
      cutEvents: [], recents: Recents(kinds: book.catalogue.events.count),
      takenBeside: [[Int64]](repeating: [], count: book.rules.count), forgetful: [],
      roomTaken: [Int](repeating: 0, count: Room.allCases.count), textBytes: 0, limit: limit)
  }

  func copy() -> FindingLog {
    FindingLog(
      tallies: tallies, findings: findings, satisfied: satisfied.copy(), cycleMarks: cycleMarks,
      faults: faults, omittedSatisfactions: omittedSatisfactions, doubtsCutEvents: doubtsCutEvents,
      doubtsLosses: doubtsLosses, cutEvents: cutEvents, recents: recents.copy(),
      takenBeside: takenBeside, forgetful: forgetful, roomTaken: roomTaken, textBytes: textBytes,
      limit: limit)
  }

  func write(to state: borrowing RunStateWriter) {
    state.put(tallies)
    state.put(findings)
    satisfied.write(to: state)
    state.put(cycleMarks)
    state.put(faults)
    state.put(omittedSatisfactions)
    state.put(doubtsCutEvents)
    state.put(doubtsLosses)
    state.put(cutEvents)
    recents.write(to: state)
    state.put(takenBeside)
    state.put(forgetful)
    state.put(roomTaken)
    state.put(textBytes)
  }

  init(from state: borrowing RunStateReader, limit: Int) throws(StateDamage) {
    self.init(
      tallies: try state.take(), findings: try state.take(),
      satisfied: try Table<Int64>.read(from: state), cycleMarks: try state.take(),
      faults: try state.take(), omittedSatisfactions: try state.take(),
      doubtsCutEvents: try state.take(),
      doubtsLosses: try state.take(), cutEvents: try state.take(),
      recents: try Recents(from: state), takenBeside: try state.take(),
      forgetful: try state.take(), roomTaken: try state.take(), textBytes: try state.take(),
      limit: limit)
  }

  /// Whether its lists are those of a book, as a state has them.
  func isSound(for book: RuleBook) -> Bool {
    satisfied.count == book.rules.count && takenBeside.count == book.rules.count
      && roomTaken.count == Room.allCases.count && roomTaken.allSatisfy { $0 >= 0 }
      && forgetful.allSatisfy { book.rules.indices.contains($0) } && textBytes >= 0
      && recents.isSound(kinds: book.catalogue.events.count)
  }
}
