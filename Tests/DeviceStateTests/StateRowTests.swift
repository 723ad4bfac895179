import Testing

@testable import DeviceState

@Suite struct StateRowTests {
  @Test func `a member is set, replaced and removed by its name`() {
    var row = StateRow("stored_schedule", line: 3)
    row["id"] = .text("a")
    row["enabled"] = .int(1)
    row["id"] = .text("b")
    #expect(row.members.map(\.name) == ["id", "enabled"])
    #expect(row["id"] == .text("b"))
    row["enabled"] = nil
    #expect(row["enabled"] == nil)
    #expect(row.members.count == 1)
  }
}
