package import RuleLanguage

/// What the numbers of a state may be that are places in tables, and how far those go that were read.
///
/// The tables of kinds, rules and files are at hand, so such numbers are held against them as they are
/// read. Cycles and windows stand in the state itself, mostly behind those who name them: whoever reads
/// them holds them against what was named.
package struct StateLimits: Sendable {
  /// How many there are of each.
  package var kinds = Int.max
  package var fields = Int.max
  package var rules = Int.max
  package var excuses = Int.max
  package var parameters = Int.max
  package var files = Int.max
  package var steps = Int.max
  /// The last slot of each kind of scope that was named; -1 for none.
  package private(set) var lastCycle: Int32 = -1
  package private(set) var lastExecution: Int32 = -1
  package private(set) var lastDelivery: Int32 = -1
  /// The last positions in the event store that were named.
  package private(set) var lastText: Int64 = -1
  package private(set) var lastField: Int64 = -1

  package init() {}

  /// Times and counts go no further: two of them can be added.
  package static let most: UInt64 = 1 << 60

  /// Whether a number counts something.
  package static func isCount(_ number: Int64) -> Bool { number >= 0 && number <= Int64(most) }

  /// Whether a number is that of an event, or -1.
  package static func isSequence(_ number: Int64) -> Bool { number >= -1 && number <= Int64(most) }

  /// Whether all of some times are such.
  package static func areTimes(_ times: Int64?...) -> Bool {
    times.allSatisfy { $0 == nil || $0.map { $0.magnitude <= most } == true }
  }

  /// Whether a setting of the clock can be followed by others.
  package static func isEpoch(_ number: UInt32) -> Bool { number < 1 << 31 }

  /// Notes the slots that something names, -1 for none; false where one is no slot.
  package mutating func allows(
    cycle: Int32 = -1, execution: Int32 = -1, delivery: Int32 = -1
  ) -> Bool {
    lastCycle = max(lastCycle, cycle)
    lastExecution = max(lastExecution, execution)
    lastDelivery = max(lastDelivery, delivery)
    return min(cycle, execution, delivery) >= -1
  }

  /// Notes where something stands in the event store, -1 for nowhere; false where that is no place.
  package mutating func allows(text: Int64, fields: Int64 = 0) -> Bool {
    lastText = max(lastText, text)
    lastField = max(lastField, fields)
    return Self.isSequence(text) && Self.isCount(fields)
  }
}

/// A value of a state that may be unsound though each part of it is of its type.
package protocol CheckedState {
  /// Whether its numbers go together, and stay within the tables; notes what it names.
  func isSound(_ limits: inout StateLimits) -> Bool
}

/// A value of a state with numbers that lines may tell, and that may so be any.
package protocol ToldNumbers {}

extension Value: ToldNumbers {}
extension Field: ToldNumbers {}

extension EventKind: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool { Int(rawValue) < limits.kinds }
}

extension FieldName: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool { Int(rawValue) < limits.fields }
}

extension Reference: CheckedState {
  package func isSound(_ limits: inout StateLimits) -> Bool {
    switch self {
    case .candidateField(let field), .candidateIsUTC(let field), .roleField(_, let field):
      field.isSound(&limits)
    case .parameter(let number): Int(number) < limits.parameters
    default: true
    }
  }
}
