import Testing

@testable import DeviceState

private func text(_ text: String) -> DumpText { DumpText(text.utf8) }

@Suite struct DumpTextTests {
  @Test(
    arguments: [
      ("+6d21h30m46s438ms", 595_846_438), ("-2h3m", -7_380_000), ("+1h0m0s0ms", 3_600_000),
      ("0", 0),
      ("--", nil), ("+", nil), ("", nil), ("12", nil), ("+5", nil), ("+5x", nil), ("+5m6", nil),
      ("+9223372036854775807d", nil), ("+9223372036854775807ms1ms", nil), ("+438ms", 438),
    ] as [(String, Int64?)])
  func `reads the spans of Android`(span: String, milliseconds: Int64?) {
    #expect(text(span).milliseconds == milliseconds)
  }

  @Test func `finds a member by its whole name`() {
    let line = text("type=0 maxWhen=1 when=2 window=+1h0m0s0ms when=3")
    #expect(line.member("when")?.string == "2")
    #expect(line.member("window")?.string == "+1h0m0s0ms")
    #expect(line.member("type")?.string == "0")
    #expect(line.member("hen") == nil)
    #expect(text("").member("a") == nil)
  }

  @Test(arguments: [
    ("com.timesafari.daily.NOTIFICATION", true), ("com.example.daily.NOTIFICATION", true),
    ("com.example.DAILY_NOTIFICATION_RETRY", true),
    ("com.example/.DailyNotificationReceiver", true),
    ("com.example/org.TimeSafari.Receiver", true), ("app.timesafari/androidx.core.Receiver", false),
    ("app.timesafari/.Receiver", true), ("com.example.weekly.NOTIFICATION", false),
    ("ACTION_FORCE_STOP_RESCHEDULE", false), ("", false), ("/", false), ("a/", false),
    (
      "app.timesafari/androidx.work.impl.utils.ForceStopRunnable$BroadcastReceiver", false
    ),
  ])
  func `knows the plugin's tags`(tag: String, isOwn: Bool) {
    #expect(PluginNames.own(tag: text(tag)) == isOwn)
  }

  @Test(arguments: [
    ("*walarm*:a.b", "a.b"), ("*alarm*:a", "a"), ("*job.delay*/a/b", "a/b"), ("a*b*:c", "a*b*:c"),
    ("*", "*"), ("**", "**"), ("*a*", "*a*"), ("*a*:", ""),
  ])
  func `takes away what the system puts before a tag`(tag: String, bare: String) {
    #expect(PluginNames.bare(text(tag)).string == bare)
  }
}
