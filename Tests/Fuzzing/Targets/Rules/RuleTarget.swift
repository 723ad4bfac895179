package import FuzzBasics

/// Readers of what users write rules in.
package enum RuleTarget: String, FuzzTarget {
  /// Packs and profiles; the catalogue of events.
  case rules, catalogue
  /// Conditions of rules.
  case expressions

  package func runner() -> any FuzzRunner {
    switch self {
    case .rules, .catalogue: RulesRunner()
    case .expressions: ExpressionRunner()
    }
  }
}
