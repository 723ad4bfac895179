internal import Database
internal import RunAnalysis
internal import TextWriting

/// Adds the events of a run, and the lines that they stand in, to the tables as they are read.
final class EventRows: EventSink {
  private var events: Statement
  private var lines: Statement
  private var row = RowBuffer(columns: EventTables.events.stored.count)
  private var lineRow = RowBuffer(columns: EventTables.lines.stored.count)
  /// What could not be added; nothing behind it is.
  private(set) var failure: DatabaseError?
  /// The number of the run, and how many events it has so far.
  var run: Int64 = 0
  var sequence: Int64 = 0
  /// The lines of the last events: one may hold several, and one may wait for a few others.
  private var recent = InlineArray<64, Place>(repeating: Place(file: 0, line: 0))
  private var next = 0

  private struct Place: Equatable {
    var file: UInt16
    var line: UInt64
  }

  init(_ database: borrowing Database) throws(DatabaseError) {
    events = try Statement(database, EventTables.events.insertion)
    lines = try Statement(database, EventTables.lines.insertion)
  }

  /// Begins a run, whose files are numbered from zero again.
  func begin(run: Int64) {
    self.run = run
    sequence = 0
    recent = InlineArray(repeating: Place(file: 0, line: 0))
  }

  func hear(_ source: EventSource, _ tell: () -> Void) {
    if failure != nil { return }
    sequence += 1
    row.clear()
    row.set(EventTables.run, run)
    row.set(EventTables.sequence, sequence)
    row.set(EventTables.column(of: .clockEpoch), Int64(0))
    row.set(EventTables.column(of: .twin), false)
    lineRow.clear()
    tell()
    do throws(DatabaseError) {
      try events.run(row)
      guard isNew(Place(file: source.file, line: source.line)) else { return }
      lineRow.set(EventTables.LineColumn.run.rawValue, run)
      lineRow.set(EventTables.LineColumn.understood.rawValue, !source.isUnclassified)
      lineRow.set(EventTables.LineColumn.text.rawValue, source.text)
      try lines.run(lineRow)
    } catch {
      failure = error
    }
  }

  private func isNew(_ place: Place) -> Bool {
    for index in recent.indices where recent[index] == place { return false }
    recent[next] = place
    next = (next + 1) % recent.count
    return true
  }

  /// The column of a member in the table of lines, where it has one.
  private func lineColumn(of member: EventMember) -> Int? {
    let column: EventTables.LineColumn? =
      switch member {
      case .file: .file
      case .line: .line
      case .time: .time
      case .container: .format
      case .tag: .tag
      case .pid: .pid
      case .process: .process
      default: nil
      }
    return column?.rawValue
  }

  func text(_ member: EventMember, _ value: String) {
    row.set(EventTables.column(of: member), value)
    if let column = lineColumn(of: member) { lineRow.set(column, value) }
  }

  func number(_ member: EventMember, _ value: Int64) {
    row.set(EventTables.column(of: member), value)
    if let column = lineColumn(of: member) { lineRow.set(column, value) }
  }

  func time(_ member: EventMember, _ instant: Int64) {
    row.set(EventTables.column(of: member)) { $0.append(sqlTime: instant) }
    row.set(EventTables.milliseconds, instant.milliseconds)
    if let column = lineColumn(of: member) { lineRow.set(column) { $0.append(sqlTime: instant) } }
  }

  func mark(_ member: EventMember) { row.set(EventTables.column(of: member), true) }

  func texts(_ member: EventMember, _ values: [String]) {
    row.set(EventTables.column(of: member), json: values)
  }

  func object(_ member: EventMember, _ write: (inout JSONWriter) -> Void) {
    row.set(EventTables.column(of: member)) { $0.append(json: { $0.object(nil, write) }) }
  }
}

extension Int64 {
  /// Microseconds as milliseconds, cut as the text of the time is.
  var milliseconds: Int64 { (self < 0 ? self &- 999 : self) / 1000 }
}

extension [UInt8] {
  /// Appends an instant with three digits of the second, always, so that texts sort as times do.
  mutating func append(sqlTime instant: Int64) {
    let clock = WallClock(instant)
    append(date: clock)
    append(UInt8(ascii: "T"))
    append(time: clock, digits: 3)
    append(UInt8(ascii: "Z"))
  }

  mutating func append(json write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(isPretty: false)
    write(&writer)
    append(contentsOf: writer.bytes)
  }
}

extension RowBuffer {
  /// Gives a column a time, unless its year is not known.
  mutating func set(_ column: Int, time instant: Int64?) {
    guard let instant, !WallClock.lacksYear(instant) else { return set(column, nil as Int64?) }
    set(column) { $0.append(sqlTime: instant) }
  }

  /// Gives a column a time in milliseconds, unless its year is not known.
  mutating func set(_ column: Int, millisecondsOf instant: Int64?) {
    guard let instant, !WallClock.lacksYear(instant) else { return set(column, nil as Int64?) }
    set(column, instant.milliseconds)
  }

  /// Gives a column a list of texts as JSON.
  mutating func set(_ column: Int, json texts: [String]) {
    set(column) { $0.append(json: { $0.array(of: texts) { $0.string($1) } }) }
  }
}
