import LogReading
import Testing

@Suite struct LocalZoneTests {
  private static let zones: [(name: String, hours: Int64)] = [
    ("Asia/Manila", 8), ("America/New_York", -5), ("Europe/Stockholm", 1), ("UTC", 0),
  ]
  /// 2025-11-14T05:53:00, when no clock was set forward.
  private static let winter: Int64 = 1_763_099_580_000_000

  @Test func `zones of several logs are asked at the same time`() async {
    await withTaskGroup { group in
      for round in 0..<200 {
        let (name, hours) = Self.zones[round % Self.zones.count]
        group.addTask {
          LocalZone(name)?.offsets(atLocal: Self.winter).first == hours * 3_600_000_000
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test func `a name that leads out of the table of zones is none`() {
    for name in ["../../etc/passwd", "/etc/localtime", "", "Nowhere/Land", "+15:00"] {
      #expect(LocalZone(name) == nil, "\(name)")
    }
  }
}
