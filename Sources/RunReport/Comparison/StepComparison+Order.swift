internal import LogReading
internal import TextWriting

// What the order of the steps, and the time between them, tells of two partners.

extension StepComparison {
  /// One difference for each block of steps that moved as one.
  var order: [Difference] {
    let mine = golden.run.ordered(common.map(\.golden), of: golden.cycle)
    let theirs = candidate.run.ordered(common.map(\.candidate), of: candidate.cycle)
    // Where each step of the candidate stands in the golden run.
    let places = theirs.compactMap { step in mine.firstIndex { $0.event == step.event } }
    guard places.count == theirs.count, places != Array(mine.indices) else { return [] }
    let kept = Self.longestAscent(places)
    var differences: [Difference] = []
    var start = 0
    while start < places.count {
      var end = start + 1
      guard !kept.contains(places[start]) else {
        start = end
        continue
      }
      while end < places.count, !kept.contains(places[end]), places[end] == places[end - 1] + 1 {
        end += 1
      }
      differences.append(moved(start..<end, places, kept, mine, theirs))
      start = end
    }
    return differences
  }

  /// Says of a block what it comes before, or behind, unlike in the golden run.
  private func moved(
    _ block: Range<Int>, _ places: [Int], _ kept: Set<Int>, _ mine: [Step], _ theirs: [Step]
  ) -> Difference {
    let (first, last) = (theirs[block.lowerBound], theirs[block.upperBound - 1])
    // The nearest steps that kept their order, in both runs.
    let behind = places[..<block.lowerBound].last { kept.contains($0) }
    let before = places[block.upperBound...].first { kept.contains($0) }
    let wasBehind = mine.indices.last { kept.contains($0) && $0 < places[block.lowerBound] }
    let wasBefore = mine.indices.first { kept.contains($0) && $0 > places[block.lowerBound] }
    let isEarlier = before.map { $0 < places[block.lowerBound] } ?? false
    let (now, was) =
      isEarlier
      ? (before, wasBehind.map { ($0, "behind") }) : (behind, wasBefore.map { ($0, "before") })
    let side = isEarlier ? "before" : "behind"
    let name = first == last ? first.event : "\(first.event) to \(last.event)"
    let verb = first == last ? "comes" : "come"
    var account = "\(name) \(verb) in another order"
    if let now, let was {
      let other = was.0 == now ? "it" : mine[was.0].event
      account =
        "\(name) \(verb) \(side) \(mine[now].event); in the golden run \(was.1) \(other)"
    }
    var difference = difference(
      .order, .fails, mine.first { $0.event == first.event }, first, account, isOtherWay: true)
    difference.subject = first.event
    difference.golden = was.map { "\($0.1) \(mine[$0.0].event)" }
    difference.candidate = now.map { "\(side) \(mine[$0].event)" }
    return difference
  }

  /// The values of the longest ascending part of a list: what did not move.
  private static func longestAscent(_ values: [Int]) -> Set<Int> {
    var best: [[Int]] = []
    for value in values {
      let head = best.filter { ($0.last ?? -1) < value }.max { $0.count < $1.count } ?? []
      best.append(head + [value])
    }
    return Set(best.max { $0.count < $1.count } ?? [])
  }
}

// MARK: Times

extension StepComparison {
  /// The time between two steps in both runs.
  struct Gap {
    let name: String
    /// Whether it lies between the start of a fetch and its outcome.
    let isOfFetch: Bool
    /// Whether it ends where the notification is shown.
    let isOfDelivery: Bool
    let golden: Double
    let candidate: Double
  }

  /// More time than this between two steps is a wait for the user or the system.
  private static var longestWork: Double { 60 }
  private static var outcomesOfFetch: Set<String> { ["fetch_success", "fetch_failure"] }

  /// The spans between steps of one stage that follow one another in the golden run, where it works
  /// and does not wait.
  var gaps: [Gap] {
    let mine = golden.run.ordered(common.map(\.golden), of: golden.cycle)
    let start = mine.firstIndex { $0.event == "fetch_start" }
    let end = mine.firstIndex { Self.outcomesOfFetch.contains($0.event) }
    return zip(mine.indices, zip(mine, mine.dropFirst())).compactMap { place, pair in
      let (first, second) = pair
      guard first.stage == second.stage,
        let otherFirst = candidate.cycle.steps.first(where: { $0.event == first.event }),
        let otherSecond = candidate.cycle.steps.first(where: { $0.event == second.event }),
        let golden = Self.span(first, second), let candidate = Self.span(otherFirst, otherSecond),
        0...Self.longestWork ~= golden, candidate >= 0
      else { return nil }
      let isOfFetch = start.map { $0 <= place } == true && end.map { place < $0 } == true
      return Gap(
        name: "\(first.event) to \(second.event)", isOfFetch: isOfFetch,
        isOfDelivery: second.event == "notification_delivered", golden: golden,
        candidate: candidate)
    }
  }

  private static func span(_ first: Step, _ second: Step) -> Double? {
    guard let start = first.time, let end = second.time else { return nil }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? nil : Double(span) / 1_000_000
  }
}
