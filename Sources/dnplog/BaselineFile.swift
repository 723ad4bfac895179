internal import JSONReading
internal import RuleLanguage
internal import RunReport

/// The file of `--baseline`: the JSON summary of a former run.
struct BaselineFile {
  /// What is left of it, as runs meet it.
  var baseline = Baseline()
  private let path: String?

  private static let advice = "give a summary that 'dnplog validate --format json' printed"

  /// Reads the file; without a path nothing is known.
  init(at path: String?) throws(Failure) {
    self.path = path
    guard let path else { return }
    let bytes = try SmallFile.read(path)
    do throws(JSONError) {
      for finding in try SummaryReader.read(bytes).findings where finding.outcome == .violated {
        baseline.add(finding.fingerprint, cycle: finding.scope.cycle)
      }
    } catch {
      throw Failure(Problem(error.message, at: "\(path):\(error.line)", advice: Self.advice))
    }
  }

  /// What came of it, once all runs are judged.
  var assumptions: [Assumption] {
    guard let path else { return [] }
    let why = "\(baseline.met) of its \(baseline.count) violations occurred again and fail no run"
    return [Assumption(what: "baseline", value: path, why: why)]
  }
}
