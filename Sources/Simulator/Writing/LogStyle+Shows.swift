package import LogReading

// What the lines of a container can tell; tests and the truth go by it.
extension LogStyle {
  /// The finest difference of time on a line, in microseconds; nothing for lines without times.
  package var resolution: Int64? {
    switch kind {
    case .bare, .brief, .process, .tag, .thread, .raw, .capacitorIOS: nil
    case .idevicesyslogOld, .rfc3164: .second
    case .nslogOld, .logCompact, .studio, .studioOld, .studioShort, .bugreport, .cocoaLumberjack,
      .capacitorAndroid, .bareISO:
      .millisecond
    case .time, .threadtime, .long: modifiers.contains(.usec) ? 1 : .millisecond
    default: 1
    }
  }

  /// What a log in this container proves.
  package var shows: Injected.Needs {
    var shows = Injected.Needs.text
    if let resolution {
      shows.insert(.times)
      if resolution < .second { shows.insert(.fractions) }
      if hasZone { shows.insert(.zones) }
    }
    if hasProcess { shows.insert(.processes) }
    return shows
  }

  /// Lines name the process by its number.
  package var hasProcess: Bool {
    switch kind {
    case .bare, .bareISO, .xcode, .tag, .raw, .studioShort, .structlog, .lokiLines, .lokiQuery,
      .lokiPush, .docker, .cri, .cocoaLumberjack, .capacitorIOS:
      false
    default: true
    }
  }

  /// Times have a year.
  package var hasYear: Bool {
    switch kind {
    case .idevicesyslog, .idevicesyslogOld, .studioOld, .studioShort, .bugreport, .rfc3164,
      .capacitorAndroid:
      false
    case .time, .threadtime, .long: !modifiers.isDisjoint(with: [.year, .epoch])
    default: resolution != nil
    }
  }

  /// Times have a zone, or are those of UTC.
  package var hasZone: Bool {
    switch kind {
    case .nslogOld, .logCompact, .studio, .cocoaLumberjack: false
    case .time, .threadtime, .long: !modifiers.isDisjoint(with: [.zone, .epoch])
    default: hasYear
    }
  }

  /// Each message is a line or several lines of its own: others may be put between or left out.
  var isLinewise: Bool {
    switch kind {
    case .xcode, .logJSON, .logJSONStream, .long, .lokiQuery, .lokiPush: false
    default: true
    }
  }

  /// The container that a reader must recognise.
  package var container: Container {
    switch kind {
    case .bare, .raw: .bare
    case .bareISO: .bareISO
    case .nslog, .nslogOld: .nslog
    case .xcode: .xcode
    case .logDefault: .logDefault
    case .logSyslog: .logSyslog
    case .logCompact: .logCompact
    case .logJSON, .logJSONStream: .logJSON
    case .osLogNDJSON: .osLogNDJSON
    case .idevicesyslog: .idevicesyslog
    case .idevicesyslogOld: .idevicesyslogOld
    case .brief: .logcatBrief
    case .process: .logcatProcess
    case .tag: .logcatTag
    case .thread: .logcatThread
    case .time: .logcatTime
    case .threadtime, .bugreport, .capacitorAndroid: .threadtime
    case .long: .logcatLong
    case .studio: .studio
    case .studioOld: .studioOld
    case .studioShort: .studioShort
    case .rfc3164: .rfc3164
    case .rfc5424: .rfc5424
    case .rsyslog: .rsyslog
    case .journald: .journald
    case .structlog: .structlog
    case .lokiLines: .lokiLines
    case .lokiQuery: .lokiQuery
    case .lokiPush: .lokiPush
    case .docker: .docker
    case .cri: .cri
    case .cocoaLumberjack: .cocoaLumberjack
    case .capacitorIOS: .capacitor
    }
  }
}
