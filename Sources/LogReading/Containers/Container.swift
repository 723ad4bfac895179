/// The form in which a program wrote or carried a line, told line by line.
public enum Container: UInt8, Sendable, CaseIterable, Codable {
  /// A line that begins with the tag.
  case bare
  /// An ISO-8601 time, then the tag.
  case bareISO
  /// A time in another form, then the tag: `14.11.2025 05:48:00 …`, `1763099280.123 …`
  case bareTime
  /// `2025-11-14 05:48:00.123456+0000 App[12:34] …`
  case nslog
  /// A message as Xcode 15 and later copies it: its time stands on the following line.
  case xcode
  /// `log show` in its default style.
  case logDefault
  /// `log show --style syslog`
  case logSyslog
  /// `log show --style compact`
  case logCompact
  /// `log show --style json`: records over several lines.
  case logJSON
  /// One unified-log record as a JSON object on a line, with `eventMessage`.
  case osLogNDJSON
  /// `Nov 14 05:48:00.123456 App(Library)[12] <Notice>: …`
  case idevicesyslog
  /// The device's syslog without a fraction, with or without the device's name.
  case idevicesyslogOld
  /// `I/TAG     (  123): …`
  case logcatBrief
  /// `I(  123) …  (TAG)`
  case logcatProcess
  /// `I/TAG     : …`
  case logcatTag
  /// `I(  123:  456) …`
  case logcatThread
  /// `11-14 05:48:00.123 I/TAG     (  123): …`
  case logcatTime
  /// `11-14 05:48:00.123  1234  5678 I TAG: …`
  case threadtime
  /// `[ 11-14 05:48:00.123  1234: 5678 I/TAG ]`, the message below it.
  case logcatLong
  /// A line copied from Android Studio: `2025-11-14 05:48:00.123  1234-5678  TAG  package  I  …`
  case studio
  /// A line copied from it earlier: `11-14 05:48:00.123 1234-5678/package I/TAG: …`
  case studioOld
  /// A line copied without process and package: `11-14 05:48:00.123 I/TAG: …`
  case studioShort
  /// `Nov 14 05:48:00 host tag[12]: …`
  case rfc3164
  /// `<14>1 2025-11-14T05:48:00.123Z host tag 12 - - …`
  case rfc5424
  /// `2025-11-14T05:48:00.123456+00:00 host tag[12]: …`
  case rsyslog
  /// A record of `journalctl -o json`.
  case journald
  /// A JSON object of structlog, whose `event` is the message.
  case structlog
  /// A line of `logcli -o jsonl`.
  case lokiLines
  /// The answer of Loki's query API.
  case lokiQuery
  /// A request of Loki's push API.
  case lokiPush
  /// A record of an answer of CloudWatch, Elasticsearch, Google Cloud Logging, Datadog or Splunk.
  case logService
  /// A line of Docker's json-file driver.
  case docker
  /// `2025-11-14T05:48:00.123Z stdout F …`
  case cri
  /// `2025/11/14 05:48:00:123  …`
  case cocoaLumberjack
  /// A message that Capacitor forwards from the web view.
  case capacitor
  /// One event as a JSON object on a line.
  case jsonLines
}
