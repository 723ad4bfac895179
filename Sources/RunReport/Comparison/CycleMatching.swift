internal import LogReading

/// The partners of cycles of two runs, whose ids and dates differ.
struct CycleMatching {
  /// What tells that two cycles are partners, as the JSON has it.
  enum Ground: String, Sendable { case scheduleId = "schedule_id", time, order }

  /// Two partners, or a cycle without one.
  struct Pair: Equatable {
    var golden: Int?
    var candidate: Int?
    var ground: Ground?
  }

  private typealias Anchor = (golden: Int, candidate: Int, ground: Ground)

  /// More comparisons than this take too long: then cycles are matched in their order alone.
  private static let limit = 4_000_000
  /// Times that lie as far apart in both runs are of one plan, within this.
  private static let slack: Int64 = 60_000_000

  private let golden: [CycleSummary]
  private let candidate: [CycleSummary]

  private init(_ golden: [CycleSummary], _ candidate: [CycleSummary]) {
    self.golden = golden
    self.candidate = candidate
  }

  /// Returns the pairs in the order of the golden run, those that only the candidate has in their place.
  ///
  /// Schedule ids are asked first. Where times that lie equally far apart find more partners, e.g. of
  /// two runs on overlapping days, whose ids are dates, those are taken.
  static func pairs(_ golden: [CycleSummary], _ candidate: [CycleSummary]) -> [Pair] {
    let matching = CycleMatching(golden, candidate)
    guard golden.count * candidate.count <= limit else { return matching.listed([]) }
    let (ids, times) = (matching.idAnchors(), matching.timeAnchors())
    let (byId, byTime) = (matching.filled(ids), matching.filled(times))
    // What is known of partners goes before what their order alone suggests; a few times that lie equally
    // far apart may do so by chance.
    let isPlan = times.count > ids.count && 2 * times.count > min(golden.count, candidate.count)
    let isByTime = isPlan || (byTime.count, times.count) > (byId.count, ids.count)
    return matching.listed(isByTime ? byTime : byId)
  }

  /// Returns the place of the golden cycle by that of its partner.
  static func partners(in pairs: [Pair]) -> [Int: Int] {
    var partners: [Int: Int] = [:]
    for pair in pairs {
      if let candidate = pair.candidate { partners[candidate] = pair.golden }
    }
    return partners
  }

  // MARK: Anchors

