/// The facts that tell containers apart: one row each, for the reader and for writers of logs.
package struct ContainerTraits: Sendable {
  /// The programs whose logs look like that.
  package enum Family: Sendable {
    /// Consoles of Apple's tools, which also show what a program prints.
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

  /// The facts that a line names, and its form.
  package struct Facts: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let year = Facts(rawValue: 1)
    /// A zone is named, or the time is in UTC.
    package static let zone = Facts(rawValue: 2)
    /// The process number is named.
    package static let process = Facts(rawValue: 4)
    package static let level = Facts(rawValue: 8)
    /// The form is JSON.
    package static let record = Facts(rawValue: 16)
    /// A message spans several lines, between which no other may stand.
    package static let spread = Facts(rawValue: 32)

    static let date: Facts = [.year, .zone]
  }

  /// The name in reports and options.
  package let name: String
  package let family: Family
  /// Nil for lines without times; the usual one where each program writes times its own way.
  package let resolution: Resolution?
  package let facts: Facts
  /// The way to read an input of this container alone.
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
  // Inlined, so that one column costs no more than one lookup.
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
    case .logService:
      .init("log-service", .any, .millis, [.date, .record, .spread], shape: .records)
    case .docker: .init("docker", .any, .micros, [.date, .record])
    case .cri: .init("cri", .any, .micros, .date)
    case .cocoaLumberjack: .init("cocoalumberjack", .any, .millis, .year)
    case .capacitor: .init("capacitor", .any, nil, .level)
    case .jsonLines: .init("jsonl", .any, .millis, [.date, .level, .record])
    }
  }

  /// Finds the container by its name in reports and options.
  package init?(name: String) {
    guard let found = Container.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name in reports and options.
  package var name: String { traits.name }

  /// The way to read an input of this container alone.
  package var shape: LogShape { traits.shape }

  /// Whether its lines are JSON.
  package var isRecord: Bool { traits.facts.contains(.record) }

  /// Whether it is only a time before a line of any kind.
  var isPlainTime: Bool { self == .bareISO || self == .bareTime }

  /// Whether a program on an Apple phone logs in this way, as its console shows it.
  var isAppleSink: Bool { traits.family == .console || traits.family == .unifiedLog }

  /// Whether it is written from Apple's unified log, which the output of `print` does not reach.
  package var isUnifiedLog: Bool { traits.family == .unifiedLog }

  /// Whether only Android's logs have this form.
  package var isAndroid: Bool { traits.family == .android }
}
