import TestSupport
import Testing

/// Why a notification was shown without what was to be prefetched for it.
struct FallbackTests {
  @Test(arguments: [
    ("timing/lead-disabled.log", "prefetch_disabled", nil),
    ("env/refresh-off.log", "submission_failed", nil),
    ("env/low-power-skipped.log", "task_not_run", nil),
    ("timing/late-after-notification.log", "task_late", nil),
    ("inject/network.log", "fetch_failed", "NETWORK"),
    ("inject/jwt-401.log", "fetch_failed", "AUTH"),
    ("hints/fetch-no-success.log", "fetch_unfinished", nil),
    ("inject/storage-failure.log", "not_stored", nil),
    ("timing/ttl-expired-miss.log", "expired", nil),
    ("hints/prepare-no-cache.log", "not_found", nil),
  ])
  func theFirstThatWentWrongIsTold(log: String, cause: String, reason: String?) throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path(log)], in: directory)
    let cycles = judged.summary?["cycles"].elements ?? []
    let fallen = try #require(cycles.first { $0["outcome"].string == "fallback" })
    #expect(fallen["derived"]["fallbackCause"].string == cause)
    if let reason { #expect(fallen["derived"]["failureReason"].string == reason) }
  }

  @Test func whatUsedThePrefetchHasNone() throws {
    let directory = try TemporaryDirectory()
    let judged = try Dnplog.judge([Samples.path("prefetch/two-days.log")], in: directory)
    for cycle in judged.summary?["cycles"].elements ?? [] {
      #expect(cycle["derived"]["fallbackCause"] == .null)
    }
    #expect(judged.cycles.count == 2)
  }

  @Test func theReportSaysItBesideTheCycle() throws {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(["validate", Samples.path("inject/network.log")], in: directory)
    #expect(result.output.contains("fell back: the prefetch failed (NETWORK)\n"))
  }
}