  /// The longest sequence of equal schedule ids that stand in one order in both runs.
  private func idAnchors() -> [Anchor] {
    let width = candidate.count + 1
    var lengths = [Int32](repeating: 0, count: (golden.count + 1) * width)
    for i in golden.indices.reversed() {
      for j in candidate.indices.reversed() {
        lengths[i * width + j] =
          isSameId(i, j)
          ? lengths[(i + 1) * width + j + 1] + 1
          : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
      }
    }
    var anchors: [Anchor] = []
    var (i, j) = (0, 0)
    while i < golden.count, j < candidate.count {
      if isSameId(i, j) {
        anchors.append((i, j, .scheduleId))
        i += 1
        j += 1
      } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return anchors
  }

  private func isSameId(_ i: Int, _ j: Int) -> Bool {
    golden[i].scheduleId != nil && golden[i].scheduleId == candidate[j].scheduleId
  }

  /// The pairs that lie the same span apart, of the span that the most pairs have.
  private func timeAnchors() -> [Anchor] {
    guard let shift = commonShift() else { return [] }
    var anchors: [Anchor] = []
    var next = 0
    for i in golden.indices {
      guard let time = golden[i].notificationTime else { continue }
      let place = candidate[next...].firstIndex { cycle in
        guard let other = cycle.notificationTime else { return false }
        return abs(distance(time, other) - shift) <= Self.slack
      }
      guard let place else { continue }
      anchors.append((i, place, .time))
      next = place + 1
    }
    return anchors
  }

  /// The span between partners: that of the most pairs; of several none at all, or that of the first cycles.
  private func commonShift() -> Int64? {
    struct Shift {
      var span: Int64
      var count: Int
      var offset: Int
      var rank: (Int, Int, Int, Int64) {
        (-count, abs(span) <= CycleMatching.slack ? 0 : 1, offset, abs(span))
      }
    }
    var shifts: [Int64: Shift] = [:]
    for i in golden.indices {
      guard let time = golden[i].notificationTime else { continue }
      for j in candidate.indices {
        guard let other = candidate[j].notificationTime else { continue }
        let span = distance(time, other)
        // Seconds: times of one plan lie apart by whole ones.
        let key = span / 1_000_000
        var shift = shifts[key] ?? Shift(span: span, count: 0, offset: abs(i - j))
        shift.count += 1
        shift.offset = min(shift.offset, abs(i - j))
        shifts[key] = shift
      }
    }
    return shifts.values.min { $0.rank < $1.rank }?.span
  }

  /// The span from one time to another, at most some thousand years.
  private func distance(_ time: Int64, _ other: Int64) -> Int64 {
    let (span, overflow) = other.subtractingReportingOverflow(time)
    // Half of all spans, so that two of them can be compared.
    return overflow ? .max / 2 : min(max(span, -(.max / 2)), .max / 2)
  }

  // MARK: Between anchors

  /// Adds partners between the anchors: in order, and of unequal numbers those nearest in time of day.
  private func filled(_ anchors: [Anchor]) -> [Anchor] {
    var all: [Anchor] = []
    var (i, j) = (0, 0)
    for anchor in anchors + [(golden.count, candidate.count, .order)] {
      all += between(Array(i..<anchor.golden), Array(j..<anchor.candidate))
      if anchor.golden < golden.count { all.append(anchor) }
      (i, j) = (anchor.golden + 1, anchor.candidate + 1)
    }
    return all
  }

  /// Pairs as many as there are on the shorter side, in order, with the least distance in time of day.
  private func between(_ left: [Int], _ right: [Int]) -> [Anchor] {
    if left.isEmpty || right.isEmpty { return [] }
    if left.count == right.count { return zip(left, right).map { ($0, $1, .order) } }
    let isSwapped = left.count > right.count
    let (short, long) = isSwapped ? (right, left) : (left, right)
    // The least cost of pairing the first so many of the short side within the first so many of the long.
    let width = long.count + 1
    var costs = [Int64](repeating: .max / 4, count: (short.count + 1) * width)
    for n in 0...long.count { costs[n] = 0 }
    for m in 1...short.count {
      for n in m...long.count {
        let pair = cost(short[m - 1], long[n - 1], isSwapped)
        costs[m * width + n] = min(costs[(m - 1) * width + n - 1] + pair, costs[m * width + n - 1])
      }
    }
    var anchors: [Anchor] = []
    var (m, n) = (short.count, long.count)
    while m > 0, n > 0 {
      if n > m, costs[m * width + n - 1] <= costs[m * width + n] {
        n -= 1
        continue
      }
      let (one, other) = (short[m - 1], long[n - 1])
      anchors.append(isSwapped ? (other, one, .order) : (one, other, .order))
      m -= 1
      n -= 1
    }
    return anchors.reversed()
  }

  /// The distance in time of day, in seconds; half a day where a time is not known.
  private func cost(_ short: Int, _ long: Int, _ isSwapped: Bool) -> Int64 {
    let day: Int64 = 86_400
    guard let time = golden[isSwapped ? long : short].notificationTime,
      let other = candidate[isSwapped ? short : long].notificationTime
    else { return day / 2 }
    let span = abs(distance(time, other) / 1_000_000) % day
    return min(span, day - span)
  }

  // MARK: The list

  /// Returns all cycles of both runs, partners together; without anchors in their order.
  private func listed(_ anchors: [Anchor]) -> [Pair] {
    let anchors =
      anchors.isEmpty && golden.count * candidate.count > Self.limit
      ? zip(golden.indices, candidate.indices).map { ($0, $1, Ground.order) } : anchors
    var pairs: [Pair] = []
    var (i, j) = (0, 0)
    for anchor in anchors + [(golden.count, candidate.count, .order)] {
      while i < anchor.golden {
        pairs.append(Pair(golden: i, candidate: nil, ground: nil))
        i += 1
      }
      while j < anchor.candidate {
        pairs.append(Pair(golden: nil, candidate: j, ground: nil))
        j += 1
      }
      if i < golden.count, j < candidate.count {
        pairs.append(Pair(golden: i, candidate: j, ground: anchor.ground))
      }
      (i, j) = (i + 1, j + 1)
    }
    return pairs
  }
}
