import Foundation
import LogReading
import RuleLanguage
import Testing

/// A folder for each container or mixture: a log made by hand, and the events that are in it.
///
/// `DNPLOG_RECORD=1 swift test` writes the events anew and fails.
@Suite struct ContainerFilesTests {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Containers")

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: directory.path))?
    .filter { !$0.hasPrefix(".") }.sorted() ?? []

  @Test(arguments: names)
  func `a log gives the events beside it`(name: String) throws {
    let folder = Self.directory.appending(path: name)
    let bytes = try Array(Data(contentsOf: folder.appending(path: "device.log")))
    let events = Self.events(in: bytes)
    let expected = folder.appending(path: "events.ndjson")
    if ProcessInfo.processInfo.environment["DNPLOG_RECORD"] != nil {
      try Data(events.utf8).write(to: expected)
      Issue.record("recorded \(name)")
    }
    #expect(try events == String(contentsOf: expected, encoding: .utf8))
  }

  @Test(arguments: names)
  func `lines that end in CRLF give the same events`(name: String) throws {
    let log = Self.directory.appending(path: "\(name)/device.log")
    let text = try String(contentsOf: log, encoding: .utf8)
    let windows = text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(Self.events(in: Array(windows.utf8)) == Self.events(in: Array(text.utf8)))
  }

  @Test func `containers have a folder`() {
    let known = Set(Container.allCases.map(\.name))
    #expect(Self.names.filter { known.contains($0) }.count >= 23)
  }

  /// One object a line: where the event stands, what its head says, and the event itself.
  private static func events(in bytes: [UInt8]) -> String {
    let scan = Scan(bytes)
    return zip(scan.batch.events, scan.lines).map { event, text in
      var members = [
        #""line":\#(event.line)"#, #""container":"\#(event.container.name)""#,
      ]
      if event.timeQuality != .none { members.append(#""time":"\#(time(of: event))""#) }
      if event.pid >= 0 { members.append(#""pid":\#(event.pid)"#) }
      if event.level != .unknown { members.append(#""level":"\#(event.level)""#) }
      members.append(#""event":\#(quoted(text))"#)
      return "{\(members.joined(separator: ","))}\n"
    }.joined()
  }

  /// `2025-11-14T05:48:00.123456Z`; what the line leaves out, the year or the zone, is left out.
  private static func time(of event: Event) -> String {
    let isYearless = event.timeGaps.contains(.year)
    let micros = event.time + (isYearless ? 63_072_000_000_000 : 0)
    let date = Date(timeIntervalSince1970: Double(micros / 1_000_000))
    let text = date.formatted(.iso8601).dropLast().dropFirst(isYearless ? 5 : 0)
    let fraction = String(1_000_000 + micros % 1_000_000).dropFirst()
    return "\(text).\(fraction)\(event.timeGaps.contains(.zone) ? "" : "Z")"
  }

  private static func quoted(_ text: String) -> String {
    var encoded = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": encoded += "\\\(scalar)"
      case "\n": encoded += "\\n"
      case "\t": encoded += "\\t"
      default: encoded.unicodeScalars.append(scalar)
      }
    }
    return "\"\(encoded)\""
  }
}
