import Foundation
import RunReport
import Testing

@Suite struct JSONRendererTests {
  private func json(_ summary: RunSummary, isPretty: Bool = false) -> String {
    var style = ReportStyle()
    style.isOneLine = !isPretty
    return String(decoding: JSONRenderer.report(of: summary, style), as: UTF8.self)
  }

  private func object(_ text: String) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test
  func `the keys are those of the contract, in its order`() {
    let expected = #"""
      {"schema":"dnplog.run/1","tool":{"name":"dnplog","version":"1.0"},"verdict":"fail",\#
      "exitStatus":1,"profile":"prefetch-mvp","inputs":[{"name":"device.log",\#
      "container":{"threadtime":12},"compression":"none","bytes":2048,"lines":40,"events":11,\#
      "unclassified":1,"damage":{"kind":"truncated","offsetBytes":1024},\#
      "families":{"bracket":12},"examples":["[DNP-FETCH] what is this"],"head":"unknown",\#
      "tail":"cut","firstTime":"2025-11-14T05:48:00Z","lastTime":"2025-11-14T05:53:00.500Z",\#
      "cutLines":0}],\#
      "assumptions":[{"what":"timezone","value":"UTC","why":"the lines name none",\#
      "notable":false,"runs":0,"runNames":[]}],\#
      "environment":{"platform":"ios","simulator":false,"lowPower":false,"network":"wifi",\#
      "device":"iPhone 15 Pro"},\#
      "counters":{"dnp_prefetch_scheduled_total":{"derived":1,"reported":null},\#
      "dnp_prefetch_executed_total":{"derived":1,"reported":2},\#
      "dnp_prefetch_success_total":{"derived":0,"reported":null},\#
      "dnp_prefetch_failure_total":{"derived":{"NETWORK":0,"AUTH":0,"SYSTEM":0},\#
      "reported":{"NETWORK":0,"AUTH":null,"SYSTEM":null}},\#
      "dnp_prefetch_used_for_notification_total":{"derived":0,"reported":null}},\#
      "cycles":[{"scheduleId":"daily-1","notificationTime":"2025-11-14T05:53:00Z",\#
      "outcome":"not_delivered","leadSeconds":300,"executionDelaySeconds":12,\#
      "deliveryDriftSeconds":null,"contentHashMatch":null,"scheduleHashMatch":null,\#
      "cachePersistence":"unknown","steps":[\#
      {"event":"bgtask_scheduled","time":"2025-11-14T05:48:00Z","line":3,"status":"seen",\#
      "stage":"schedule"},\#
      {"event":"bgtask_handler_invoked","time":"2025-11-14T05:48:12Z","line":9,\#
      "status":"seen","stage":"execution"},\#
      {"event":"fetch_start","time":"2025-11-14T05:48:12.250Z","line":12,"status":"late",\#
      "stage":"execution"},\#
      {"event":"fetch_success | fetch_failure","time":null,"line":null,"status":"missing",\#
      "stage":"execution"},\#
      {"event":"notification_delivered","time":null,"line":null,"status":"excused",\#
      "stage":"delivery"}],\#
      "lines":[{"file":"device.log","first":3,"last":20}],\#
      "derived":{"leadCapped":false,"leadAtExecutionSeconds":288,"fetchDurationSeconds":null,\#
      "cacheAgeAtDeliverySeconds":null,"ttlValid":null,"fetched":false,"usedCached":null,\#
      "fallbackCause":null,"failureReason":null,"notShownReason":null,\#
      "scheduledAheadSeconds":null,"baseline":null,"assumed":[],\#
      "beginTime":"2025-11-14T05:48:00Z","handlerTime":"2025-11-14T05:48:12Z",\#
      "deliveryTime":null,"shownFromCache":null,"number":0}}],\#
      "findings":[{"rule":"prefetch-cycle/fetch-has-outcome","covers":["SEQ-09"],\#
      "outcome":"violated","class":"plugin","severity":"error","bucket":"A",\#
      "message":"The fetch started and nothing ended it.","cause":null,\#
      "scope":{"process":1,"cycle":"daily-1","cycles":[]},"missing":["fetch_success",\#
      "fetch_failure"],\#
      "reason":"not_seen","deadline":"2025-11-14T05:48:42Z",\#
      "steps":[{"event":"fetch_start","line":12,"status":"seen"}],\#
      "nearMisses":[{"reason":"seen_late","offsetSeconds":4.2,"line":40,\#
      "event":"fetch_success","detail":""}],\#
      "evidence":[{"file":"device.log","line":12,"time":"2025-11-14T05:48:12.250Z",\#
      "event":"fetch_start","text":"[DNP-FETCH] Starting fetch\u001b[2J","role":"met",\#
      "carried":false}],\#
      "hints":["Check network connectivity","Verify the API endpoint is accessible"],\#
      "fingerprint":"4e592a56cdb001f8","known":false,\#
      "title":"A started fetch ends in success or failure","condition":""}],\#
      "rules":{"satisfied":3,"violated":1,"excused":0,"inconclusive":0,"not_applicable":1},\#
      "omitted":{"cycles":0,"findings":0},"skipped":[{"rule":"pull/ack","reason":"vacuous"}],\#
      "histograms":{"executionDelaySeconds":{"edges":[1,5,30,60,300,900],\#
      "counts":[0,0,1,0,0,0,0],"sum":12,"count":1,"min":12,"max":12},\#
      "deliveryDriftSeconds":{"edges":[-180,-1,1,5,30,60,180,900],\#
      "counts":[0,0,0,0,0,0,0,0,0],"sum":0,"count":0,"min":null,"max":null},\#
      "fetchDurationSeconds":{"edges":[0.1,0.5,1,2,5,10,30],\#
      "counts":[0,0,0,0,0,0,0,0],"sum":0,"count":0,"min":null,"max":null},\#
      "leadSeconds":{"edges":[60,300,600,900,1800,3600],\#
      "counts":[0,0,0,0,0,0,0],"sum":0,"count":0,"min":null,"max":null},\#
      "leadAtExecutionSeconds":{"edges":[0,60,120,180,240,300,900,3600],\#
      "counts":[0,0,0,0,0,0,0,0,0],"sum":0,"count":0,"min":null,"max":null},\#
      "cacheAgeAtDeliverySeconds":{"edges":[60,300,900,3600,21600,86400],\#
      "counts":[0,0,0,0,0,0,0],"sum":0,"count":0,"min":null,"max":null}},\#
      "interrupted":false,"scenarios":[],\#
      "runTemplate":{"date":"2025-11-14T05:48:00Z","deviceModel":"iPhone 15 Pro",\#
      "iosVersion":null,"appBuild":null,"scenarioIds":["one-cycle"],\#
      "conditions":{"power":null,"network":"wifi","lowPower":false,"backgroundRefresh":null},\#
      "outcomes":[{"cycle":"daily-1","leadSeconds":300,\#
      "prefetchScheduledAt":"2025-11-14T05:48:00Z","bgTaskExecutedAt":"2025-11-14T05:48:12Z",\#
      "notificationFiredAt":null,"cachedContentUsed":null,\#
      "execution":"scheduled 5min before, executed 288s before = within heuristics",\#
      "contentHashMatch":null,"scheduleHashMatch":null,"cachePersistence":null}],\#
      "telemetry":{"scheduled":1,"executed":1,"success":0,"used":0},\#
      "failures":["prefetch-cycle/fetch-has-outcome: The fetch started and nothing ended it. \#
      (device.log:12)","device.log:18: Fetch failed","device.log:19: No cached content"],\#
      "omitted":{"outcomes":0,"failures":0}},\#
      "testRun":{"date":"2025-11-14T05:48:00Z","device":"iPhone 15 Pro","iosVersion":null,\#
      "outcome":{"prefetchScheduledAt":"2025-11-14T05:48:00Z",\#
      "bgTaskExecutedAt":"2025-11-14T05:48:12Z","notificationFiredAt":null,\#
      "cachedContentUsed":null,\#
      "errors":["Fetch failed","The fetch started and nothing ended it."]},\#
      "telemetry":{"scheduled":1,"executed":1,"success":0,"used":0}},\#
      "verdicts":{"logic":"fail","timing":"pass"},\#
      "timing":[{"by":"day","value":"2025-11-14","cycles":1,"executed":1,\#
      "executionDelaySeconds":{"edges":[1,5,30,60,300,900],"counts":[0,0,1,0,0,0,0],\#
      "sum":12,"count":1,"min":12,"max":12}}],"reasons":["1 rule is violated."],\#
      "totals":{"cycles":{"used_prefetch":0,"fallback":0,"delivered":0,"not_delivered":1,\#
      "refused":0,"excused":0,"open":0},"findings":[{"pack":"prefetch-cycle",\#
      "outcome":"violated","class":"plugin","severity":"error","count":1,"known":0}],\#
      "reports":{"runs":0,"reporting":0,"process":null}},"satisfied":[],"unsatisfied":[],\#
      "strict":false,"profileMessage":"","scenarioIds":["one-cycle"],\#
      "failures":[{"file":"device.log","line":18,"time":null,"event":"fetch_failure",\#
      "text":"Fetch failed","role":"met","carried":false,"error":true},{"file":"device.log",\#
      "line":19,"time":null,"event":"cache_miss","text":"No cached content","role":"met",\#
      "carried":false,"error":false}],"omittedFailures":0}

      """#
    #expect(json(failedRun()) == expected)
  }

  @Test
  func `the indented form says the same as the line`() throws {
    let pretty = json(failedRun(), isPretty: true)
    #expect(
      pretty.hasPrefix(
        """
        {
          "schema": "dnplog.run/1",
          "tool": {"name": "dnplog", "version": "1.0"},
          "verdict": "fail",
        """))
    #expect(try object(pretty) == object(json(failedRun())))
  }

  @Test
  func `an empty summary is a whole document`() throws {
    #expect(try object(json(RunSummary(), isPretty: true))["verdict"] as? String == "inconclusive")
  }

  @Test(arguments: [
    "\"},{\"verdict\":\"pass", "\\", "\u{0}\u{1B}\u{7F}\u{9B}", "</script><!--",
    "\u{202E}\u{2028}",
    "\n\r\t\u{8}\u{C}", "😀\u{10FFFF}",
  ])
  func `hostile text comes back as it was`(text: String) throws {
    var summary = failedRun()
    summary.inputs[0].name = text
    summary.inputs[0].families = [.init(name: text, count: 1)]
    summary.environment = [.init(key: text, value: .string(text))]
    summary.findings[0].evidence[0].text = text
    summary.cycles[0].scheduleId = text
    let line = json(summary)
    let root = try object(line)
    #expect(!line.dropLast().utf8.contains { $0 < 0x20 || $0 == 0x7F })
    #expect(!line.contains("</"))
    let input = try #require((root["inputs"] as? [NSDictionary])?.first)
    #expect(input["name"] as? String == text)
    #expect(input["families"] as? [String: Int] == [text: 1])
    #expect(root["environment"] as? [String: String] == [text: text])
    #expect((root["cycles"] as? [NSDictionary])?.first?["scheduleId"] as? String == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number is null`(value: Double) throws {
    var summary = failedRun()
    summary.cycles[0].leadSeconds = value
    summary.distributions[.executionDelay].add(value)
    let root = try object(json(summary))
    #expect((root["cycles"] as? [NSDictionary])?.first?["leadSeconds"] is NSNull)
    #expect(summary.distributions[.executionDelay].count == 1)
  }

  @Test
  func `several runs are told one by one, and those not kept are counted`() {
    var summary = failedRun()
    summary.verdicts = [
      RunVerdict(name: "a.log", verdict: .fail, reason: "1 plugin fault"),
      RunVerdict(name: "b.log", verdict: .pass, reason: "1 cycle"),
    ]
    // Of one run the summary's own verdict is all.
    #expect(!json(summary).contains("\"runs\":["))
    summary.runs = 5
    #expect(
      json(summary).contains(
        #"""
        "runs":[{"name":"a.log","verdict":"fail","reason":"1 plugin fault"},\#
        {"name":"b.log","verdict":"pass","reason":"1 cycle"}],"omittedRuns":3
        """#))
  }
}
