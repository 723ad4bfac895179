internal import LogReading
internal import RuleLanguage
internal import TextWriting

/// A key of the canonical order of a summary's lists, whatever order they were built in.
package struct SortKey: Comparable, Codable {
  var rank: Int64 = 0
  var bytes: [UInt8]

  package static func < (left: SortKey, right: SortKey) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    let (one, other) = (left.bytes.span, right.bytes.span)
    // Eight bytes at a time: most keys begin alike, and bytes outside are NUL.
    for index in stride(from: 0, to: max(one.count, other.count), by: 8) {
      let (first, second) = (one.load(at: index), other.load(at: index))
      if first != second { return first.byteSwapped < second.byteSwapped }
    }
    return one.count < other.count
  }

  init(rank: Int64, bytes: [UInt8]) {
    self.rank = rank
    self.bytes = bytes
  }

  /// Orders by the texts, one after the other.
  init(rank: Int64 = 0, _ texts: String...) {
    self.rank = rank
    bytes = []
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count + 1 })
    for text in texts {
      let start = bytes.count
      bytes.append(contentsOf: text.utf8)
      // A zero ends a text and so must not stand inside one, or a short key could contradict the
      // whole one.
      for place in start..<bytes.count where bytes[place] == 0 { bytes[place] = 1 }
      bytes.append(0)
    }
  }
}

/// A value whose key holds all of it, so that values of equal keys are equal.
///
/// Only then do lists keep the same members, whichever of two runs was merged first.
protocol CanonicallyOrdered: Equatable {
  /// The beginning of the key, which mostly decides; cheap, and never contradicts the whole one.
  var shortKey: SortKey { get }
  /// The whole key, for elements whose short keys are equal.
  var sortKey: SortKey { get }
}

extension CanonicallyOrdered {
  var shortKey: SortKey { sortKey }
}

extension InputSummary: CanonicallyOrdered {
  var shortKey: SortKey { SortKey(name) }

  var sortKey: SortKey {
    var texts: [String] = [
      compression.rawValue, "\(bytes) \(lines) \(events) \(unclassified) \(cutLines)",
    ]
    texts.append("\(isHeadComplete) \(isTailCut)")
    texts += [firstTime, lastTime].map { time in time.map { "\($0)" } ?? "-" }
    texts.append(damage.map { "\($0.kind.rawValue) \($0.offset)" } ?? "-")
    texts += containers.map { "\($0.name)=\($0.count)" } + ["/"]
    texts += families.map { "\($0.name)=\($0.count)" } + ["/"]
    texts += examples
    return SortKey(name, texts.joined(separator: "\0"))
  }
}

extension Assumption: CanonicallyOrdered {
  var sortKey: SortKey { SortKey(what, value, why) }
}

extension StateSummary: CanonicallyOrdered {
  var sortKey: SortKey {
    let rows = rows.map { "\($0.name)=\($0.count)" }.joined(separator: "\0")
    return SortKey(
      name, kind, "\(takenAt ?? .min)", rows, notes.joined(separator: "\0"))
  }
}

extension StateItem: CanonicallyOrdered {
  /// The key by severity, then by time: what is wrong stands first.
  var shortKey: SortKey { SortKey(rank: Int64(condition.rank), "\(kind.rawValue)", id ?? "") }

  var sortKey: SortKey {
    let sights = [isStored, isPending, isDelivered, hasAlarm].map {
      $0.map { $0 ? "y" : "n" } ?? "-"
    }
    let places = places.map { "\($0.file):\($0.line)" }.joined(separator: "\0")
    return SortKey(
      rank: Int64(condition.rank), "\(kind.rawValue)", id ?? "",
      NumberText.padded(due ?? 0, to: 20),
      condition.rawValue, sights.joined(), reason, nextLaunch, places)
  }
}

extension SkippedRule: CanonicallyOrdered {
  var sortKey: SortKey { SortKey(rule, reason) }
}

extension FailureLine: CanonicallyOrdered {
  var shortKey: SortKey { SortKey(line.file, NumberText.padded(line.line, to: 20)) }

