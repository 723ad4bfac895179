import RunAnalysis
import Testing

@testable import LogQuery

struct QuerySchemaTests {
  @Test func `every column is told with what it means`() {
    for table in QuerySchema.tables {
      let rows = table.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(rows.count == table.columns.count)
      #expect(rows.allSatisfy { $0.contains(" -- ") })
    }
  }

  @Test func `a member of an event has the column that is told`() {
    let columns = EventTables.events.columns
    for member in EventMember.allCases {
      let name = member == .container ? "format" : member.key
      #expect(columns[EventTables.column(of: member)].name == name)
    }
    #expect(columns[EventTables.milliseconds].name == "timeMs")
    #expect(columns[EventTables.sequence].name == "sequence")
  }

  @Test func `names of columns are unique in a table`() {
    for table in QuerySchema.tables {
      #expect(Set(table.columns.map { $0.name.lowercased() }).count == table.columns.count)
    }
  }
}
