internal import TextWriting
internal import YAMLReading

/// A reader of `requirements.csv`: one row for each statement that rules may cover.
enum RequirementTable {
  /// The name of the table in a folder of rules, if it has one.
  static let fileName = "requirements.csv"

  private static let columns = ["id", "seed", "place", "statement", "status", "rules"]

  /// The rows, in the order of the file.
  static func read(_ file: RuleFile, mistakes: inout Mistakes) -> [Requirement] {
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      let start = SourceLocation(path: file.path, line: 1, column: 1)
      mistakes.add(SourceError("the file is not UTF-8", advice: "save it as UTF-8", at: start))
      return []
    }
    let source = SourceText(path: file.path, text: text)
    guard
      let records = mistakes.attempt({ () throws(SourceError) in
        try CSVReader.records(of: text, in: source)
      })
    else { return [] }
    guard records.first?.map(\.text) == columns else {
      mistakes.add(
        source.error(
          "the first line is not that of a table of requirements",
          advice: "begin it with \(columns.joined(separator: ","))", line: 1, column: 1))
      return []
    }
    var lines: [String: Int] = [:]
    var rows: [Requirement] = []
    for record in records.dropFirst() {
      guard
        let row = mistakes.attempt({ () throws(SourceError) in
          try requirement(record, lines: lines, in: source)
        })
      else { continue }
      lines[row.id] = record[0].location.line
      rows.append(row)
    }
    return rows
  }

  private static func requirement(
    _ record: [CSVReader.Field], lines: [String: Int], in source: SourceText
  ) throws(SourceError) -> Requirement {
    guard record.count == columns.count else {
      throw source.error(
        "\(record.count) fields instead of \(columns.count)",
        advice: "quote a field that holds a comma", at: record[0].location)
    }
    let texts = record.map(\.text)
    if texts[0].isEmpty {
      throw source.error("a requirement without an id", at: record[0].location)
    }
    if let first = lines[texts[0]] {
      throw source.error(
        "a second requirement '\(texts[0])'", advice: "the first is in line \(first)",
        at: record[0].location)
    }
    guard let status = Requirement.Status(rawValue: texts[4]) else {
      let words = Requirement.Status.allCases.map(\.rawValue)
      throw source.error(
        "unknown status '\(texts[4])'", advice: Spelling.suggestion(for: texts[4], among: words),
        at: record[4].location)
    }
    if texts[5].isEmpty {
      throw source.error(
        "nothing says who looks after '\(texts[0])'",
        advice: status == .rule ? "name its rules" : "say why, or what it waits for",
        at: record[5].location)
    }
    return Requirement(
      id: texts[0], seed: texts[1], place: texts[2], statement: texts[3], status: status,
      evidence: texts[5])
  }
}
