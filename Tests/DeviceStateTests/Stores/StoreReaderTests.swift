import TestSupport
import Testing

@testable import DeviceState

@Suite struct StoreReaderTests {
  @Test func `a file that begins as SQLite's do is a store`() {
    #expect(StoreReader.isStore(Array("SQLite format 3\0and more".utf8)))
    #expect(!StoreReader.isStore(Array("SQLite format 3".utf8)))
    #expect(!StoreReader.isStore([]))
  }

  @Test func `one file of Room holds all lists with their values as they are stored`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/app.db",
      StoreSamples.room + StoreSamples.schedules + StoreSamples.notifications
        + StoreSamples.content + StoreSamples.history)
    let state = try StoreReader.state(of: path)
    #expect(state.kind == .roomDatabase)
    #expect(state.platform == "android")
    #expect(state.takenAt == nil)
    #expect(state.lists == [.schedules, .notifications, .cache, .history])
    #expect(state.notes.isEmpty)
    #expect(
      state.tables.map(\.name) == [
        "app.db:schedules", "app.db:notification_content", "app.db:content_cache",
        "app.db:history", "app.db:units",
      ])
    // The rows keep the order of the table, which is not that of the index of its key.
    var first = StateRow("stored_schedule", line: 1)
    first["scheduleId"] = .text("b")
    first["scheduleKind"] = .text("notify")
    first["cron"] = .null
    first["clockTime"] = .text("07:00")
    first["enabled"] = .bool(true)
    first["nextRunAt"] = .int(1_763_184_180_000)
    first["lastRunAt"] = .null
    #expect(state.rows("schedules").first == first)
    #expect(state.rows("schedules").map(\.line) == [1, 2])
    #expect(state.values("scheduleId", of: "schedules") == [.text("b"), .text("a")])
    #expect(
      state.rows("content_cache").first?.members.map(\.name) == ["contentId", "fetchedAt", "ttl"])
    #expect(state.values("result", of: "history") == [.text("success")])
    #expect(state.values("historyId", of: "history") == [.int(1)])
  }

  @Test(arguments: [
    "scheduled_time, sound_enabled", "scheduledTime, soundEnabled", "SCHEDULEDTIME, Sound_Enabled",
  ])
  func `columns are the same however they are spelled`(columns: String) throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      """
      CREATE TABLE NotificationContent (\(columns));
      INSERT INTO NotificationContent VALUES (1763184180000, 0);
      """)
    let state = try StoreReader.state(of: path)
    #expect(state.platform == nil)
    #expect(
      state.values("scheduledTime", of: "NotificationContent") == [.int(1_763_184_180_000)])
    #expect(state.values("soundEnabled", of: "NotificationContent") == [.bool(false)])
    #expect(
      state.notes == [
        "The table NotificationContent has no columns id, title, body, deliveryStatus, priority,"
          + " vibrationEnabled, createdAt, updatedAt and lastDeliveryAttempt"
      ])
  }

  @Test func `each of two files tells its own lists`() throws {
    let folder = try TemporaryDirectory()
    let plugin = try MadeStore.write(
      folder.path + "/daily_notification_plugin.db", StoreSamples.room + StoreSamples.notifications)
    let other = try MadeStore.write(
      folder.path + "/daily_notification_database",
      StoreSamples.room + StoreSamples.schedules + StoreSamples.content + StoreSamples.history)
    #expect(try StoreReader.state(of: plugin).lists == [.notifications])
    let state = try StoreReader.state(of: other)
    #expect(state.lists == [.schedules, .cache, .history])
    #expect(state.tables.first?.name == "daily_notification_database:schedules")
  }

  @Test func `dates of Core Data become instants, and whole numbers stay as they are`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(folder.path + "/model.sqlite", StoreSamples.coreData)
    let state = try StoreReader.state(of: path)
    #expect(state.kind == .coreDataStore)
    #expect(state.platform == "ios")
    #expect(state.lists == [.schedules, .cache])
    // A date of whole seconds is stored as an integer, and is a date all the same.
    #expect(
      state.values("nextRunAt", of: "ZSCHEDULE") == [
        .instant(1_763_184_180_250_000), .instant(1_763_184_180_000_000),
      ])
    #expect(state.values("lastRunAt", of: "ZSCHEDULE") == [.int(1_763_184_180_000), .null])
    #expect(state.values("enabled", of: "ZSCHEDULE") == [.bool(true), .bool(false)])
    #expect(state.values("contentId", of: "ZCONTENTCACHE") == [.blob(16)])
    let units = state.rows("units").map {
      [$0["column"], $0["referenceRows"], $0["millisecondsRows"]]
    }
    #expect(units[0] == [.text("nextRunAt"), .int(2), .int(0)])
    #expect(units[1] == [.text("lastRunAt"), nil, .int(1)])
  }

  @Test func `the app's own tables for iOS become contents and notifications`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/ios.db",
      """
      CREATE TABLE notif_contents (id INTEGER PRIMARY KEY AUTOINCREMENT, slot_id TEXT NOT NULL,
        payload_json TEXT NOT NULL, fetched_at INTEGER NOT NULL, etag TEXT);
      INSERT INTO notif_contents VALUES (7, 'slot-0700', '{}', 1763180000, NULL);
      CREATE TABLE notif_deliveries (id INTEGER PRIMARY KEY AUTOINCREMENT, slot_id TEXT,
        fire_at INTEGER, delivered_at INTEGER, status TEXT, error_code TEXT, error_message TEXT);
      INSERT INTO notif_deliveries VALUES (9, 'slot-0700', 1763184180, NULL, 'shown', NULL, NULL);
      """)
    let state = try StoreReader.state(of: path)
    #expect(state.platform == "ios")
    #expect(state.lists == [.cache, .notifications])
    #expect(state.values("contentId", of: "notif_contents") == [.text("slot-0700")])
    #expect(state.values("scheduledTime", of: "notif_deliveries") == [.int(1_763_184_180)])
    #expect(state.values("deliveryStatus", of: "notif_deliveries") == [.text("shown")])
    #expect(state.notes.isEmpty)
  }

  @Test func `units are counted by the number of digits`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      """
      CREATE TABLE content_cache (id, fetchedAt, ttl);
      INSERT INTO content_cache (fetchedAt) VALUES (999999999), (1000000000), (9999999999),
        (10000000000), (999999999999), (1000000000000), (9999999999999), (10000000000000), (0),
        (-1), (1763180000.5), ('1763180000000'), (NULL);
      """)
    var row = StateRow("column_units", line: 1)
    row["table"] = .text("content_cache")
    row["column"] = .text("fetchedAt")
    row["secondsRows"] = .int(3)
    row["millisecondsRows"] = .int(2)
    row["otherRows"] = .int(5)
    #expect(try StoreReader.state(of: path).rows("units") == [row])
  }

  @Test func `values that are no flags, texts that are no text and other encodings are kept`()
    throws
  {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db",
      """
      PRAGMA encoding = 'UTF-16le';
      CREATE TABLE schedules (id TEXT, enabled, kind, PRIMARY KEY (id DESC)) WITHOUT ROWID;
      INSERT INTO schedules VALUES ('a', 2, x'C3'), ('ü🙂', 'yes', 1.5), ('c', NULL, 'fetch');
      """)
    let state = try StoreReader.state(of: path)
    #expect(state.values("scheduleId", of: "schedules") == [.text("ü🙂"), .text("c"), .text("a")])
    #expect(state.values("enabled", of: "schedules") == [.text("yes"), .null, .int(2)])
    #expect(
      state.values("scheduleKind", of: "schedules") == [.double(1.5), .text("fetch"), .blob(1)])
  }

  @Test func `a path may hold any characters`() throws {
    let folder = try TemporaryDirectory()
    let name = "a b%41?mode=rw#x&immutable=0;'\"ü.db"
    let path = try MadeStore.write(folder.path + "/" + name, StoreSamples.schedules)
    let state = try StoreReader.state(of: path)
    #expect(state.path == path)
    #expect(state.tables.first?.name == name + ":schedules")
  }

  @Test func `a table that nothing but underscores tells from another one is left out`() throws {
    let folder = try TemporaryDirectory()
    let path = try MadeStore.write(
      folder.path + "/a.db", StoreSamples.content + "CREATE TABLE contentCache (id);")
    let state = try StoreReader.state(of: path)
    #expect(state.tables.map(\.name) == ["a.db:content_cache", "a.db:units"])
    #expect(
      state.notes == [
        "The table contentCache is left out, since only underscores tell its name from that of"
          + " content_cache"
      ])
  }
}
