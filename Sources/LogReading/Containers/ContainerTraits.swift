/// The facts that tell containers apart: one row each, for the reader and for what writes logs.
package struct ContainerTraits: Sendable {
  /// The programs whose logs look like that.
  package enum Family: Sendable {
    /// Consoles of Apple's, where also what a program prints is shown.
    case console
    /// Apple's unified log, which the output of `print` does not reach.
    case unifiedLog
    case android
    case any
  }

  /// The finest difference of time on a line, in microseconds.
  package enum Resolution: Int64, Sendable {
    case micros = 1
    case millis = 1_000
    case seconds = 1_000_000
  }

  /// What a line names, and how it stands.
  package struct Facts: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let year = Facts(rawValue: 1)
    /// A zone, or the time is that of UTC.
    package static let zone = Facts(rawValue: 2)
    /// The number of the process.
    package static let process = Facts(rawValue: 4)
    package static let level = Facts(rawValue: 8)
    /// The line is JSON.
    package static let record = Facts(rawValue: 16)
    /// A message and what belongs to it stand on several lines, between which no other may stand.
    package static let spread = Facts(rawValue: 32)

    static let date: Facts = [.year, .zone]
  }

  /// The name in reports and options.
  package let name: String
  package let family: Family
  /// Nil for lines without times; where times are as the program wrote them, the usual.
  package let resolution: Resolution?
  package let facts: Facts
  /// How an input of nothing else is read.
  package let shape: LogShape

  init(
    _ name: String, _ family: Family = .any, _ resolution: Resolution? = nil, _ facts: Facts = [],
    shape: LogShape = .lines
  ) {
    self.name = name
    self.family = family
    self.resolution = resolution
    self.facts = facts
    self.shape = shape
  }
}

extension Container {
  /// The row of the container.
  // Inlined, so that a question about one column costs no more than a look at it.
  @inline(__always)
  package var traits: ContainerTraits {
    switch self {
    case .bare: .init("bare", .console)
    case .bareISO: .init("bare-iso", .any, .millis, .date)
    case .bareTime: .init("bare-time", .any, .millis, .date)
    case .nslog: .init("nslog", .console, .micros, [.date, .process])
    case .xcode: .init("xcode", .console, .micros, [.date, .level, .spread])
    case .logDefault: .init("log-default", .unifiedLog, .micros, [.date, .process, .level])
    case .logSyslog: .init("log-syslog", .unifiedLog, .micros, [.date, .process])
    case .logCompact: .init("log-compact", .unifiedLog, .millis, [.year, .process, .level])
    case .logJSON:
      .init(
        "log-json", .unifiedLog, .micros, [.date, .process, .level, .record, .spread],
        shape: .unifiedRecords)
    case .osLogNDJSON:
      .init(
        "ndjson", .unifiedLog, .micros, [.date, .process, .level, .record],
        shape: .unifiedRecords)
    case .idevicesyslog: .init("idevicesyslog", .unifiedLog, .micros, [.process, .level])
    case .idevicesyslogOld: .init("idevicesyslog-old", .console, .seconds, [.process, .level])
    case .logcatBrief: .init("brief", .android, nil, [.process, .level])
    case .logcatProcess: .init("process", .android, nil, [.process, .level])
    case .logcatTag: .init("tag", .android, nil, .level)
    case .logcatThread: .init("thread", .android, nil, [.process, .level])
    case .logcatTime: .init("time", .android, .millis, [.process, .level])
    case .threadtime: .init("threadtime", .android, .millis, [.process, .level])
    case .logcatLong:
      .init("long", .android, .millis, [.process, .level, .spread], shape: .longLines)
    case .studio: .init("studio", .android, .millis, [.year, .process, .level])
    case .studioOld: .init("studio-old", .android, .millis, [.process, .level])
    case .studioShort: .init("studio-short", .android, .millis, .level)
    case .rfc3164: .init("rfc3164", .any, .seconds, .process)
    case .rfc5424: .init("rfc5424", .any, .micros, [.date, .process, .level])
    case .rsyslog: .init("rsyslog", .any, .micros, [.date, .process])
    case .journald:
      .init("journald", .any, .micros, [.date, .process, .level, .record], shape: .journal)
    case .structlog: .init("structlog", .any, .micros, [.date, .level, .record])
    case .lokiLines: .init("loki-jsonl", .any, .micros, [.date, .record], shape: .lokiLines)
    case .lokiQuery:
      .init("loki-query", .any, .micros, [.date, .record, .spread], shape: .lokiDocument)
    case .lokiPush:
      .init("loki-push", .any, .micros, [.date, .record, .spread], shape: .lokiDocument)
    case .docker: .init("docker", .any, .micros, [.date, .record])
    case .cri: .init("cri", .any, .micros, .date)
    case .cocoaLumberjack: .init("cocoalumberjack", .any, .millis, .year)
    case .capacitor: .init("capacitor", .any, nil, .level)
    case .jsonLines: .init("jsonl", .any, .millis, [.date, .level, .record])
    }
  }

  /// The container of that name, as reports and options have it.
  package init?(name: String) {
    guard let found = Container.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name in reports and options.
  package var name: String { traits.name }

  /// How an input of nothing else is read.
  package var shape: LogShape { traits.shape }

  /// Its lines are JSON.
  var isRecord: Bool { traits.facts.contains(.record) }

  /// A time before a line, whatever the line is.
  var isPlainTime: Bool { self == .bareISO || self == .bareTime }

  /// One of the ways in which a program on a phone of Apple's logs, as its console shows them.
  var isAppleSink: Bool { traits.family == .console || traits.family == .unifiedLog }

  /// Written from Apple's unified log, which the output of `print` does not reach.
  package var isUnifiedLog: Bool { traits.family == .unifiedLog }

  /// Only Android's logs are written like this.
  package var isAndroid: Bool { traits.family == .android }
}
