import Foundation

/// docs/expressions.md, cut into its tables and its examples.
enum ExpressionPage {
  struct Table: Sendable {
    var header: [String]
    var rows: [Row] = []
  }

  struct Row: Sendable {
    var line: Int
    var cells: [String]

    /// What stands between backquotes in a cell.
    func code(_ cell: Int) -> [String] {
      guard cells.indices.contains(cell) else { return [] }
      return cells[cell].matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
  }

  /// A line of a block marked `cel`: an expression, and behind `//` what it comes to.
  struct Example: Sendable {
    var line: Int
    var text: String
    var outcome: String
  }

  static let lines: [String] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../docs/expressions.md").standardizedFileURL
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }()

  static let tables: [Table] = {
    var tables: [Table] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("|") else {
        isInside = false
        continue
      }
      let cells = cells(of: line)
      if !isInside {
        tables.append(Table(header: cells))
      } else if !cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) || cells == [""] {
        tables[tables.count - 1].rows.append(Row(line: index + 1, cells: cells))
      }
      isInside = true
    }
    return tables
  }()

  /// The table under such a header.
  static func table(_ header: String...) -> Table? { tables.first { $0.header == header } }

  private static func cells(of line: String) -> [String] {
    line.dropFirst().dropLast().replacing("\\|", with: "\u{1}").split(
      separator: "|", omittingEmptySubsequences: false
    ).map { $0.replacing("\u{1}", with: "|").trimmingCharacters(in: .whitespaces) }
  }

  static let examples: [Example] = {
    var examples: [Example] = []
    var isInside = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```cel"
      } else if isInside, let mark = line.range(of: " // ", options: .backwards) {
        examples.append(
          Example(
            line: index + 1, text: line[..<mark.lowerBound].trimmingCharacters(in: .whitespaces),
            outcome: line[mark.upperBound...].trimmingCharacters(in: .whitespaces)))
      } else if isInside {
        examples.append(Example(line: index + 1, text: line, outcome: ""))
      }
    }
    return examples
  }()

  /// The number before those words of the text.
  static func number(before words: String) -> Int? {
    lines.joined(separator: " ").components(separatedBy: " " + words).first
      .flatMap { $0.split(separator: " ").last }.flatMap { Int($0) }
  }
}
