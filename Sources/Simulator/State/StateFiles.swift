internal import TextWriting

/// The files by which somebody who looks at a device takes its state.
package enum StateFiles {
  package struct File: Sendable, Equatable {
    package let name: String
    package let bytes: [UInt8]
  }

  /// How the plugin's rows are kept.
  package enum Stores: String, Sendable, CaseIterable {
    /// In one database, as since its version 2.
    case one
    /// In the two databases of before, of which one writes its columns as `next_run_at`.
    case two
  }

  /// The names that there may be.
  package static func names(_ stores: Stores) -> [String] {
    ["snapshot.json", "alarms.txt", "package.txt"]
      + (stores == .one
        ? ["app.db"] : ["daily_notification_database", "daily_notification_plugin.db"])
  }

  /// The snapshot, and of a device with schedules its databases and dumps; nil where there is no memory.
  package static func files(of snapshot: StateSnapshot, _ stores: Stores = .one) -> [File]? {
    var files = [File(name: "snapshot.json", bytes: snapshot.json)]
    guard snapshot.platform == .android, snapshot.schedules != nil else { return files }
    guard let databases = databases(of: snapshot.tables, stores) else { return nil }
    files += databases
    files.append(File(name: "alarms.txt", bytes: Array(AlarmDumpText(snapshot).text.utf8)))
    files.append(File(name: "package.txt", bytes: Array(snapshot.packageDump.utf8)))
    return files
  }

  private static func databases(of tables: [StoredTable], _ stores: Stores) -> [File]? {
    if stores == .one {
      return StoreBytes.database(of: tables).map { [File(name: "app.db", bytes: $0)] }
    }
    let isOfJava: (StoredTable) -> Bool = { $0.name == "notification_content" }
    guard let rows = StoreBytes.database(of: tables.filter { !isOfJava($0) }, version: 1),
      let contents = StoreBytes.database(of: tables.filter(isOfJava), isSnake: true, version: 1)
    else { return nil }
    return [
      File(name: "daily_notification_database", bytes: rows),
      File(name: "daily_notification_plugin.db", bytes: contents),
    ]
  }
}

extension StateSnapshot {
  /// What `dumpsys package` tells of the app.
  fileprivate var packageDump: String {
    let app = AlarmDumpText.app
    return """
      Packages:
        Package [\(app)] (5b10d2e):
          userId=10123
          pkg=Package{98a0cf1 \(app)}
          versionCode=42 minSdk=24 targetSdk=34
          flags=[ HAS_CODE ALLOW_CLEAR_USER_DATA ]
          requested permissions:
            android.permission.POST_NOTIFICATIONS
            android.permission.USE_EXACT_ALARM
            android.permission.RECEIVE_BOOT_COMPLETED
          install permissions:
            android.permission.USE_EXACT_ALARM: granted=true
            android.permission.RECEIVE_BOOT_COMPLETED: granted=true
          User 0: ceDataInode=12345 installed=true hidden=false suspended=false distractionFlags=0 stopped=\(isStopped) notLaunched=false enabled=0 instant=false virtual=false
            gids=[3003]
            runtime permissions:
              android.permission.POST_NOTIFICATIONS: granted=true, flags=[ USER_SET]

      """
  }

  /// The snapshot in the form of `docs/state.md`.
  fileprivate var json: [UInt8] {
    var writer = JSONWriter(isPretty: true)
    writer.object { writer in
      writer.member("now", now / .millisecond)
      writer.member("platform", platform.rawValue)
      for table in tables {
        writer.array(table.list, of: table.rows) { $0.row($1, of: table.columns) }
      }
      pendingLists(to: &writer)
      if alarms != nil {
        writer.array("alarms", of: setAlarms) { writer, alarm in
          writer.object(inline: true) {
            $0.member("scheduleId", alarm.scheduleId)
            $0.member("triggerAt", alarm.triggerAt / .millisecond)
          }
        }
      }
    }
    writer.newline()
    return writer.bytes
  }

  private func pendingLists(to writer: inout JSONWriter) {
    if let pending {
      writer.array("pending", of: pending) { writer, request in
        writer.object(inline: true) {
          $0.member("id", request.id)
          $0.member("nextTriggerAt", request.nextTriggerAt / .millisecond)
          $0.member("triggerType", "calendar")
          $0.member("repeats", request.repeats)
        }
      }
    }
    if let delivered {
      writer.array("delivered", of: delivered) { writer, shown in
        writer.object(inline: true) {
          $0.member("id", shown.id)
          $0.member("deliveredAt", shown.deliveredAt / .millisecond)
        }
      }
    }
    if let receipts {
      writer.array("receipts", of: receipts) { writer, receipt in
        writer.object(inline: true) {
          $0.member("messageId", receipt.messageId)
          $0.member("storedAt", receipt.storedAt / .millisecond)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes a row as an object of those columns that a snapshot tells.
  fileprivate mutating func row(_ row: [StoredValue], of columns: [StoredTable.Column]) {
    object(inline: true) { writer in
      for (column, value) in zip(columns, row) where column.isTold {
        switch value {
        case .null: writer.member(column.name, nil as String?)
        case .int(let number): writer.member(column.name, number)
        case .flag(let flag): writer.member(column.name, flag)
        case .text(let text): writer.member(column.name, text)
        case .instant(let time): writer.member(column.name, time / .millisecond)
        case .bytes: continue
        }
      }
    }
  }
}
