internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// The requirements that the rules at hand look after, and claims of the table that do not hold.
struct RuleCoverage {
  /// A requirement and the rules that cover it, as `pack/rule`.
  struct Row: Sendable, Equatable {
    var requirement: Requirement
    var rules: [String]

    /// The status; nil where the table claims a rule and there is none.
    var status: Requirement.Status? {
      if !rules.isEmpty { return .rule }
      return requirement.status == .rule ? nil : requirement.status
    }
  }

  /// The requirements of an area, counted by the way they are looked after.
  struct Area: Sendable, Equatable {
    var name: String
    var rows = 0
    var counts: [Requirement.Status: Int] = [:]

    mutating func add(_ row: Row) {
      rows += 1
      if let status = row.status { counts[status, default: 0] += 1 }
    }
  }

  private(set) var rows: [Row] = []
  /// The areas in the order of the table.
  private(set) var areas: [Area] = []
  /// Claims of the table that the rules do not bear out.
  private(set) var problems: [String] = []

  init(of requirements: [Requirement], in book: RuleBook) {
    let names = Set(book.rules.map { "\(book.packName($0.pack))/\($0.id)" })
    var covering: [String: [String]] = [:]
    for rule in book.rules {
      for id in rule.covers {
        covering[id, default: []].append("\(book.packName(rule.pack))/\(rule.id)")
      }
    }
    for requirement in requirements {
      let row = Row(requirement: requirement, rules: covering[requirement.id] ?? [])
      rows.append(row)
      add(row, toArea: requirement.area)
      for name in requirement.ruleNames where !row.rules.contains(name) {
        problems.append(
          names.contains(name)
            ? "\(requirement.id): \(name) does not cover it"
            : "\(requirement.id): there is no rule '\(name)'")
      }
    }
  }

  private mutating func add(_ row: Row, toArea name: String) {
    if let index = areas.firstIndex(where: { $0.name == name }) {
      areas[index].add(row)
    } else {
      areas.append(Area(name: name))
      areas[areas.count - 1].add(row)
    }
  }

  /// A table of the areas, and the problems.
  var text: String {
    let statuses = Requirement.Status.allCases
    var total = Area(name: "all")
    for row in rows { total.add(row) }
    var text = "area   rows" + statuses.map { "  \($0.rawValue)" }.joined() + "\n"
    for area in areas + [total] {
      text +=
        TextLayout.padded(area.name, to: 5) + "  " + TextLayout.rightAligned("\(area.rows)", to: 4)
      for status in statuses {
        text +=
          "  " + TextLayout.rightAligned("\(area.counts[status] ?? 0)", to: status.rawValue.count)
      }
      text += "\n"
    }
    if !problems.isEmpty { text += "\n" + problems.map { $0 + "\n" }.joined() }
    return text
  }

  /// The same with every row, for programs.
  var json: String {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("schema", "dnplog.coverage/1")
      writer.array("areas", of: areas) { writer, area in
        writer.object(inline: true) { writer in
          writer.member("area", area.name)
          writer.member("rows", area.rows)
          writer.member("rule", area.counts[.rule] ?? 0)
          writer.member("builtIn", area.counts[.builtIn] ?? 0)
          writer.member("notObservable", area.counts[.notObservable] ?? 0)
          writer.member("later", area.counts[.later] ?? 0)
        }
      }
      writer.array("requirements", of: rows) { writer, row in
        writer.object(inline: true) { writer in
          writer.member("id", row.requirement.id)
          writer.member("place", "\(row.requirement.seed):\(row.requirement.place)")
          writer.member("statement", row.requirement.statement)
          writer.member("status", row.status?.rawValue)
          writer.strings("rules", row.rules)
          writer.member("note", row.requirement.note)
        }
      }
      writer.strings("problems", problems)
    }
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Requirement {
  /// The reason why no rule is named, or the proof that none is needed.
  fileprivate var note: String? { status == .rule ? nil : evidence }
}
