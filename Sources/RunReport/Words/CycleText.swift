internal import RuleLanguage

extension CycleSummary.Outcome {
  /// The outcome as reports print it.
  var words: String {
    switch self {
    case .usedPrefetch: "delivered prefetched content"
    case .fallback: "delivered without prefetched content"
    case .delivered: "delivered"
    case .notDelivered: "no delivery in the log"
    case .refused: "refused because a permission is missing"
    case .excused: "no delivery in the log, excused"
    case .open: "still open when the log ends"
    }
  }
}

extension CycleSummary.FallbackCause {
  /// The cause in words.
  fileprivate var words: String {
    switch self {
    case .prefetchDisabled: "the prefetch was disabled"
    case .submissionFailed: "the system refused the task"
    case .taskCancelled: "the task was cancelled"
    case .taskLost: "the task was lost with the app"
    case .taskNotRun: "the task did not run"
    case .taskLate: "the prefetch ran after the delivery"
    case .taskKilled: "the system ended the task"
    case .fetchFailed: "the prefetch failed"
    case .fetchUnfinished: "the prefetch did not end"
    case .notStored: "the prefetched content was not stored"
    case .expired: "the prefetched content had expired"
    case .notFound: "the prefetched content was not found"
    }
  }
}

extension CycleSummary.NotShownReason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .cancelled: "it was cancelled"
    case .moved: "it was set for another time"
    case .missReported: "a recovery reported it as missed"
    }
  }
}

extension CycleSummary.StepSummary.Status {
  /// The mark of a step in a list.
  var mark: String {
    switch self {
    case .seen: "✓"
    case .missing: "✗"
    case .late: "!"
    case .excused: "~"
    case .implied: "·"
    }
  }
}

extension CycleSummary {
  /// The outcome and the cause: "delivered without prefetched content: the prefetch failed
  /// (NETWORK)".
  var account: String {
    if outcome == .excused, let notShownReason { return "not delivered: \(notShownReason.words)" }
    guard outcome == .fallback, let fallbackCause else { return content }
    // What was shown instead is no consequence of the cause alone.
    let mark = showsDeliveryFetch ? ";" : ":"
    return "\(content)\(mark) \(words(of: fallbackCause))"
  }

  /// The same without what only the words of this report know, by which runs are held against each
  /// other.
  var comparedAccount: String {
    var plain = self
    plain.deliveryFetchLine = nil
    plain.expirationLine = nil
    plain.isToldUnshown = false
    return plain.account
  }

  private func words(of cause: FallbackCause) -> String {
    if cause == .fetchUnfinished, let expirationLine {
      return "the system ended the prefetch at its expiration (line \(expirationLine))"
    }
    let reason = cause == .fetchFailed ? failureReason.map { " (\($0))" } : nil
    return cause.words + (reason ?? "")
  }

  private var showsDeliveryFetch: Bool {
    outcome == .fallback && usedCached != true && deliveryFetchLine != nil
  }

  /// Whether the prefetch failed, and what an earlier one had fetched was shown.
  var usesEarlierContent: Bool { outcome == .usedPrefetch && !fetched && failureReason != nil }

  /// The outcome, and what was shown where that was not fetched for this notification.
  private var content: String {
    switch outcome {
    case .fallback where usedCached == true: "delivered stored content of an on-demand fetch"
    case .fallback where showsDeliveryFetch: "delivered content fetched on demand"
    case .notDelivered where isToldUnshown: "not delivered"
    case .excused where isToldUnshown: "not delivered, excused"
    case .usedPrefetch where usesEarlierContent:
      "delivered content of an earlier prefetch, since its own failed"
    default: outcome.words
    }
  }

  /// Returns the measurements of the cycle, in words: "lead 300 s", "content hash matches".
  func measures(isVerbose: Bool) -> [String] {
    var parts: [String] = []
    if let lead = leadSeconds { parts.append(Self.words(ofLead: lead, leadCapped)) }
    if let delay = executionDelaySeconds {
      let side = delay < 0 ? "early" : "late"
      parts.append("task \(TextLayout.span(abs(delay))) \(side)\(assumptionNote)")
    }
    if let left = leadAtExecutionSeconds {
      let side = left < 0 ? "after" : "before"
      parts.append(
        "\(TextLayout.span(abs(left))) \(side) the notification time\(assumptionNote)")
    }
    if let duration = fetchDurationSeconds { parts.append("fetch \(TextLayout.span(duration))") }
    if let age = cacheAgeAtDeliverySeconds {
      let note = ttlValid == false ? ", expired" : ""
      parts.append("content \(TextLayout.span(age)) old at delivery\(note)")
    }
    if isVerbose, showsDeliveryFetch, let deliveryFetchLine {
      parts.append("fetched on demand in line \(deliveryFetchLine)")
    }
    if let drift = deliveryDriftSeconds {
      let side = drift < 0 ? "early" : "late"
      parts.append("delivered \(TextLayout.span(abs(drift))) \(side)\(assumptionNote)")
    }
    if let match = contentHashMatch {
      parts.append(match ? "content hash matches" : "content hash differs")
    }
    if let match = scheduleHashMatch {
      parts.append(match ? "schedule hash matches" : "schedule hash differs")
    }
    switch cachePersistence {
    case .verified: parts.append("cache state verified")
    case .violated: parts.append("cache state wrong")
    case .unknown: break
    }
    if isBaseline == true { parts.append("baseline") }
    if isBaseline == false, isVerbose { parts.append("no baseline") }
    return parts
  }

  /// Returns the time of each step since the last one that has a time; empty where there is none.
  static func gaps(of steps: [StepSummary]) -> [String] {
    var previous: Int64?
    return steps.map { step in
      guard let time = step.time else { return "" }
      defer { previous = time }
      guard let (gap, overflow) = previous.map({ time.subtractingReportingOverflow($0) }), !overflow
      else { return "" }
      return TextLayout.gap(gap)
    }
  }

  /// Returns the lead in words; above an hour the system favours a task less (S4:48).
  private static func words(ofLead lead: Double, _ isCapped: Bool) -> String {
    let note = isCapped ? " (capped)" : lead > 3600 ? " (long: the system favours it less)" : ""
    return "lead time \(TextLayout.span(lead))\(note)"
  }
}

extension ProfileStep.Stage {
  var name: String {
    switch self {
    case .launch: "launch"
    case .schedule: "schedule"
    case .execution: "execution"
    case .delivery: "delivery"
    case .summary: "summary"
    }
  }
}
