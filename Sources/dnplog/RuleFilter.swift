internal import RuleLanguage

/// The choice of rules that a list shows; nil members ask for nothing.
struct RuleFilter: Sendable, Equatable {
  var pack: String?
  /// The letters of a requirement's id, as SEQ.
  var area: String?
  var bucket: BucketChoice?
  var severity: SeverityChoice?

  enum BucketChoice: String, Sendable, CaseIterable { case a = "A", b = "B", c = "C" }
  enum SeverityChoice: String, Sendable, CaseIterable { case error, warning, info }

  func takes(_ rule: Rule, in book: RuleBook) -> Bool {
    if let pack, book.packName(rule.pack) != pack { return false }
    if let bucket, rule.bucket.name != bucket.rawValue { return false }
    if let severity, rule.severity.name != severity.rawValue { return false }
    if let area { return rule.covers.contains { $0.hasPrefix(area + "-") } }
    return true
  }
}
