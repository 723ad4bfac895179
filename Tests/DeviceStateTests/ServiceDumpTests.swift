import Testing

@testable import DeviceState

private let app = "com.example.daily"
private let exactAlarmNote =
  "Whether com.example.daily may set exact alarms is told by `adb shell appops get com.example.daily`"
  + " alone"

@Suite struct ServiceDumpTests {
  @Test func `reads the notifications that are shown, whatever their texts look like`() throws {
    let state = try #require(try states(of: "notification-13.txt", apps: [app]).first)
    #expect(state.kind == .notificationDump)
    #expect(state.lists == [.delivered])
    #expect(state.takenAt == nil)
    #expect(
      state.shownRows == [
        "6 delivered_notification notificationId=daily 2026-02-24 app=com.example.daily"
          + " deliveredAt=@1771920000123000",
        "28 delivered_notification notificationId=77 app=com.example.daily"
          + " deliveredAt=@1771930000456000",
        "31 delivered_notification notificationId=5 app=com.example.second"
          + " deliveredAt=@1771940000789000",
      ])
  }

  @Test func `tells the plugin's notifications by their channels, without the app`() throws {
    let state = try #require(try states(of: "notification-13.txt").first)
    #expect(state.tables[0].rows.map(\.line) == [6, 31])
  }

  @Test func `reads the notifications of Android 4, whose numbers are in base 16`() throws {
    let state = try #require(try states(of: "notification-4.txt", apps: [app]).first)
    #expect(state.lists == [.delivered])
    #expect(
      state.shownRows == ["7 delivered_notification notificationId=-1 app=com.example.daily"])
  }

  @Test func `tells a list of notifications that is left away from one that is cut`() throws {
    let empty = "Current Notification Manager state:\n  mUseAttentionLight=false\n"
    let state = try #require(try states(in: empty).first)
    #expect(state.lists == [.delivered])
    #expect(state.shownRows.isEmpty)
    let text = try String(decoding: dump("notification-13.txt"), as: UTF8.self)
    let end = try #require(text.firstRange(of: "  mUseAttentionLight")).lowerBound
    let cut = try #require(try states(in: String(text[..<end]), apps: [app]).first)
    #expect(cut.lists.isEmpty)
    #expect(cut.shownRows.count == 3)
    #expect(cut.gap == "The list of notifications is cut: the text ends within it")
    #expect(try states(in: "Current Notification Manager state:\n").isEmpty)
  }

  @Test func `reads what a package may do, for the first user alone`() throws {
    let state = try #require(try states(of: "package.txt").first)
    #expect(state.kind == .packageDump)
    #expect(state.lists.isEmpty)
    #expect(state.takenAt == nil)
    #expect(
      state.shownRows == [
        "11 app_condition app=com.example.daily isStopped=true mayNotify=false"
      ])
    #expect(state.notes == [exactAlarmNote])
  }

  @Test func `takes the permission for exact alarms that no user can refuse`() throws {
    let text = try String(decoding: dump("package.txt"), as: UTF8.self)
      .replacing("RECEIVE_BOOT_COMPLETED: granted", with: "USE_EXACT_ALARM: granted")
    let state = try #require(try states(in: text).first)
    #expect(state.tables[0].rows[0]["exactAlarms"] == .bool(true))
    #expect(state.notes.isEmpty)
  }

  @Test func `tells nothing of permissions that a package only asks for`() throws {
    let text = """
      Packages:
        Package [com.example.daily] (5b10d2e):
          requested permissions:
            android.permission.POST_NOTIFICATIONS
          User 0: ceDataInode=1 installed=true stopped=false notLaunched=false
      """
    let state = try #require(try states(in: text).first)
    #expect(state.shownRows == ["2 app_condition app=com.example.daily isStopped=false"])
  }

  @Test(arguments: [
    ("SCHEDULE_EXACT_ALARM: allow; time=+1d2h3m ago\n", "exactAlarms=true"),
    ("SCHEDULE_EXACT_ALARM: deny\nPOST_NOTIFICATION: allow\n", "exactAlarms=false mayNotify=true"),
    (
      "Uid mode: COARSE_LOCATION: ignore\nSCHEDULE_EXACT_ALARM: default\nPOST_NOTIFICATION: ignore\n",
      "mayNotify=false"
    ),
    (
      "Uid mode: SCHEDULE_EXACT_ALARM: ignore\nSCHEDULE_EXACT_ALARM: allow\n", "exactAlarms=false"
    ),
  ])
  func `reads what the user allowed`(text: String, members: String) throws {
    let state = try #require(try states(in: text, apps: [app]).first)
    #expect(state.kind == .operationList)
    #expect(state.shownRows.count == 1)
    #expect(state.shownRows[0].hasSuffix("app_condition app=com.example.daily \(members)"))
    #expect(state.notes.isEmpty)
  }

  @Test func `takes the app of operations from the command above them`() throws {
    let text = """
      $ adb shell appops get com.example.daily
      SCHEDULE_EXACT_ALARM: allow
      $ adb shell appops get --user 0 com.example.second
      SCHEDULE_EXACT_ALARM: ignore
      """
    #expect(
      try states(in: text).map(\.shownRows) == [
        ["2 app_condition app=com.example.daily exactAlarms=true"],
        ["4 app_condition app=com.example.second exactAlarms=false"],
      ])
    let bare = try #require(try states(in: "POST_NOTIFICATION: allow\n").first)
    #expect(bare.shownRows == ["1 app_condition mayNotify=true"])
    #expect(bare.notes == ["The operations name no app: name it to tell whose they are"])
  }

  @Test func `reads the jobs of the app, in a space of names too`() throws {
    let state = try #require(try states(of: "jobs-16.txt", apps: [app]).first)
    #expect(state.kind == .jobDump)
    #expect(state.lists == [.jobs])
    #expect(
      state.shownRows == [
        "5 queued_job app=com.example.daily jobId=45"
          + " service=androidx.work.impl.background.systemjob.SystemJobService",
        "10 queued_job app=com.example.daily jobId=46 service=com.example.daily.DailySync",
      ])
  }

  @Test func `does not call a list of jobs whole that is cut, or whose app is unknown`() throws {
    let text = try String(decoding: dump("jobs-16.txt"), as: UTF8.self)
    let end = try #require(text.firstRange(of: "  JOB #u0a124")).lowerBound
    let cut = try #require(try states(in: String(text[..<end]), apps: [app]).first)
    #expect(cut.lists.isEmpty)
    #expect(cut.shownRows.count == 2)
    #expect(cut.gap == "The list of jobs is cut: it names 4 and holds 3")
    let unknown = try #require(try states(in: text).first)
    #expect(unknown.lists.isEmpty)
    #expect(
      unknown.notes == ["No app is known whose jobs these could be: name the app to find its own"])
  }

  @Test func `reads the sections of a bug report, for the apps that its alarms tell`() throws {
    let found = try states(of: "bugreport-13.txt")
    #expect(found.map(\.kind) == [.notificationDump, .jobDump, .alarmDump, .packageDump])
    #expect(found.map(\.lists) == [[.delivered], [.jobs], [.alarms], []])
    #expect(found.map(\.takenAt) == [nil, nil, .instant(1_771_950_524_489_000), nil])
    #expect(
      found.map { $0.tables[0].rows.map(\.line) } == [
        [27, 47, 50], [73, 78], [130, 139, 145], [218],
      ])
    #expect(
      found.map { $0.tables[0].name } == [
        "bugreport-13.txt:delivered", "bugreport-13.txt:jobs", "bugreport-13.txt:alarms",
        "bugreport-13.txt:packages",
      ])
    #expect(found.allSatisfy { $0.platform == "android" })
    #expect(
      found[3].shownRows == [
        "218 app_condition app=com.example.daily isStopped=true mayNotify=false"
      ])
  }

  @Test func `reads several dumps behind each other, for the apps that the alarms tell`() throws {
    let files = ["jobs-16.txt", "package.txt", "alarm-14.txt", "notification-13.txt"]
    let text =
      try files.map { String(decoding: try dump($0), as: UTF8.self) }.joined()
      + "SCHEDULE_EXACT_ALARM: allow\n"
    let found = try states(in: text)
    #expect(
      found.map(\.kind) == [.jobDump, .packageDump, .alarmDump, .notificationDump, .operationList])
    #expect(found.map { $0.tables[0].rows.count } == [2, 1, 3, 3, 1])
    #expect(found[4].tables[0].rows[0]["app"] == .text(app))
  }
}
