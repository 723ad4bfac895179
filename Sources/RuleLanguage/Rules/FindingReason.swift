/// The reason for the outcome of an instance.
public enum FindingReason: UInt8, Sendable, CaseIterable, Codable {
  case notSeen, seenLate, checkFailed, forbidden, tooMany, tooFew, differs, relation
  case headCut, tailCut, missingField, redacted, sourceCannotShow, otherEpoch, evicted, retriggered
  case evaluation, satisfied, unarmed, zoneAssumed, yearAssumed, damaged
  case notUnderstood, appsMixed, devicesMixed

  package var name: String {
    switch self {
    case .notSeen: "not_seen"
    case .seenLate: "seen_late"
    case .checkFailed: "check_failed"
    case .forbidden: "forbidden"
    case .tooMany: "too_many"
    case .tooFew: "too_few"
    case .differs: "differs"
    case .relation: "relation"
    case .headCut: "head_cut"
    case .tailCut: "tail_cut"
    case .missingField: "missing_field"
    case .redacted: "redacted"
    case .sourceCannotShow: "source_cannot_show"
    case .otherEpoch: "other_epoch"
    case .evicted: "evicted"
    case .retriggered: "retriggered"
    case .evaluation: "evaluation"
    case .satisfied: "satisfied"
    case .unarmed: "unarmed"
    case .zoneAssumed: "zone_assumed"
    case .damaged: "damaged"
    case .yearAssumed: "year_assumed"
    case .notUnderstood: "not_understood"
    case .appsMixed: "apps_mixed"
    case .devicesMixed: "devices_mixed"
    }
  }

  /// Whether it rests on an event that did not come.
  package var isAbsence: Bool { self == .notSeen || self == .seenLate || self == .tooFew }
}

/// The reason why an event that nearly fits is not the missing one.
package enum NearMissReason: UInt8, Sendable, CaseIterable, Codable {
  case seenLate, afterCancel, seenEarly, wrongField, wrongKey, otherEpoch

  package var name: String {
    switch self {
    case .seenLate: "seen_late"
    case .afterCancel: "after_cancel"
    case .seenEarly: "seen_early"
    case .wrongKey: "wrong_key"
    case .wrongField: "wrong_field"
    case .otherEpoch: "other_epoch"
    }
  }
}
