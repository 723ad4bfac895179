internal import CommandSyntax
internal import RuleLanguage
internal import RunReport

extension OptionValues {
  /// Reads a share and a time, each at most once, in either order: `20%`, `5s`, `20%,5s`.
  static func tolerance(_ text: String) throws(UsageError) -> Tolerance {
    let advice = "write e.g. 20%, 5s or 20%,5s"
    var share: Double?
    var seconds: Double?
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if part.hasSuffix("%") {
        guard share == nil, let value = Double(part.dropLast()), (0...1000).contains(value) else {
          throw UsageError("'\(text)' is no tolerance", advice: advice)
        }
        share = value / 100
      } else {
        guard seconds == nil, let span = try? DurationText.microseconds(of: ArraySlice(part.utf8)),
          span >= 0
        else {
          throw UsageError("'\(text)' is no tolerance", advice: advice)
        }
        seconds = Double(span) / 1_000_000
      }
    }
    return Tolerance(Tolerance.Allowance(share: share ?? 0, seconds: seconds ?? 0))
  }
}
