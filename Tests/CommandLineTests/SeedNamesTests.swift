import TestSupport
import Testing

/// A name with underscores in the plugin's documents means the field of the catalogue.
struct SeedNamesTests {
  private static let names: [(event: String, other: String, fields: [(String, String, String)])] = [
    (
      "message_evaluated", #""eligible":true"#,
      [
        ("messageId", "id", #""m1""#),
        ("postedAt", "posted_at", #""2025-11-01T00:00:00Z""#),
        ("expiresAt", "expires_at", #""2025-12-01T00:00:00Z""#),
        ("targetRegions", "target_regions", #"["BC","AB"]"#),
        ("targetRegions", "target_region", #"["CA"]"#),
        ("targetVersion", "target_version", #"">=1.3""#),
      ]
    ),
    (
      "feed_check", #""status":200"#,
      [
        ("selectedRegion", "selected_region", #""BC""#),
        ("installedVersion", "installed_version", #""1.4.0""#),
      ]
    ),
    (
      "missed_detected", #""kind":"alarm""#,
      [("scheduledTime", "scheduled_time", #""2025-11-14T05:53:00Z""#)]
    ),
    (
      "alarm_fired", #""scheduleId":"s1""#,
      [("scheduledTime", "scheduled_time", "1763099580000")]
    ),
    (
      "delivery_status", #""id":"n1""#,
      [("deliveryStatus", "delivery_status", #""missed""#)]
    ),
    (
      "auth_token", #""kind":"jwant""#,
      [("authData", "auth_data", "true"), ("authData", "auth_data", #""MEUCIQDx+/==""#)]
    ),
    ("http_request", #""method":"GET""#, [("requestId", "request_id", #""r1""#)]),
    (
      "http_response", #""status":200"#,
      [("requestId", "request_id", #""r1""#), ("durationMs", "duration_ms", "80")]
    ),
    (
      "config_applied", #""retryAttempts":3"#,
      [("apiServer", "api_server", #""https://a.example""#)]
    ),
  ]

  @Test(arguments: names.indices)
  func `both names of a field are one`(index: Int) throws {
    let directory = try TemporaryDirectory()
    let row = Self.names[index]
    for (name, other, value) in row.fields {
      let lines = [name, other].map { key in
        #"{"event":"\#(row.event)",\#(row.other),"\#(key)":\#(value)}"#
      }
      try directory.add("device.log", lines.joined(separator: "\n[DNP-PLUGIN] -\n") + "\n")
      let result = try Dnplog.run(["events", "device.log"], in: directory)
      let events = try result.output.split(separator: "\n").map { try JSONText(String($0)) }
        .filter { $0["event"].string == row.event }
      #expect(events.count == 2)
      #expect(events.first?["fields"] == events.last?["fields"])
      #expect(events.first?["fields"].keys.contains(name) == true)
    }
  }

  @Test(arguments: [
    (#""expires_at":"2025-11-10T00:00:00Z""#, "pull-notifications/expired-message-is-not-eligible"),
    (#""target_version":">=2.0.0""#, "pull-notifications/other-version-is-not-eligible"),
    (#""target_regions":["AB"]"#, "pull-notifications/other-region-is-not-eligible"),
    (#""targetRegions":"AB""#, "pull-notifications/other-region-is-not-eligible"),
    (#""targetRegions":"BC""#, "json-records/other-members-have-their-types"),
  ])
  func `what the seeds name is judged`(member: String, rule: String) throws {
    let directory = try TemporaryDirectory()
    try directory.add(
      "device.log",
      """
      2025-11-14 06:00:00.000000+0000 App[201:1] [DNP-PULL] {"event":"feed_check","status":200,"messages":1,"selected_region":"BC","installed_version":"1.4.0","timestamp":"2025-11-14T06:00:00Z"}
      2025-11-14 06:00:00.200000+0000 App[201:1] [DNP-PULL] {"event":"message_evaluated","id":"m1","eligible":true,\(member),"timestamp":"2025-11-14T06:00:00Z"}
      2025-11-14 06:00:00.400000+0000 App[201:1] [DNP-PULL] Message displayed (id=m1)
      2025-11-14 06:00:00.600000+0000 App[201:1] [DNP-PULL] Receipt stored (id=m1)

      """)
    let judged = try Dnplog.judge(["--profile", "pull", "device.log"], in: directory)
    let findings = try #require(judged.summary)["findings"].elements
    #expect(
      findings.contains { $0["rule"].string == rule && $0["outcome"].string == "violated" },
      "\(findings.map { $0["rule"].string ?? "" })")
  }
}
