/// A container to write lines in, with its modifiers.
///
///     try LogStyle(parsing: "threadtime+year+zone")
package struct LogStyle: Sendable, Equatable {
  package let kind: Kind
  package let modifiers: Modifiers

  /// The containers; most have the name under which they are read.
  package enum Kind: String, Sendable, CaseIterable {
    case bare
    case bareISO = "bare-iso"
    case nslog
    case nslogOld = "nslog-old"
    case xcode
    case logDefault = "log-default"
    case logSyslog = "log-syslog"
    case logCompact = "log-compact"
    case logJSON = "log-json"
    /// As `log stream` leaves it when it is interrupted.
    case logJSONStream = "log-json-stream"
    case osLogNDJSON = "ndjson"
    case idevicesyslog
    case idevicesyslogOld = "idevicesyslog-old"
    case brief, process, tag, thread, raw, time, threadtime, long
    case studio
    case studioOld = "studio-old"
    case studioShort = "studio-short"
    case bugreport
    case rfc3164, rfc5424, rsyslog
    case journald, structlog
    case lokiLines = "loki-jsonl"
    case lokiQuery = "loki-query"
    case lokiPush = "loki-push"
    /// An answer of Elasticsearch, the newest record first.
    case logService = "log-service"
    case docker, cri
    case cocoaLumberjack = "cocoalumberjack"
    case capacitorIOS = "capacitor-ios"
    /// Inside threadtime.
    case capacitorAndroid = "capacitor-android"
  }

  /// The additions of `-v` to a format of logcat, and the prefix of build servers.
  package struct Modifiers: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let year = Modifiers(rawValue: 1)
    package static let zone = Modifiers(rawValue: 2)
    package static let uid = Modifiers(rawValue: 4)
    package static let usec = Modifiers(rawValue: 8)
    /// Seconds since 1970 in the place of the date.
    package static let epoch = Modifiers(rawValue: 16)
    /// `web-1  | ` before every line.
    package static let ci = Modifiers(rawValue: 32)

    /// All modifiers under the names that are parsed.
    package static let named: [(name: String, modifier: Modifiers)] = [
      ("year", .year), ("zone", .zone), ("uid", .uid), ("usec", .usec), ("epoch", .epoch),
      ("ci", .ci),
    ]
  }

  package init(_ kind: Kind) {
    self.kind = kind
    modifiers = []
  }

  /// Reads `NAME` or `NAME+modifier+modifier`.
  package init(parsing text: String) throws(LogStyleError) {
    let words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    guard let name = words.first, let kind = Kind(rawValue: name) else {
      throw .unknownContainer(words.first ?? "")
    }
    let applicable = Self.modifiers(of: kind)
    var modifiers: Modifiers = []
    for word in words.dropFirst() {
      guard let modifier = Modifiers.named.first(where: { $0.name == word })?.modifier else {
        throw .unknownModifier(word)
      }
      guard applicable.contains(modifier) else {
        throw .inapplicable(modifier: word, container: name)
      }
      modifiers.insert(modifier)
    }
    if modifiers.contains(.epoch) {
      if modifiers.contains(.year) { throw .contradictory("epoch", "year") }
      if modifiers.contains(.zone) { throw .contradictory("epoch", "zone") }
    }
    self.kind = kind
    self.modifiers = modifiers
  }

  package static let bare = LogStyle(.bare)
  package static let threadtime = LogStyle(.threadtime)
  /// Every container, without modifiers.
  package static let all = Kind.allCases.map { LogStyle($0) }

  /// The name with the modifiers, as it is parsed.
  package var name: String {
    let added = Modifiers.named.filter { modifiers.contains($0.modifier) }.map { "+" + $0.name }
    return kind.rawValue + added.joined()
  }

  /// Returns the modifiers that mean something to a container.
  package static func modifiers(of kind: Kind) -> Modifiers {
    switch kind {
    case .time, .threadtime: [.year, .zone, .uid, .usec, .epoch, .ci]
    case .long: [.year, .zone, .uid, .usec, .epoch]
    case .brief, .process, .thread: [.uid, .ci]
    case .xcode, .logJSON, .logJSONStream, .bugreport, .lokiLines, .lokiQuery, .lokiPush,
      .logService, .docker,
      .cri:
      []
    default: .ci
    }
  }

  /// Returns the names of the modifiers that mean something to a container.
  package static func modifierNames(of kind: Kind) -> [String] {
    Modifiers.named.filter { modifiers(of: kind).contains($0.modifier) }.map(\.name)
  }
}

/// The fault in the name of a container.
package enum LogStyleError: Error, Sendable, Equatable {
  case unknownContainer(String)
  case unknownModifier(String)
  case inapplicable(modifier: String, container: String)
  case contradictory(String, String)

  /// The fault, as an error message says it.
  package var message: String {
    switch self {
    case .unknownContainer(let name): "there is no log format '\(name)'"
    case .unknownModifier(let name): "no log format has a modifier '\(name)'"
    case .inapplicable(let modifier, let container):
      "'\(container)' has no place for '\(modifier)'"
    case .contradictory(let first, let second): "'\(first)' and '\(second)' exclude each other"
    }
  }

  /// The name that is not known, and those that are: the nearest of them was probably meant.
  package var candidates: (name: String, among: [String])? {
    switch self {
    case .unknownContainer(let name): (name, LogStyle.Kind.allCases.map(\.rawValue))
    case .unknownModifier(let name): (name, LogStyle.Modifiers.named.map(\.name))
    case .inapplicable, .contradictory: nil
    }
  }

  /// The remedy, where no name was mistyped.
  package var advice: String {
    switch self {
    case .unknownContainer, .unknownModifier: return ""
    case .inapplicable(_, let container):
      let names = LogStyle.Kind(rawValue: container).map(LogStyle.modifierNames) ?? []
      return names.isEmpty ? "it takes no modifiers" : "it takes \(names.joined(separator: ", "))"
    case .contradictory: return "leave one of them out"
    }
  }
}
