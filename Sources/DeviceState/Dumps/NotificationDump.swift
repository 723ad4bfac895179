/// The notifications that `dumpsys notification` lists as shown.
///
/// Texts of notifications stand between the properties and may hold anything, lines that look like a
/// property too: what stands at another indent, or in the extras, is no property.
struct NotificationDump {
  private(set) var records: [NotificationRecord] = []
  /// Whether the list is whole; one that the system leaves away is empty.
  private(set) var isWhole = false

  /// The indent of the list while its lines are read; what comes behind it has the same.
  private var listIndent: Int?
  private var isInToasts = false
  private var extrasIndent: Int?

  init(_ lines: DumpLines) {
    for line in lines where !line.text.isEmpty { take(line) }
  }

  private mutating func take(_ line: DumpLine) {
    if let indent = extrasIndent {
      if line.indent == indent, line.text.equals("}") { extrasIndent = nil }
      // A text may hold a brace or lack one; the next record stands where the last one does.
      guard let record = NotificationRecord(line), record.indent == records.last?.indent
      else { return }
      extrasIndent = nil
      records.append(record)
    } else if line.text.equals("Notification List:") {
      listIndent = line.indent
      isInToasts = false
    } else if let listIndent {
      takeInList(line, at: listIndent)
    } else if line.text.hasPrefix("Current Notification Manager state") {
      isInToasts = false
    } else if line.text.equals("Toast Queue:") {
      isInToasts = true
    } else if !isInToasts || line.indent <= 2 {
      // Anything else comes behind the list, which is left away where nothing is shown.
      isInToasts = false
      isWhole = true
    }
  }

  private mutating func takeInList(_ line: DumpLine, at indent: Int) {
    if let record = NotificationRecord(line) {
      records.append(record)
    } else if line.indent == indent, (records.last?.indent ?? indent + 1) > indent {
      listIndent = nil
      isWhole = true
    } else if let last = records.last, line.indent > last.indent {
      if line.text.hasSuffix("extras={") {
        extrasIndent = line.indent
      } else if line.indent == last.indent + 2 {
        records[records.count - 1].take(line.text)
      }
    }
  }
}

/// A notification of a dump.
struct NotificationRecord {
  let line: Int
  let indent: Int
  let app: DumpText
  private let id: DumpText
  private let tag: DumpText?
  private let channel: DumpText?
  /// Whether the number is in base 16, as Android 4 writes it.
  private let isOld: Bool
  private var created: Int64?
  private var posted: Int64?
  private var when: Int64?

  /// Reads `NotificationRecord(0x07eef771: pkg=com.x user=UserHandle{0} id=3 tag=T importance=3 key=…` or
  /// Android 4's `NotificationRecord{406879a0 pkg=android id=104034b tag=null}`.
  init?(_ line: DumpLine) {
    isOld = line.text.hasPrefix("NotificationRecord{")
    guard isOld || line.text.hasPrefix("NotificationRecord("),
      let app = line.text.member("pkg"), let id = line.text.member("id"), !app.isEmpty
    else { return nil }
    self.line = line.number
    indent = line.indent
    self.app = app
    self.id = id
    // A tag may hold blanks.
    let rest = line.text.behind(" tag=")
    let ends = isOld ? ["}"] : [" importance=", " score=", " key="]
    let tag = rest.map { ends.reduce($0) { $0.before($1) } }
    self.tag = tag.flatMap { $0.equals("null") || $0.isEmpty ? nil : $0 }
    channel = line.text.behind("Notification(channel=")?.firstWord
  }

  /// Reads a property; the first that tells a thing counts.
  mutating func take(_ text: DumpText) {
    if let value = text.dropping("mCreationTimeMs=") {
      created = created ?? Self.instant(value)
    } else if let value = text.dropping("postTime=") {
      posted = posted ?? Self.instant(value)
    } else if let value = text.dropping("when=") {
      when = when ?? Self.instant(value)
    }
  }

  /// Whether its channel or its tag is the plugin's.
  var isPlugin: Bool {
    [channel, tag].contains { $0.map(PluginNames.own(notification:)) ?? false }
  }

  var row: StateRow {
    var row = StateRow("delivered_notification", line: line)
    row["notificationId"] = .text(tag?.string ?? number)
    row["app"] = .text(app.string)
    // The app may set the time that it shows, so that one comes last.
    row["deliveredAt"] = (created ?? posted ?? when).map { .instant($0) }
    return row
  }

  private var number: String {
    let text = id.string
    guard isOld, let bits = UInt32(text, radix: 16) else { return text }
    return String(Int32(bitPattern: bits))
  }

  private static func instant(_ text: DumpText) -> Int64? {
    // A smaller number counts from another start, and is no instant of a device that runs Android.
    guard let value = text.leadingInteger, value > 1_000_000_000_000 else { return nil }
    return DumpInstant.micros(ofMilliseconds: value)
  }
}
