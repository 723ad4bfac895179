import Simulator
import Testing

/// Sync, pulled messages and requests keep to the seeds as long as the plugin does not err.
@Suite struct AreaModelTests {
  private static func handled(_ group: Scenario.Group) -> [Scenario] {
    AreaRuns.scenarios.filter { scenario in
      scenario.group == group && scenario.injects.allSatisfy { $0.outcome != .violated }
    }
  }

  @Test
  func `each run of the wallet's task submits the next one first and completes once`() throws {
    for scenario in Self.handled(.sync) {
      let records = try AreaRuns.trace(of: scenario).records
      for index in records.indices where records[index].event == "bgtask_handler_invoked" {
        #expect(records[index + 1].event == "bgtask_submit", "\(scenario.name)")
        let end = records[(index + 1)...].prefix { $0.event != "app_state" }
        let hasEnded = end.contains { $0.event == "sync_stop" }
        #expect(hasEnded || records[end.endIndex].text("by") == "user", "\(scenario.name)")
        let completions = end.count { $0.event == "bgtask_completed" }
        #expect(completions == (hasEnded ? 1 : 0), "\(scenario.name)")
        let isUpToDate = end.contains { $0.text("state") == "upToDate" }
        for completion in end where completion.event == "bgtask_completed" {
          #expect(completion.bool("success") == isUpToDate, "\(scenario.name)")
        }
      }
    }
  }

  @Test
  func `one message is shown after a look at the feed at most, and none twice`() throws {
    for scenario in Self.handled(.pull) where scenario.name != "pull-evaluates-unchanged" {
      let trace = try AreaRuns.trace(of: scenario, days: 6)
      let shown = trace.all("message_displayed").compactMap { $0.text("messageId") }
      #expect(!shown.isEmpty)
      #expect(Set(shown).count == shown.count, "\(scenario.name)")
      #expect(trace.all("receipt_stored").compactMap { $0.text("messageId") } == shown)
      #expect(trace.snapshot?.receipts?.map(\.messageId) == shown)
      let looks = trace.records.split { $0.event == "feed_check" }
      #expect(looks.allSatisfy { $0.count { $0.event == "message_displayed" } <= 1 })
    }
  }

  @Test
  func `a message that is shown is eligible, and none that is comes before it`() throws {
    for scenario in Self.handled(.pull) where scenario.name != "pull-evaluates-unchanged" {
      for look in try AreaRuns.trace(of: scenario).records.split(whereSeparator: {
        $0.event == "feed_check"
      }) {
        let eligible = look.filter { $0.bool("eligible") == true }
        guard let shown = look.first(where: { $0.event == "message_displayed" }) else { continue }
        let best = eligible.min {
          ($1.int("priority") ?? 0, $0.instant("postedAt") ?? 0)
            < ($0.int("priority") ?? 0, $1.instant("postedAt") ?? 0)
        }
        #expect(best?.text("messageId") == shown.text("messageId"), "\(scenario.name)")
      }
    }
  }

  @Test
  func `a cursor moves forward only, and only once the last page is there`() throws {
    for scenario in Self.handled(.api) {
      let records = try AreaRuns.trace(of: scenario).records
      for index in records.indices where records[index].event == "cursor_advanced" {
        let from = try #require(records[index].text("from"))
        let to = try #require(records[index].text("to"))
        #expect(from < to, "\(scenario.name)")
        let answer = records[..<index].last { $0.event == "http_response" }
        #expect(answer?.bool("hitLimit") == false, "\(scenario.name)")
        #expect(answer?.text("lastId") == to, "\(scenario.name)")
      }
    }
  }

  @Test
  func `a request carries a token within its lifetime, and is answered or fails`() throws {
    for scenario in Self.handled(.api) {
      let records = try AreaRuns.trace(of: scenario).records
      var ends: [String: Int64] = [:]
      for (index, record) in records.enumerated() {
        if record.event == "auth_token", let id = record.text("tokenId") {
          ends[id] = (record.int("exp") ?? 0) * 1_000_000
        }
        // A prefetch for a notification asks without an id.
        guard record.event == "http_request", record.text("requestId") != nil else { continue }
        if let id = record.text("tokenId") {
          #expect(record.time < ends[id] ?? 0, "\(scenario.name)")
        }
        let next = records[(index + 1)...].first { $0.event != "request_deduplicated" }
        #expect(
          next?.event == "http_response" || next?.event == "fetch_failure", "\(scenario.name)")
      }
    }
  }

  @Test
  func `a token that was refused is not sent again`() throws {
    for scenario in Self.handled(.api) {
      var sent: String?
      var refused: Set<String> = []
      for record in try AreaRuns.trace(of: scenario).records {
        if record.event == "http_request" {
          sent = record.text("tokenId")
          if let sent { #expect(!refused.contains(sent), "\(scenario.name)") }
        } else if record.event == "http_response", record.int("status") == 401, let sent {
          refused.insert(sent)
        }
      }
      #expect(refused.isEmpty || scenario.injects.contains { $0.rows.contains("AUT-14") })
    }
  }

  @Test
  func `each further attempt waits at least one and a half times as long`() throws {
    for scenario in Self.handled(.api) {
      var last: (id: String, delay: Int64)?
      for record in try AreaRuns.trace(of: scenario).all("retry_scheduled") {
        guard case .duration(let delay) = record["delayMs"], let id = record.text("requestId")
        else { continue }
        if let last, last.id == id { #expect(delay * 2 >= last.delay * 3, "\(scenario.name)") }
        last = (id, delay)
        #expect(record.int("attempt") ?? 9 <= 4, "\(scenario.name)")
      }
    }
  }

  @Test
  func `an open breaker lets no request through until it is tried again`() throws {
    var open: Set<String> = []
    var openings = 0
    for record in try AreaRuns.trace(of: "api-failing").records {
      if record.event == "circuit_state", let endpoint = record.text("endpoint") {
        if record.text("state") == "open" {
          open.insert(endpoint)
          openings += 1
        } else {
          open.remove(endpoint)
        }
      }
      if record.event == "http_request", let path = record.text("path") {
        #expect(!open.contains(path))
      }
    }
    #expect(openings > 0)
  }
}
