internal import RuleLanguage
internal import TextWriting

/// A program that logs beside the app, with its messages.
struct NoiseSource: Sendable {
  let program: String
  let library: String
  let subsystem: String
  let tag: String
  private let messages: [Message]

  private struct Message: Sendable {
    let level: LogLevel
    /// Fixed texts; between each two stands a value of the hole's kind.
    let texts: [[UInt8]]
    let holes: [UInt8]
  }

  /// - Parameter messages: In each, `#` stands for a number, `@` for an address, and `*` for a list
  ///   of numbers; the first letter is that of the level.
  init(
    _ program: String, library: String = "", subsystem: String, tag: String = "",
    _ messages: [String]
  ) {
    self.program = program
    self.library = library
    self.subsystem = subsystem
    self.tag = tag
    self.messages = messages.map { text in
      let level: LogLevel =
        switch text.utf8.first {
        case UInt8(ascii: "D"): .debug
        case UInt8(ascii: "W"): .warning
        case UInt8(ascii: "E"): .error
        case UInt8(ascii: "N"): .notice
        default: .info
        }
      let words = text.utf8.dropFirst(2)
      return Message(
        level: level,
        texts: words.split(omittingEmptySubsequences: false, whereSeparator: Self.isHole)
          .map(Array.init),
        holes: words.filter(Self.isHole))
    }
  }

  private static func isHole(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "*")
  }

  /// Appends one of the messages and returns its level.
  func append(to bytes: inout [UInt8], random: inout Random) -> LogLevel {
    guard let message = random.pick(messages) else { return .info }
    for (index, text) in message.texts.enumerated() {
      bytes += text
      guard index < message.holes.count else { break }
      switch message.holes[index] {
      case UInt8(ascii: "#"): bytes.append(number: random.number(in: 0...99_999))
      case UInt8(ascii: "@"):
        bytes.append(utf8: "0x")
        bytes.append(hex: random.next() >> 32, width: 8)
      default:
        for place in 0..<random.number(in: 1...24) {
          if place > 0 { bytes.append(utf8: ", ") }
          bytes.append(number: random.number(in: 0...65_535))
        }
      }
    }
    return message.level
  }
}

extension NoiseSource {
  /// The programs of an iPhone; warnings are rare there, since the unified log has none.
  static let ios: [NoiseSource] = [
    NoiseSource(
      "SpringBoard", library: "FrontBoard", subsystem: "com.apple.FrontBoard",
      [
        "N Received memory pressure notification (level #)",
        "I [app<com.example.mail>:#] Setting process visibility to: Background",
        "D Evaluated assertion @ with # reasons remaining",
        "N Scene lifecycle state did change: Background",
      ]),
    NoiseSource(
      "locationd", library: "CoreLocation", subsystem: "com.apple.locationd.Core",
      [
        "N @{\"msg\":\"state transition\", \"state\":#, \"elapsed\":#}",
        "D Client @ registered for significant change, accuracy # m",
        "E Could not read the position cache: error #",
      ]),
    NoiseSource(
      "CommCenter", library: "CoreTelephony", subsystem: "com.apple.CommCenter",
      ["I bb.state: rsrp=-# dBm, cell @", "N Registration state is now # on slot 1"]),
    NoiseSource(
      "dasd", library: "DuetActivityScheduler", subsystem: "com.apple.duetactivityscheduler",
      [
        "N Scoring com.apple.photos.analysis: score 0.#, threshold 0.#",
        "D Rescoring all # activities [*]",
        "N Suspending 'com.apple.backupd.auto' for reason #",
      ]),
    NoiseSource(
      "backboardd", library: "QuartzCore", subsystem: "com.apple.CoreAnimation",
      ["D commit @ took # us", "I display 1 brightness is 0.#"]),
    NoiseSource(
      "mDNSResponder", subsystem: "com.apple.mDNSResponder",
      [
        "N [R#] getaddrinfo start -- flags: 0xC000D000, interface: #, options: 0x0",
        "I [R#->Q#] Question assigned DNS service #",
      ]),
    NoiseSource(
      "Mail", library: "CFNetwork", subsystem: "com.apple.CFNetwork",
      [
        "N Task <@>.<#> finished successfully",
        "D Connection #: set is idle false, protocols [*]",
        "E Task <@>.<#> finished with error [-1001]",
      ]),
    NoiseSource(
      "kernel", subsystem: "",
      ["N AppleSmartBattery: level #, flags @", "N memorystatus: freed # pages [*]"]),
  ]

  /// The programs of an Android phone.
  static let android: [NoiseSource] = [
    NoiseSource(
      "system_server", subsystem: "android", tag: "ActivityManager",
      [
        "I Start proc #:com.example.mail/u0a# for broadcast {com.example.mail/.Sync}",
        "D Bumping oom_adj of # to #",
        "W Slow operation: #ms so far, now at updateOomAdj",
      ]),
    NoiseSource(
      "system_server", subsystem: "android", tag: "AlarmManager",
      ["D sending alarm {@ type # android}", "D Setting time of day to sec=#"]),
    NoiseSource(
      "surfaceflinger", subsystem: "android", tag: "SurfaceFlinger",
      ["D Vsync period # ns, layers [*]", "I Display 0 HWC layers: #"]),
    NoiseSource(
      "wpa_supplicant", subsystem: "android", tag: "wpa_supplicant",
      ["I wlan0: CTRL-EVENT-SIGNAL-CHANGE above=1 signal=-# noise=-#"]),
    NoiseSource(
      "com.android.phone", subsystem: "com.android.phone", tag: "LTE Application",
      ["D onSignalStrength rsrp=-# rsrq=-#", "I registration # on slot #"]),
    NoiseSource(
      "com.google.android.gms", subsystem: "com.google.android.gms", tag: "GCM",
      ["I heartbeat # ms, connection @", "E connect failed after # ms: timed out"]),
    NoiseSource(
      "com.android.systemui", subsystem: "com.android.systemui", tag: "OpenGLRenderer",
      ["D swap behaviour @", "D Davey! duration=#ms; frames [*]"]),
    NoiseSource(
      "audioserver", subsystem: "android", tag: "AudioFlinger",
      ["W write blocked for # ms, # delayed writes, thread @"]),
  ]
}
