import Foundation
import Testing

@testable import DeviceState

/// Property lists, in both of their forms.
struct PropertyListTests {
  private static func bytes(
    _ list: Any, _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
  }

  private static func state(_ bytes: [UInt8]) throws -> DeviceState {
    try #require(try StateSource.states(in: bytes, path: "a.plist", apps: []).first)
  }

  private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  @Test(arguments: formats)
  func `settings are read with their kinds, and a payload with its bytes`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let payload = Data(#"{"title":"é","ttl":60}"#.utf8)
    let state = try Self.state(
      Self.bytes(
        [
          "DNP_CachedContent_s1": payload, "DNP_LastFetchTime": Date(timeIntervalSince1970: 0),
          "DNP_Settings": ["a": 1], "DNP_BGTask": true, "DNP_Lead": 5.5, "DNP_Names": ["a", "b"],
          "DNP_Title": "ö", "other": 1,
        ], format))
    #expect(state.kind == .settings)
    #expect(state.platform == "ios")
    let rows = state.tables.flatMap(\.rows)
    let kinds = rows.filter { $0.event == "stored_setting" }.compactMap { $0["valueKind"] }
    #expect(
      kinds == [
        .text("truth value"), .text("data"), .text("instant"), .text("number"), .text("list"),
        .text("object"), .text("text"),
      ])
    let held = try #require(rows.first { $0.event == "cached_payload" })
    #expect(held["title"] == .text("é"))
    #expect(held["md5"] == .text(ContentDigests.md5(Array(payload))))
  }

  @Test(arguments: formats)
  func `an Info.plist tells its tasks and modes`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let state = try Self.state(
      Self.bytes(
        [
          "CFBundleIdentifier": "com.x", "UIBackgroundModes": ["fetch", "processing"],
          "BGTaskSchedulerPermittedIdentifiers": ["a.fetch", "a.sync"],
        ], format))
    #expect(state.kind == .declaration)
    #expect(state.app == "com.x")
    let row = try #require(state.tables.first?.rows.first)
    #expect(row["taskIdentifiers"] == .text("a.fetch,a.sync"))
    #expect(row["backgroundModes"] == .text("fetch,processing"))
  }

  @Test func `a key that an Info.plist lacks is missing, and one of another kind is told`() throws {
    let state = try Self.state(
      Self.bytes(["CFBundleExecutable": "App", "UIBackgroundModes": "fetch"], .xml))
    let row = try #require(state.tables.first?.rows.first)
    #expect(row.members.isEmpty)
    #expect(state.notes == ["The value of UIBackgroundModes is no list of texts"])
  }

  @Test func `a list of something else is refused with what it is`() throws {
    let lists: [(list: Any, message: String)] = [
      (["a": 1], "without any key of the plugin: it has a"),
      ([String: Int](), "it has no key at all"), ([1, 2], "it holds a list and no dictionary"),
    ]
    for (list, message) in lists {
      for format in Self.formats {
        let bytes = try Self.bytes(list, format)
        let error = #expect(throws: StateError.self) { _ = try Self.state(bytes) }
        #expect(error?.message.contains(message) == true)
        #expect(error?.advice.isEmpty == false)
      }
    }
  }
}
