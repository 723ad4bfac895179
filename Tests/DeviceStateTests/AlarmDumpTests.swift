import Testing

@testable import DeviceState

private let app = "com.example.daily"
private let forceStop =
  "The alarm by which WorkManager notices a force stop of com.example.daily is left out: it is set ten"
  + " years ahead and shows no notification"
private let oneOther =
  "1 other alarm of com.example.daily is left out: its tag is not the plugin's"

/// What a dump must be read as.
private struct Reading: Sendable, CustomTestStringConvertible {
  var file: String
  var takenAt: Int64
  var utcOffset: Int?
  var rows: [String]
  var notes: [String] = []

  var testDescription: String { file }
}

private let daily = "set_alarm app=com.example.daily tag="
private let readings = [
  Reading(
    file: "alarm-2.3.txt", takenAt: 1_375_000_000_000_000,
    rows: ["4 set_alarm app=com.example.daily triggerAt=@1375003600000000"]),
  Reading(
    file: "alarm-4.4.txt", takenAt: 1_389_038_429_079_000, utcOffset: -8 * 3600,
    rows: [
      "12 set_alarm app=com.example.daily triggerAt=@1389038476871000 window=0",
      "15 set_alarm app=com.example.daily triggerAt=@1389038482803000",
    ], notes: [forceStop]),
  Reading(
    file: "alarm-7.txt", takenAt: 1_469_133_848_231_000, utcOffset: 8 * 3600,
    rows: [
      "27 \(daily)com.timesafari.daily.NOTIFICATION triggerAt=@1469138400000000 window=0",
      "35 \(daily)com.example.daily/com.timesafari.dailynotification.PrefetchReceiver"
        + " triggerAt=@1469138448231000 window=3600000",
      "54 \(daily)com.example.daily.DAILY_NOTIFICATION_RETRY triggerAt=@1469133600000000"
        + " window=1350000",
    ], notes: [forceStop]),
  Reading(
    file: "alarm-10.txt", takenAt: 1_790_000_000_000_000, utcOffset: -9000,
    rows: [
      "24 \(daily)com.example.daily/com.timesafari.dailynotification.NotifyReceiver"
        + " triggerAt=@1790033893903000 window=0",
      "30 \(daily)com.example.daily.daily.NOTIFICATION triggerAt=@1790036000000000 window=27000000"
        + " firesAt=@1790041200000000",
    ], notes: [oneOther, forceStop]),
  Reading(
    file: "alarm-11.txt", takenAt: 1_771_950_524_489_000, utcOffset: 3600,
    rows: [
      "11 \(daily)org.timesafari.daily.NOTIFICATION triggerAt=@1771964200000000 window=0",
      "25 \(daily)com.example.daily/com.timesafari.dailynotification.NotifyReceiver"
        + " triggerAt=@1771950464489000 window=0",
      "35 \(daily)com.example.daily.DAILY_NOTIFICATION_CLEANUP triggerAt=@1771950404489000 window=0",
    ]),
  newer("alarm-12.txt", utcOffset: 0, firesAt: " firesAt=@1771968524489000"),
  newer("alarm-14.txt", utcOffset: 8 * 3600),
  newer("alarm-16.txt", utcOffset: 20700, firesAt: " firesAt=@1771959524489000"),
  newer("alarm-miui.txt", utcOffset: 8 * 3600, firesAt: " firesAt=@1772209537883000"),
]

/// The fixtures from Android 12 on, which differ in their zone and in what the system pushes back.
private func newer(_ file: String, utcOffset: Int, firesAt: String = "") -> Reading {
  Reading(
    file: file, takenAt: 1_771_950_524_489_000, utcOffset: utcOffset,
    rows: [
      "38 \(daily)com.timesafari.daily.NOTIFICATION triggerAt=@1771964200000000 window=0",
      "47 \(daily)com.example.daily/com.timesafari.dailynotification.DailyNotificationReceiver"
        + " triggerAt=@1771957724489000 window=3600000\(firesAt)",
      "53 \(daily)com.example.daily/.DailyNotificationWatch triggerAt=@1771954124489000"
        + " window=2700000",
    ], notes: [oneOther, forceStop])
}

