internal import TextWriting

/// How far a figure may lie from that of the golden run before it counts as another.
package struct Tolerance: Sendable, Equatable {
  /// A share of the golden figure and a span, of which the larger one holds.
  package struct Allowance: Sendable, Equatable {
    package var share: Double
    package var seconds: Double
    package init(share: Double, seconds: Double) {
      self.share = share
      self.seconds = seconds
    }

    /// Whether two figures are the same within it. What lies on the border is.
    package func holds(_ golden: Double, _ candidate: Double) -> Bool {
      // Figures are sums of microseconds: a border that is met to the microsecond is met.
      abs(candidate - golden) <= max(share * abs(golden), seconds) + 0.000_000_5
    }

    /// The allowance in words: "20 %, at least 5 s".
    package var words: String {
      let span = TextLayout.span(seconds)
      if share == 0 { return span }
      return "\(NumberText.decimal(share * 100, places: 3)) %, at least \(span)"
    }
  }

  /// A figure that is compared.
  package enum Figure: String, Sendable, CaseIterable {
    case lead = "leadSeconds"
    case executionDelay = "executionDelaySeconds"
    case fetchDuration = "fetchDurationSeconds"
    case deliveryDrift = "deliveryDriftSeconds"
    case stepGap = "stepGapSeconds"

    /// The name in a report.
    package var label: String {
      switch self {
      case .lead: "lead"
      case .executionDelay: "execution delay"
      case .fetchDuration: "fetch duration"
      case .deliveryDrift: "delivery drift"
      case .stepGap: "time between steps"
      }
    }
  }

  /// A span that no clock of a log tells from another.
  package static let leastSeconds = 1.0

  private let allowances: [Figure: Allowance]
  /// The allowance that an option names for all figures; nil for those of each figure.
  package let stated: Allowance?

  /// Makes the tolerance that holds without an option.
  ///
  /// What the plugin does takes about as long each time. When a task runs and a notification is shown is
  /// up to the system: the testing guide calls a quarter of an hour usual for the one (S4:341-342) and
  /// three minutes for the other (S4:293).
  package init() {
    stated = nil
    var allowances: [Figure: Allowance] = [:]
    for figure in Figure.allCases { allowances[figure] = Allowance(share: 0.2, seconds: 5) }
    allowances[.executionDelay]?.seconds = 900
    allowances[.deliveryDrift]?.seconds = 180
    self.allowances = allowances
  }

  /// Makes a tolerance that is the same for all figures, and never finer than a second.
  package init(_ stated: Allowance) {
    var stated = stated
    stated.seconds = max(stated.seconds, Self.leastSeconds)
    self.stated = stated
    var allowances: [Figure: Allowance] = [:]
    for figure in Figure.allCases { allowances[figure] = stated }
    self.allowances = allowances
  }

  /// The allowance of a figure.
  package subscript(figure: Figure) -> Allowance {
    allowances[figure] ?? Allowance(share: 0, seconds: Self.leastSeconds)
  }

  /// The tolerance in words.
  package var words: String {
    if let stated { return stated.words }
    return "\(self[.lead].words); execution delay at least \(TextLayout.span(900)), "
      + "delivery drift at least \(TextLayout.span(180))"
  }
}
