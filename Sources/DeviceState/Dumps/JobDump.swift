/// The jobs that `dumpsys jobscheduler` lists as registered.
struct JobDump {
  private(set) var jobs: [Job] = []
  private(set) var hasList = false

  struct Job {
    let line: Int
    let app: DumpText
    let id: DumpText
    let service: DumpText
  }

  private var stated: Int64?
  private var found: Int64 = 0
  private var isOpen = false
  private var isFollowed = false
  private var indent: Int?

  init(_ lines: DumpLines) {
    for line in lines where !line.text.isEmpty { take(line) }
  }

  /// Returns the sentence that says what is missing; nil where the list is whole.
  var gap: String? {
    if let stated, stated != found {
      return "The list of jobs is cut: it names \(stated) and holds \(found)"
    }
    return isFollowed ? nil : "The list of jobs is cut: the text ends within it"
  }

  /// The number in `Registered 42 jobs:`, or none in Android 5's `Registered jobs:`; nil for another
  /// line.
  static func count(_ text: DumpText) -> Int64?? {
    if text.equals("Registered jobs:") { return .some(nil) }
    guard text.hasSuffix(" jobs:"), let rest = text.dropping("Registered ") else { return nil }
    return rest.firstWord.integer.map { .some($0) }
  }

  private mutating func take(_ line: DumpLine) {
    if !hasList, let count = Self.count(line.text) {
      (hasList, isOpen, stated) = (true, true, count)
      return
    }
    guard isOpen else { return }
    if line.text.hasPrefix("JOB ") {
      indent = indent ?? line.indent
      found += 1
      isFollowed = false
      if let job = Job(line) { jobs.append(job) }
    } else {
      // A job is told in many lines, so any other one proves that its first is not cut.
      isFollowed = true
      if line.indent < (indent ?? 1) { isOpen = false }
    }
  }
}

extension JobDump.Job {
  /// Reads `JOB #u0a123/45: 8c9d6a com.example/.SyncService`.
  ///
  /// From Android 14 on a job may stand in a space of names, which WorkManager's do:
  /// `JOB androidx.work.systemjobscheduler:u0a123/45: 17e38cd #Fetch#@androidx.work.systemjobscheduler@com.example/…`.
  init?(_ line: DumpLine) {
    guard let rest = line.text.dropping("JOB ") else { return nil }
    let name = rest.firstWord
    guard name.last == UInt8(ascii: ":") else { return nil }
    id = name.dropLast().behindLast(UInt8(ascii: "/"))
    let component = rest.behindLast(UInt8(ascii: " ")).behindLast(UInt8(ascii: "@"))
    guard let slash = component.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    self.line = line.number
    app = component[..<slash]
    service = component[slash...].dropFirst()
  }

  var row: StateRow {
    var row = StateRow("queued_job", line: line)
    row["app"] = .text(app.string)
    row["jobId"] = .text(id.string)
    // Android shortens a class that is in the app's own package.
    let isShort = service.first == UInt8(ascii: ".")
    row["service"] = .text(isShort ? app.string + service.string : service.string)
    return row
  }
}
