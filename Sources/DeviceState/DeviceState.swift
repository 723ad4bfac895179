/// What one source tells of a device, at one moment.
package struct DeviceState: Sendable, Equatable {
  /// A kind of things that a source may list. What no source lists is unknown, and not empty.
  package enum List: String, Sendable, CaseIterable {
    case schedules, notifications, pending, delivered, alarms, receipts, cache, history, jobs
  }

  /// The kind of the source, in the words of reports.
  package enum Kind: String, Sendable {
    case alarmDump = "dumpsys alarm"
    case notificationDump = "dumpsys notification"
    case packageDump = "dumpsys package"
    case jobDump = "dumpsys jobscheduler"
    case operationList = "appops"
    case roomDatabase = "Room database"
    case coreDataStore = "Core Data store"
    case snapshot = "state snapshot"
    case response = "API response"
    case payload = "cached payload"
    case settings = "settings export"
    case declaration = "Info.plist"
    case configuration = "plugin configuration"

    /// Whether it is a document, which lists nothing that is stored, set or shown.
    package var isDocument: Bool {
      switch self {
      case .response, .payload, .settings, .declaration, .configuration: true
      default: false
      }
    }
  }

  package var path: String
  package var kind: Kind
  /// The moment at which the state was taken, as the source has it; nil where it does not tell.
  package var takenAt: StateValue?
  /// The device's distance from UTC at that moment, in seconds, where the source tells it.
  package var utcOffset: Int?
  /// `ios` or `android`, where the source tells it.
  package var platform: String?
  /// The package or bundle of the app, where the source is of one app.
  package var app: String?
  /// The lists that the source holds, empty ones too.
  package var lists: Set<List> = []
  package var tables: [StateTable] = []
  /// What is missing of it, in a whole sentence without its full stop; nil where it is whole.
  package var gap: String?
  /// What was understood and left out, in whole sentences without their full stop, such as "3 alarms of
  /// WorkManager are left out".
  package var notes: [String] = []

  package init(_ kind: Kind, path: String) {
    self.kind = kind
    self.path = path
  }

  /// The device's own clock when the state was taken, as if it were UTC, and its zone as an offset; nil
  /// where the source does not tell both.
  package var localClock: (date: Int64, zone: String)? {
    guard case .instant(let time)? = takenAt, let utcOffset else { return nil }
    let minutes = utcOffset.magnitude / 60
    let zone =
      (utcOffset < 0 ? "-" : "+") + Self.twoDigits(minutes / 60) + ":"
      + Self.twoDigits(minutes % 60)
    let (date, overflow) = time.addingReportingOverflow(Int64(utcOffset) * 1_000_000)
    return overflow ? nil : (date, zone)
  }

  private static func twoDigits(_ number: UInt) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}

/// A source of state that cannot be read, or is not what it should be.
package struct StateError: Error, Sendable, Equatable {
  package var path: String
  /// Zero where no line is at fault.
  package var line: Int
  package var message: String
  /// What to do about it.
  package var advice: String

  package init(_ path: String, line: Int = 0, _ message: String, advice: String) {
    self.path = path
    self.line = line
    self.message = message
    self.advice = advice
  }
}
