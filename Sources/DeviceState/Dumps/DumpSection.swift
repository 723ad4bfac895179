/// The part of a text that one of Android's services printed.
struct DumpSection {
  enum Kind {
    case alarms, notifications, packages, jobs, operations
  }

  var kind: Kind
  /// The bytes of its lines.
  var bytes: DumpText
  /// The number of its first line.
  var line: Int
  /// The app that the command above it names, as in `adb shell appops get com.example`.
  var namedApp: String?

  var lines: DumpLines { DumpLines(bytes, number: line) }
}

extension DumpSection.Kind {
  /// The kind of the service of that name.
  init?(service: DumpText) {
    if service.equals("alarm") {
      self = .alarms
    } else if service.equals("notification") {
      self = .notifications
    } else if service.equals("package") {
      self = .packages
    } else if service.equals("jobscheduler") {
      self = .jobs
    } else {
      return nil
    }
  }

  /// The kind whose dump begins with such a line, where nothing above names the service.
  init?(firstLine line: DumpLine) {
    switch line.text.first {
    case UInt8(ascii: "C"):
      if line.text.hasPrefix("Current Alarm Manager state:") {
        self = .alarms
      } else if line.text.hasPrefix("Current Notification Manager state") {
        self = .notifications
      } else {
        return nil
      }
    case UInt8(ascii: "P") where line.indent <= 2:
      if line.indent == 0 && line.text.equals("Packages:") || PackageDump.name(line.text) != nil {
        self = .packages
      } else if OperationList.Operation(line) != nil {
        self = .operations
      } else {
        return nil
      }
    case UInt8(ascii: "R"):
      guard JobDump.count(line.text) != nil else { return nil }
      self = .jobs
    case UInt8(ascii: "S"), UInt8(ascii: "U"):
      guard OperationList.Operation(line) != nil else { return nil }
      self = .operations
    default:
      return nil
    }
  }
}
