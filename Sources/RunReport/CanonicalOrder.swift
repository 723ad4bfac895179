internal import RuleEngine
internal import TextWriting

/// A place in the one order that a list of a summary has, whatever the order it was built in.
struct SortKey: Comparable {
  var rank: Int64 = 0
  var bytes: [UInt8]

  static func < (left: SortKey, right: SortKey) -> Bool {
    left.rank != right.rank
      ? left.rank < right.rank : left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// Orders by the texts, one after the other.
  init(rank: Int64 = 0, _ texts: String...) {
    self.rank = rank
    bytes = []
    for text in texts {
      // A text's end must not be met inside a text, or a short key could contradict the whole one.
      bytes.append(contentsOf: text.utf8.lazy.map { $0 == 0 ? 1 : $0 })
      bytes.append(0)
    }
  }
}

/// A value whose key holds all of it, so that values of equal keys are equal.
///
/// Only then do lists keep the same members, whichever of two runs was merged first.
protocol CanonicallyOrdered: Equatable {
  /// The beginning of the key, which mostly tells; cheap, and never against the whole one.
  var shortKey: SortKey { get }
  /// All of it, for elements whose short keys are equal.
  var sortKey: SortKey { get }
}

extension CanonicallyOrdered {
  var shortKey: SortKey { sortKey }
}

extension Array where Element: CanonicallyOrdered {
  /// The elements in their canonical order.
  ///
  /// Whole keys hold a rendering of the element, so they are made only where short ones tie.
  func canonicallySorted() -> [Element] {
    let short = map { (key: $0.shortKey, element: $0) }.sorted { $0.key < $1.key }
    var result: [Element] = []
    result.reserveCapacity(count)
    var start = 0
    while start < short.count {
      var end = start + 1
      while end < short.count, !(short[start].key < short[end].key) { end += 1 }
      if end - start == 1 {
        result.append(short[start].element)
      } else {
        let tied = short[start..<end].map { (key: $0.element.sortKey, element: $0.element) }
        result += tied.sorted { $0.key < $1.key }.map(\.element)
      }
      start = end
    }
    return result
  }
}

extension InputSummary: CanonicallyOrdered {
  var sortKey: SortKey {
    var texts: [String] = [compression, "\(bytes) \(lines) \(events) \(unclassified) \(cutLines)"]
    texts.append("\(isHeadComplete) \(isTailCut)")
    texts += [firstTime, lastTime].map { time in time.map { "\($0)" } ?? "-" }
    texts.append(damage.map { "\($0.kind.rawValue) \($0.offsetBytes)" } ?? "-")
    texts += containers.map { "\($0.name)=\($0.count)" } + ["/"]
    texts += families.map { "\($0.name)=\($0.count)" } + ["/"]
    texts += examples
    return SortKey(name, texts.joined(separator: "\0"))
  }
}

extension Assumption: CanonicallyOrdered {
  var sortKey: SortKey { SortKey(what, value, why) }
}

extension SkippedRule: CanonicallyOrdered {
  var sortKey: SortKey { SortKey(rule, reason) }
}

extension FailureLine: CanonicallyOrdered {
  /// In the order of the lines.
  var sortKey: SortKey {
    SortKey(
      line.file, NumberText.padded(line.line, to: 20), line.event, line.text, "\(isError)",
      "\(line.time ?? .min)")
  }
}

extension FindingCount {
  /// Where the count belongs; counts of equal keys add up.
  var sortKey: SortKey { SortKey(pack, outcome.name, fault.name, severity.name) }
}

extension CycleSummary: CanonicallyOrdered {
  var shortKey: SortKey { SortKey(rank: notificationTime ?? .max, scheduleId ?? "") }

  /// By notification time, the unknown ones last.
  var sortKey: SortKey {
    var writer = JSONWriter(isPretty: false)
    JSONRenderer.write(self, to: &writer)
    // What is in no key of the JSON.
    let stages = steps.map { "\($0.stage.rawValue)" }.joined(separator: " ")
    let times = [beginDate, handlerTime, deliveredTime].map { "\($0 ?? .min)" }
    let used = usedCache.map { "\($0)" } ?? "-"
    return SortKey(
      rank: notificationTime ?? .max, scheduleId ?? "",
      String(decoding: writer.bytes, as: UTF8.self), stages, times.joined(separator: " "), used)
  }
}

/// A cycle in the order in which cycles are dropped: the healthy ones first.
struct RankedCycle: CanonicallyOrdered {
  var cycle: CycleSummary

  var shortKey: SortKey { ranked(cycle.shortKey) }
  var sortKey: SortKey { ranked(cycle.sortKey) }

  private func ranked(_ key: SortKey) -> SortKey {
    let rank: Int64 =
      switch cycle.outcome {
      case .notDelivered: 1
      case .fallback: 2
      case .usedPrefetch: 3
      case .excused: 4
      case .open: 5
      }
    var key = key
    key.bytes = Array("\(NumberText.padded(key.rank, to: 20))".utf8) + key.bytes
    key.rank = cycle.isHealthy ? rank + 10 : rank
    return key
  }
}

extension Finding: CanonicallyOrdered {
  /// Worst first; then by rule and by the place of the evidence.
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
    return badness * 10 + Int64(severity.rawValue)
  }

  var sortKey: SortKey {
    var writer = JSONWriter(isPretty: false)
    JSONRenderer.write(self, to: &writer)
    // What the JSON leaves out.
    let rest = nearMisses.map { $0.event + "\0" + $0.detail }.joined(separator: "\0")
    return SortKey(
      rank: rank, rule, evidence.first?.file ?? "",
      NumberText.padded(evidence.first?.line ?? 0, to: 20),
      String(decoding: writer.bytes, as: UTF8.self), title, rest)
  }
}
