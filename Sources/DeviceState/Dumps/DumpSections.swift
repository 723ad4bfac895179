/// The sections of a text, in their order: a dump, several behind each other, or a bug report.
struct DumpSections {
  private(set) var sections: [DumpSection] = []
  /// Whether the text holds the dumps of many services, and so those of foreign apps.
  private(set) var isReport = false
  /// The line of an alarm near the beginning that stands in no section, as what `grep` leaves.
  private(set) var looseAlarm: Int?

  private let bytes: DumpText
  private var open: DumpSection?
  /// Whether a line above names the service; what other dumps begin with is then only text.
  private var isNamed = false
  private var namedApp: String?

  init(_ bytes: DumpText) {
    self.bytes = bytes
    var lines = DumpLines(bytes)
    var start = bytes.startIndex
    var seen = 0
    while let line = lines.next() {
      if !line.text.isEmpty {
        take(line, at: start)
        seen += 1
        if seen <= 20, looseAlarm == nil, open == nil, !isNamed, AlarmEntry(line) != nil {
          looseAlarm = line.number
        }
      }
      start = lines.position
    }
    close(at: bytes.endIndex)
  }

  private mutating func take(_ line: DumpLine, at start: Int) {
    switch line.text.first {
    case UInt8(ascii: "D") where line.indent == 0:
      if let service = Self.service(line.text) {
        close(at: start)
        isNamed = true
        isReport = true
        if let kind = DumpSection.Kind(service: service) { begin(kind, line, at: start) }
        return
      }
    case UInt8(ascii: "-") where line.indent == 0 && line.text.hasPrefix("------"):
      let rest = line.text.drop { $0 == UInt8(ascii: "-") }
      if rest.first == UInt8(ascii: " ") {
        close(at: start)
        isNamed = false
      }
      return
    case UInt8(ascii: "=") where line.text.hasPrefix("== dumpstate: "):
      isReport = true
      return
    default: break
    }
    guard let kind = DumpSection.Kind(firstLine: line) else {
      if !isNamed { namedApp = Self.app(line.text) ?? namedApp }
      return
    }
    if isNamed { return }
    // A list of packages, jobs or operations has many lines that it may begin with.
    if let open, open.kind == kind, kind != .alarms, kind != .notifications {
      if kind == .operations, namedApp != open.namedApp { begin(kind, line, at: start) }
      return
    }
    begin(kind, line, at: start)
  }

  private mutating func begin(_ kind: DumpSection.Kind, _ line: DumpLine, at start: Int) {
    close(at: start)
    open = DumpSection(
      kind: kind, bytes: bytes[start...], line: line.number, namedApp: namedApp)
  }

  private mutating func close(at end: Int) {
    guard var section = open else { return }
    section.bytes = section.bytes[..<end]
    sections.append(section)
    open = nil
  }

  /// The name in `DUMP OF SERVICE alarm:` or `DUMP OF SERVICE CRITICAL alarm:`.
  private static func service(_ text: DumpText) -> DumpText? {
    guard let name = text.dropping("DUMP OF SERVICE "), name.last == UInt8(ascii: ":")
    else { return nil }
    return name.dropLast().behindLast(UInt8(ascii: " "))
  }

  /// The app in `$ adb shell appops get com.example`, as a terminal repeats the command.
  private static func app(_ text: DumpText) -> String? {
    guard text.count < 300, let words = text.behind("appops get ") else { return nil }
    return words.split(separator: UInt8(ascii: " ")).first {
      $0.first != UInt8(ascii: "-") && $0.contains(UInt8(ascii: "."))
    }?.string
  }
}
