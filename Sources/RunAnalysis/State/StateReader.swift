internal import DeviceState
internal import LogReading
internal import RuleLanguage
internal import RunReport

/// Reads rows of a state as events, by the catalogue that reads the lines of logs.
struct StateReader {
  /// A row, its event, and what the event's values refer to.
  struct Row {
    var fact: StateFact
    var event: Event
    var fields: [Field]
    var scratch: [UInt8]
  }

  private let catalogue: Catalogue
  private let scanner: EventScanner

  init(_ catalogue: Catalogue, _ scanner: EventScanner) {
    self.catalogue = catalogue
    var scanner = scanner
    scanner.container = nil
    self.scanner = scanner
  }

  /// The moment at which a state was taken, where it tells.
  func moment(of state: DeviceState) -> Int64? {
    fact(of: StateRow(taken: state, at: nil))?.fact.number("takenAt")
  }

  /// Reads one row; nil where the catalogue knows no such event.
  func fact(of row: StateRow) -> Row? { fact(of: StateLines.record(of: row)) }

  /// Reads one record; nil where the catalogue knows no such event.
  func fact(of record: [UInt8]) -> Row? {
    var found: Row?
    scan(record + [0x0A]) { found = $0 }
    return found
  }

  /// Reads the rows of a table in their order.
  func read(
    _ table: StateTable, of state: DeviceState, at moment: Int64?, _ take: (Row) -> Void
  ) {
    var table = table
    for index in table.rows.indices
    where table.rows[index].event.hasPrefix("stored_") || table.rows[index].event == "column_units"
    {
      table.rows[index]["source"] = .text(state.kind.rawValue)
      if let moment { table.rows[index]["takenAt"] = .instant(moment) }
    }
    scan(StateLines.bytes(of: table), take)
  }

  private func scan(_ bytes: [UInt8], _ take: (Row) -> Void) {
    var scan = InputScan(scanner)
    var batch = EventBatch()
    var rest = bytes[...]
    while !rest.isEmpty {
      batch.removeAll()
      let chunk = Array(rest)
      let used = scan.read(
        chunk.span, shape: LogShape(head: [UInt8]().span), isWhole: true, into: &batch)
      for event in batch.events where event.form == .json {
        take(row(of: event, batch, chunk.span))
      }
      guard used > 0 else { return }
      rest = rest.dropFirst(used)
    }
  }

  private func row(of event: Event, _ batch: borrowing EventBatch, _ bytes: Span<UInt8>) -> Row {
    let first = Int(event.firstField)
    let scratch = Int(event.scratchStart)
    return Row(
      fact: StateFact(event, of: batch, bytes, catalogue), event: event,
      fields: Array(batch.fields[first..<(first + Int(event.fieldCount))]),
      scratch: Array(batch.scratch[scratch..<(scratch + Int(event.scratchLength))]))
  }
}

extension StateRow {
  /// The row that says which state was read: its moment, its app, and how long its lists are.
  init(taken state: DeviceState, at moment: Int64?) {
    self.init("state_taken", line: 1)
    self["source"] = .text(state.kind.rawValue)
    if let takenAt = state.takenAt {
      self["takenAt"] = takenAt
    } else if let moment {
      self["takenAt"] = .instant(moment)
    }
    if let app = state.app { self["app"] = .text(app) }
    let counts: [(DeviceState.List, String, String)] = [
      (.schedules, "scheduleRows", "stored_schedule"),
      (.notifications, "notificationRows", "stored_notification"),
      (.pending, "pendingRows", "pending_notification"),
      (.delivered, "deliveredRows", "delivered_notification"),
      (.alarms, "alarmRows", "set_alarm"),
      (.history, "historyRows", "stored_history"),
    ]
    for (list, member, event) in counts where state.lists.contains(list) {
      let count = state.tables.reduce(0) { $0 + $1.rows.count { $0.event == event } }
      self[member] = .int(Int64(count))
    }
  }

  /// The row that says what a comparison found of an item.
  init(of item: StateItem, at moment: Int64?) {
    self.init("item_compared", line: 1)
    self["item"] = .text(item.kind.rawValue)
    if let id = item.id {
      self[item.kind == .schedule || item.kind == .alarm ? "scheduleId" : "notificationId"] =
        .text(id)
    }
    if let due = item.due { self["dueAt"] = .instant(due) }
    if let moment { self["takenAt"] = .instant(moment) }
    self["condition"] = .text(item.condition.rawValue)
    if let status = item.storedStatus { self["storedStatus"] = .text(status) }
  }
}
