import Testing

@testable import LogQuery

struct QuerySchemaTests {
  @Test func `every table has a comment for each column`() {
    for table in QuerySchema.tables {
      let rows = table.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(rows.count == table.columns.count)
      #expect(rows.allSatisfy { $0.contains(" -- ") })
    }
  }
}
