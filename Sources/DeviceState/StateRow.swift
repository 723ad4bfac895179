/// A value of a row, as its source holds it.
package enum StateValue: Sendable, Equatable {
  /// There, and empty: a column that is NULL. What a source does not tell at all has no member.
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  /// Microseconds since 1970, in UTC.
  case instant(Int64)
  /// Bytes that are no text, of this number.
  case blob(Int)
}

/// One row of a device's state: an event in the making.
package struct StateRow: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    /// A field of the event, or another name that the catalogue knows for it.
    package var name: String
    package var value: StateValue
  }

  /// The event's name in the catalogue, such as `stored_schedule`.
  package var event: String
  /// The line of the row in its source, or its number in its table; from one.
  package var line: Int
  package var members: [Member] = []

  package init(_ event: String, line: Int) {
    self.event = event
    self.line = line
  }

  /// The value of that name, if the source tells it.
  package subscript(name: String) -> StateValue? {
    get { members.first { $0.name == name }?.value }
    set {
      let index = members.firstIndex { $0.name == name }
      if let newValue {
        if let index {
          members[index].value = newValue
        } else {
          members.append(Member(name: name, value: newValue))
        }
      } else if let index {
        members.remove(at: index)
      }
    }
  }
}

/// The rows of one list of a source, in the order of their lines.
package struct StateTable: Sendable, Equatable {
  /// The name of the list in reports, such as `app.db:schedules`, or the file where it is the list.
  package var name: String
  package var rows: [StateRow]

  package init(_ name: String, rows: [StateRow] = []) {
    self.name = name
    self.rows = rows
  }
}