  /// The key by file and line.
  var sortKey: SortKey {
    SortKey(
      line.file, NumberText.padded(line.line, to: 20), line.event, line.text, "\(isError)",
      "\(line.time ?? .min)")
  }
}

extension FindingCount {
  /// Pack, outcome, class and severity: counts of equal keys add up.
  var sortKey: SortKey { SortKey(pack, outcome.name, fault.name, severity.name) }
}

extension CycleSummary: CanonicallyOrdered {
  /// The key by notification time, the unknown ones last, then by place: of a fleet many cycles have one
  /// time and one id, and to compare whole keys of them took a fifth of the work on short logs.
  var shortKey: SortKey {
    SortKey(
      rank: notificationTime ?? .max, scheduleId ?? "", lines.first?.file ?? "",
      NumberText.padded(lines.first?.first ?? 0, to: 20))
  }

  var sortKey: SortKey {
    SortKey(
      rank: notificationTime ?? .max, scheduleId ?? "", lines.first?.file ?? "",
      NumberText.padded(lines.first?.first ?? 0, to: 20), JSONRenderer.line(of: self))
  }
}

/// The order in which cycles are kept: the healthy ones last.
extension CycleSummary {
  package var shortRankedKey: SortKey { ranked(shortKey) }
  package var rankedKey: SortKey { ranked(sortKey) }

  /// Returns the beginning of a cycle's short key in that order, for a cycle of which no more is known.
  package static func rankedKey(
    _ outcome: Outcome, isHealthy: Bool, notificationTime: Int64?, scheduleId: String?
  ) -> SortKey {
    ranked(
      SortKey(rank: notificationTime ?? .max, scheduleId ?? ""), outcome, isHealthy: isHealthy)
  }

  private func ranked(_ key: SortKey) -> SortKey {
    Self.ranked(key, outcome, isHealthy: isHealthy)
  }

  private static func ranked(_ key: SortKey, _ outcome: Outcome, isHealthy: Bool) -> SortKey {
    var ranked = SortKey(rank: dropRank(outcome, isHealthy: isHealthy), bytes: [])
    ranked.bytes.reserveCapacity(8 + key.bytes.count)
    // The bytes sort as the numbers do.
    let place = UInt64(bitPattern: key.rank ^ .min)
    for shift in stride(from: 56, through: 0, by: -8) {
      ranked.bytes.append(UInt8(truncatingIfNeeded: place >> UInt64(shift)))
    }
    ranked.bytes += key.bytes
    return ranked
  }

  /// The rank in that order, the lowest kept longest; ties are kept in the canonical order.
  var dropRank: Int64 { Self.dropRank(outcome, isHealthy: isHealthy) }

  private static func dropRank(_ outcome: Outcome, isHealthy: Bool) -> Int64 {
    let rank: Int64 =
      switch outcome {
      case .notDelivered: 1
      case .fallback: 2
      case .delivered: 3
      case .usedPrefetch: 4
      case .refused: 5
      case .excused: 6
      case .open: 7
      }
    return isHealthy ? rank + 10 : rank
  }
}

extension [CycleSummary] {
  /// The places of the cycles, those first that are dropped last.
  var dropOrder: [Int] { order(shortKey: \.shortRankedKey, sortKey: \.rankedKey) }
}

extension Finding: CanonicallyOrdered {
  /// The key: worst first, then by rule and by the place of the evidence.
  var shortKey: SortKey {
    SortKey(
      rank: rank, rule, evidence.first?.file ?? "",
      NumberText.padded(evidence.first?.line ?? 0, to: 20))
  }

  private var rank: Int64 {
    let badness: Int64 =
      switch outcome {
      case .violated: 0
      case .inconclusive: 1
      case .excused: 2
      case .satisfied: 3
      case .notApplicable: 4
      }
    // What is new stands before what is known, since reports show the first ones whole.
    return badness * 10 + (isKnown ? 5 : 0) + Int64(severity.rawValue)
  }

  var sortKey: SortKey {
    SortKey(
      rank: rank, rule, evidence.first?.file ?? "",
      NumberText.padded(evidence.first?.line ?? 0, to: 20), JSONRenderer.line(of: self))
  }
}
