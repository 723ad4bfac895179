internal import TextWriting

extension StateItem {
  /// `schedule a`
  var name: String { id.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue }

  /// The table of items: the heads of its columns, and a row of cells for each item. A list that no source
  /// has gets no column.
  static func table(of items: [StateItem]) -> (heads: [String], rows: [[String]]) {
    let lists: [(head: String, sight: (StateItem) -> Bool?)] = [
      ("stored", { $0.isStored }), ("pending", { $0.isPending }), ("shown", { $0.isDelivered }),
      ("alarm", { $0.hasAlarm }),
    ]
    let known = lists.filter { list in items.contains { list.sight($0) != nil } }
    let rows = items.map { item in
      [item.name, item.due.map { InstantText.iso($0) } ?? ""]
        + known.map { word($0.sight(item)) } + [item.condition.rawValue]
    }
    return (["item", "due"] + known.map(\.head) + ["verdict"], rows)
  }

  /// What is known of a list: a list that no source has is neither yes nor no.
  private static func word(_ flag: Bool?) -> String {
    switch flag {
    case true?: "yes"
    case false?: "no"
    case nil: "?"
    }
  }

  /// The mark before a row.
  var mark: String {
    if isOverlooked { return "✗" }
    return switch condition {
    case .lost, .duplicated, .moved, .orphaned, .unstored: "✗"
    case .missed, .overdue, .cancelled, .unknown: "?"
    case .stopped, .recorded: "~"
    case .scheduled, .delivered, .disabled: "✓"
    case .task: "·"
    }
  }

  var role: Palette.Role {
    if isOverlooked { return .bad }
    return switch condition {
    case .lost, .duplicated, .moved, .orphaned, .unstored: .bad
    case .missed, .overdue, .cancelled, .unknown, .stopped, .recorded: .doubtful
    case .scheduled, .delivered, .disabled: .good
    case .task: .quiet
    }
  }

  /// Why, and what should happen next, in whole sentences.
  var account: String {
    nextLaunch.isEmpty ? reason : "\(reason) When the app is next opened: \(nextLaunch)"
  }
}

extension StateSummary {
  /// `Room database, taken 2025-11-15T06:00:00Z: schedules 3, notifications 2`
  var words: String {
    var text = kind
    if let takenAt { text += ", taken \(InstantText.iso(takenAt))" }
    let counts = rows.map { row in
      // A list that is a file by itself has no name of its own.
      guard let colon = row.name.lastIndex(of: ":") else {
        return TextLayout.plural(row.count, "row")
      }
      return "\(row.name[colon...].dropFirst()) \(row.count)"
    }
    return counts.isEmpty ? text : text + ": " + counts.joined(separator: ", ")
  }
}
