package import JSONReading

/// Reads summaries that `JSONRenderer` wrote.
package enum SummaryReader {
  /// Reads the summary that a file holds, and nothing else.
  package static func read(_ bytes: [UInt8]) throws(JSONError) -> RunSummary {
    guard let node = try JSONDocument.read(bytes) else { throw JSONError(line: 1, "is empty") }
    guard node.member("schema") != nil else {
      throw JSONError(line: node.line, "is no summary of a run")
    }
    return try read(node)
  }

  /// Reads one summary.
  ///
  /// What other members tell already is not read: the fingerprints of findings, the template and the
  /// artifact of the test run.
  package static func read(_ node: JSONNode) throws(JSONError) -> RunSummary {
    var reader = try MemberReader(node)
    var summary = RunSummary()
    try summary.code(&reader)
    return summary
  }
}