@Suite struct AlarmDumpTests {
  @Test(arguments: readings)
  private func `reads the alarms that wait, in the form of each release`(_ reading: Reading) throws
  {
    let states = try states(of: reading.file, apps: [app])
    #expect(states.count == 1)
    let state = try #require(states.first)
    #expect(state.kind == .alarmDump)
    #expect(state.path == "dumps/\(reading.file)")
    #expect(state.platform == "android")
    #expect(state.takenAt == .instant(reading.takenAt))
    #expect(state.utcOffset == reading.utcOffset)
    #expect(state.lists == [.alarms])
    #expect(state.tables.map(\.name) == [reading.file])
    #expect(state.shownRows == reading.rows)
    #expect(state.notes == reading.notes)
  }

  @Test(arguments: readings.filter { $0.rows.contains { $0.contains("tag=") } })
  private func `tells the plugin's alarms by their tags, without the app`(_ reading: Reading) throws
  {
    let state = try #require(try states(of: reading.file).first)
    #expect(state.shownRows == reading.rows)
    #expect(state.lists == [.alarms])
  }

  @Test func `knows no alarm of a release without tags, unless the app is named`() throws {
    let state = try #require(try states(of: "alarm-4.4.txt").first)
    #expect(state.shownRows.isEmpty)
    #expect(state.lists.isEmpty)
    #expect(
      state.notes == [
        "The alarms of this release have no tags: name the app to find its own"
      ])
  }

  @Test func `leaves out the alarms of an app that has none of the plugin's, and says how many`()
    throws
  {
    let text = try String(decoding: dump("alarm-14.txt"), as: UTF8.self)
      .replacing("timesafari.daily", with: "example.weekly").replacing("DailyN", with: "N")
    let state = try #require(try states(in: text, apps: [app]).first)
    #expect(state.lists == [.alarms])
    #expect(state.shownRows.isEmpty)
    #expect(
      state.notes == [
        "4 other alarms of com.example.daily are left out: their tags are not the plugin's",
        forceStop,
      ])
    #expect(try states(in: text).first?.notes == [])
  }

  @Test func `takes no other library for the plugin in an app that has its name`() throws {
    let text = try String(decoding: dump("alarm-14.txt"), as: UTF8.self)
      .replacing("com.example.daily", with: "app.timesafari.app")
    let state = try #require(try states(in: text).first)
    #expect(state.tables[0].rows.map(\.line) == [38, 47, 53])
    #expect(
      state.notes.first
        == "1 other alarm of app.timesafari.app is left out: its tag is not the plugin's")
  }

  @Test func `reads CR LF, a byte order mark and a paste without indents`() throws {
    let bytes = try dump("alarm-10.txt")
    let whole = try #require(try states(of: "alarm-10.txt").first)
    let text = String(decoding: bytes, as: UTF8.self)
    let flat = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.drop { $0 == " " } }.joined(separator: "\n")
    for form in [text.replacing("\n", with: "\r\n"), "\u{FEFF}" + text, flat] {
      let state = try #require(try states(in: form).first)
      #expect(state.tables[0].rows == whole.tables[0].rows)
      #expect(state.notes == whole.notes)
      #expect(state.lists == [.alarms])
      #expect(state.takenAt == whole.takenAt)
      #expect(state.utcOffset == whole.utcOffset)
    }
  }

  @Test(arguments: [
    ("    ELAPSED_WAKEUP #1:", "The list of alarms is cut: it names 6 and holds 4", 2),
    ("LazyAlarmStore", nil, 3),
    ("listener=", "The list of alarms is cut: its last alarm is not whole", 3),
    ("  6 pending alarms:", "The dump is cut: it holds no list of the alarms that wait", 0),
  ])
  func `says that a list is cut, and keeps its rows`(
    end: String, gap: String?, rows: Int
  ) throws {
    let text = try String(decoding: dump("alarm-14.txt"), as: UTF8.self)
    let place = try #require(text.firstRange(of: end)).lowerBound
    let state = try #require(try states(in: String(text[..<place]), apps: [app]).first)
    #expect(state.shownRows.count == rows)
    #expect(state.gap == gap)
    #expect(state.lists == (gap == nil ? [.alarms] : []))
  }

  @Test(arguments: [
    ("num=2", "num=3", "a batch holds another number of alarms than it names"),
    ("batches: 4", "batches: 5", "it names 5 batches and holds 4"),
  ])
  func `counts the batches and their alarms`(old: String, new: String, note: String) throws {
    let text = try String(decoding: dump("alarm-10.txt"), as: UTF8.self)
    let state = try #require(try states(in: text.replacing(old, with: new)).first)
    #expect(state.shownRows.count == 2)
    #expect(state.lists.isEmpty)
    #expect(state.gap == "The list of alarms is cut: " + note)
  }

  @Test func `refuses a dump without a clock`() throws {
    #expect(
      refusal(of: try dump("alarm-4.1.txt"))
        == StateError(
          "a.txt", line: 1,
          "this is `dumpsys alarm` of Android 4.0 to 4.3, which tells only the local time",
          advice: "take the dump on Android 4.4 or later"))
    #expect(
      refusal(of: Array("\nCurrent Alarm Manager state:\n  1 pending alarms:\n".utf8))
        == StateError(
          "a.txt", line: 2, "this is `dumpsys alarm` without the line of its clock, nowRTC=",
          advice: "save the whole dump: adb shell dumpsys alarm > alarms.txt"))
    let line =
      "    RTC_WAKEUP #3: Alarm{2ef432f type 0 origWhen 1 whenElapsed 2 com.example.daily}\n"
    #expect(
      refusal(of: Array(line.utf8))
        == StateError(
          "a.txt", line: 1,
          "these are lines of `dumpsys alarm`, without the one of its clock, nowRTC=",
          advice: "save the whole dump: adb shell dumpsys alarm > alarms.txt"))
  }

  @Test(arguments: [true, false])
  func `refuses a dump in UTF-16, and no other file in it`(isLittle: Bool) throws {
    func wide(_ text: String) -> [UInt8] {
      ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
        let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        return isLittle ? bytes : bytes.reversed()
      }
    }
    let dump = wide(try String(decoding: dump("alarm-14.txt"), as: UTF8.self))
    for bytes in [dump, Array(dump.dropFirst(2))] {
      #expect(
        refusal(of: bytes)
          == StateError(
            "a.txt", "this dump is in UTF-16, which the > of PowerShell writes",
            advice:
              "save it as UTF-8: adb shell dumpsys alarm | Out-File -Encoding utf8 alarms.txt"))
    }
    #expect(refusal(of: wide("a log\nof nothing\n")) == nil)
  }

  @Test func `reads two dumps behind each other as two states`() throws {
    let text = try String(decoding: dump("alarm-14.txt") + dump("alarm-16.txt"), as: UTF8.self)
    let states = try states(in: text)
    #expect(states.map(\.utcOffset) == [28800, 20700])
    #expect(states.map { $0.tables[0].rows.count } == [3, 3])
    #expect(states.map { $0.tables[0].name } == ["a.txt:alarms", "a.txt:alarms"])
  }

  @Test(arguments: [
    "", "\n\n", "a log line\n",
    "02-25 00:28:39.123  1  2 I ActivityManager: RTC_WAKEUP #0: Alarm{1}",
    "Permission Denial: can't dump AlarmManager from pid=1, uid=2000\n",
    "DUMP OF SERVICE alarm:\n*** SERVICE 'alarm' DUMP TIMEOUT (10000ms) EXPIRED ***\n",
  ])
  func `finds no state in a text that is no dump`(text: String) throws {
    #expect(try states(in: text).isEmpty)
  }
}
