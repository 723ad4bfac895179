internal import LogReading
internal import RunReport

extension ClockResolver {
  /// How lines without a year or a zone were read; of one input, or of all.
  func assumptions(in input: String?) -> [Assumption] {
    let place = input.map { "\($0): " } ?? ""
    var list: [Assumption] = []
    if zone.isAssumed {
      list.append(
        Assumption(
          what: "timezone", value: "UTC",
          why: place
            + (zone.hasUnread
              ? "the zone that lines name means several, or is a place; set it with --tz"
              : "lines name no zone; set it with --tz if the device was elsewhere")))
    }
    if let reported = zone.reported {
      list.append(
        Assumption(
          what: "timezone", value: String(masking: reported.name),
          why: place
            + (zone.contradicted.map {
              "the bug report or the state of the device says so, and not \($0); check --tz"
            } ?? "lines name no zone; the bug report or the state of the device does"),
          isNotable: zone.contradicted != nil))
    }
    if let offset = zone.inferredOffset {
      let what =
        switch zone.inference {
        case .id: "ids that carry their time, as notify_1771835520000, do"
        case .record: "lines or records with an instant of their own do"
        case .agreement: "all that came in time did so by this one"
        }
      list.append(
        Assumption(
          what: "timezone", value: offset == 0 ? "UTC" : Self.named(offset: offset),
          why: place
            + (zone.hasUnread
              ? "the zone that lines name means several, or is a place; " : "lines name no zone; ")
            + what + (zone.contradicted.map { ", and not \($0); check --tz" } ?? ""),
          isNotable: zone.contradicted != nil))
    }
    if hasZonelessInstants {
      list.append(
        Assumption(
          what: "timezone", value: areInstantsShown ? "that of the lines" : "UTC",
          why: place
            + (areInstantsShown
              ? "instants in messages name no zone; what was due then came in time by this one"
              : "instants in messages name no zone; write them with a Z")))
    }
    if evidence.isSuspect, !zone.isAssumed, openGaps.contains(.zone) {
      list.append(
        Assumption(
          what: "timezone", value: "unknown",
          why: place
            + "by the zone in use something came hours from its time, or before it; "
            + "check --tz", isNotable: true))
    }
    if openGaps.contains(.jump) {
      list.append(
        Assumption(
          what: "timezone", value: "changed",
          why: place
            + "the device changed its zone and lines name none, so that times before and behind the "
            + "change cannot be compared", isNotable: true))
    }
    if let other = evidence.otherOffset {
      let ids = evidence.contradictions == 1 ? "an id" : "\(evidence.contradictions) ids"
      list.append(
        Assumption(
          what: "timezone", value: Self.named(offset: other),
          why: place + "\(ids) that carry their time contradict the zone in use; check --tz",
          isNotable: true))
    }
    if let inferred = year.inferred {
      list.append(
        Assumption(
          what: "year", value: "\(inferred)",
          why: place
            + (year.contradicted.map {
              "a full date in the log shows it, and not \($0); check --year"
            } ?? "lines name no year; a full date in the log does"),
          isNotable: year.contradicted != nil))
    }
    if year.isUnknown {
      list.append(
        Assumption(
          what: "year", value: "unknown",
          why: place + "the log names no year; set it with --year", isNotable: true))
    }
    return list
  }

  /// `+08:00`
  private static func named(offset: Int64) -> String {
    let minutes = Int(offset.magnitude / 60_000_000)
    let hours = minutes / 60 < 10 ? "0\(minutes / 60)" : "\(minutes / 60)"
    let rest = minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
    return "\(offset < 0 ? "-" : "+")\(hours):\(rest)"
  }
}
