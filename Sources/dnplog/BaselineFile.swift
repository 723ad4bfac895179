internal import RunReport
internal import YAMLReading

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
    do throws(SourceError) {
      try read(try YAMLReader.readJSON(bytes, path: path))
    } catch {
      throw Failure(
        Problem(
          error.message, at: "\(path):\(error.location.line)",
          advice: error.advice.isEmpty ? Self.advice : error.advice))
    }
  }

  private mutating func read(_ root: YAMLNode) throws(SourceError) {
    guard case .mapping = root.content, let schema = root["schema"] else {
      throw root.error("this is no summary of a run", advice: Self.advice)
    }
    guard try schema.string() == "dnplog.run/1" else {
      throw schema.error(
        "the schema is '\(try schema.string())' and not 'dnplog.run/1'", advice: Self.advice)
    }
    for finding in try root.required("findings", advice: Self.advice).list() {
      guard try finding.required("outcome").string() == "violated" else { continue }
      let fingerprint = try finding.required(
        "fingerprint", advice: "an older dnplog wrote the summary: write it again")
      let cycle = try finding["scope"]?["cycle"]?.string()
      baseline.add(try fingerprint.string(), cycle: cycle == "null" ? nil : cycle)
    }
  }

  /// What came of it, once all runs are judged.
  var assumptions: [Assumption] {
    guard let path else { return [] }
    let why = "\(baseline.met) of its \(baseline.count) violations occurred again and fail no run"
    return [Assumption(what: "baseline", value: path, why: why)]
  }
}
