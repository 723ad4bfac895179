internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// A count as it is stored: its name, its labels and its value.
struct StoredCount: Equatable {
  /// What tells a count from others.
  struct Series: Hashable {
    var name: String
    var labels: String
  }

  var name: String
  var labels: String
  var value: Int64

  var series: Series { Series(name: name, labels: labels) }

  /// What it adds to the counts of all runs: a cycle that is still open will be of another outcome, and
  /// what is taken away from a sum would look like a restart.
  var accumulated: Int64 { name == "cycles" && labels == Self.openCycles ? 0 : max(0, value) }

  private static let openCycles = "outcome=\(CycleSummary.Outcome.open.rawValue)"
}

extension RunTotals {
  /// What is counted, zeros left out.
  var stored: [StoredCount] {
    var stored: [StoredCount] = []
    func add(_ name: String, _ labels: String = "", _ value: Int64) {
      if value != 0 { stored.append(StoredCount(name: name, labels: labels, value: value)) }
    }
    for counter in Counter.allCases { add(counter.rawValue, "", self[counter]) }
    for count in findingCounts {
      // The pack stands last: it is the one word that users choose.
      let labels =
        "outcome=\(count.outcome.name),class=\(count.fault.name),severity=\(count.severity.name)"
      add("findings", "\(labels),pack=\(count.pack)", Int64(count.count))
    }
    for outcome in CycleSummary.Outcome.allCases {
      add("cycles", "outcome=\(outcome.rawValue)", Int64(cycleCounts[outcome]))
    }
    for measure in Measure.allCases {
      let histogram = distributions[measure]
      for (place, count) in histogram.counts.enumerated() {
        let edge = place < histogram.edges.count ? Self.text(histogram.edges[place]) : "+Inf"
        add("bucket", "measure=\(measure.key),le=\(edge)", count)
      }
      add("microseconds", "measure=\(measure.key)", histogram.stored.sum)
    }
    return stored
  }

  /// The seven counters and the three of what was read.
  enum Counter: String, CaseIterable {
    case scheduled, executed, success, failureNetwork = "failure_network"
    case failureAuth = "failure_auth", failureSystem = "failure_system", used
    case lines, events, unclassified

    var path: WritableKeyPath<RunTotals, Int64> {
      switch self {
      case .scheduled: \.counters.scheduled.derived
      case .executed: \.counters.executed.derived
      case .success: \.counters.success.derived
      case .failureNetwork: \.counters.failureNetwork.derived
      case .failureAuth: \.counters.failureAuth.derived
      case .failureSystem: \.counters.failureSystem.derived
      case .used: \.counters.used.derived
      case .lines: \.lines
      case .events: \.events
      case .unclassified: \.unclassified
      }
    }
  }

  subscript(counter: Counter) -> Int64 {
    get { self[keyPath: counter.path] }
    set { self[keyPath: counter.path] = newValue }
  }

  static func text(_ edge: Double) -> String { NumberText.decimal(edge) }
}

/// Counts of a run, or of all, as they are read back one by one.
struct CountReader {
  private var totals = RunTotals()
  private var buckets = Measure.allCases.map { [Int64](repeating: 0, count: $0.edges.count + 1) }
  private var sums = [Int64](repeating: 0, count: Measure.allCases.count)
  private var extremes = [(least: Int64, most: Int64)?](
    repeating: nil, count: Measure.allCases.count)

  /// Adds one; names and words that this version does not have are passed over.
  mutating func add(_ name: String, _ labels: String, _ value: Int64) {
    if let counter = RunTotals.Counter(rawValue: name) {
      totals[counter] = totals[counter].addingSaturated(value)
      return
    }
    let words = Self.words(labels)
    switch name {
    case "cycles":
      guard let outcome = words["outcome"].flatMap(CycleSummary.Outcome.init) else { return }
      totals.cycleCounts[outcome] = totals.cycleCounts[outcome].addingSaturated(Int(value))
    case "findings":
      guard let pack = words["pack"],
        let outcome = Outcome.allCases.first(where: { $0.name == words["outcome"] }),
        let fault = FaultClass.allCases.first(where: { $0.name == words["class"] }),
        let severity = Severity.allCases.first(where: { $0.name == words["severity"] })
      else { return }
      totals.findingCounts.add(
        FindingCount(
          pack: pack, outcome: outcome, fault: fault, severity: severity, count: Int(value)))
    case "bucket":
      guard let measure = Self.measure(words), let text = words["le"] else { return }
      // Of a version with other edges: a value below its edge is below each higher one too.
      let edge = Double(text) ?? .infinity
      let place = measure.edges.firstIndex { edge <= $0 } ?? measure.edges.count
      let sum = buckets[measure.rawValue][place].addingSaturated(value)
      buckets[measure.rawValue][place] = sum
    case "microseconds":
      guard let measure = Self.measure(words) else { return }
      sums[measure.rawValue] = sums[measure.rawValue].addingSaturated(value)
    default: break
    }
  }

  /// Adds the smallest and the largest value of a measure.
  mutating func add(extremesOf key: String, _ least: Int64, _ most: Int64) {
    guard let measure = Measure.allCases.first(where: { $0.key == key }) else { return }
    let known = extremes[measure.rawValue]
    extremes[measure.rawValue] = (min(known?.least ?? least, least), max(known?.most ?? most, most))
  }

  /// All that was added.
  var result: RunTotals {
    var totals = totals
    for measure in Measure.allCases {
      let ends = extremes[measure.rawValue]
      let histogram = Histogram(
        edges: measure.edges, counts: buckets[measure.rawValue],
        microseconds: sums[measure.rawValue], least: ends?.least, most: ends?.most)
      if let histogram { totals.distributions[measure] = histogram }
    }
    return totals
  }

  private static func measure(_ words: [String: String]) -> Measure? {
    Measure.allCases.first { $0.key == words["measure"] }
  }

  /// Reads `key=value,key=value`; the value of a pack reaches to the end, whatever is in it.
  private static func words(_ labels: String) -> [String: String] {
    var words: [String: String] = [:]
    for part in labels.split(separator: ",", maxSplits: labels.hasPrefix("outcome=") ? 3 : 8) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { words[String(pair[0])] = String(pair[1]) }
    }
    return words
  }
}
