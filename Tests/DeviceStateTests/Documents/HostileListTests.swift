import Foundation
import Testing

@testable import DeviceState

/// Property lists that were made to do harm, or were damaged.
struct HostileListTests {
  private static func message(_ bytes: [UInt8]) -> String? {
    do throws(StateError) {
      _ = try StateSource.states(in: bytes, path: "a.plist", apps: [])
      return nil
    } catch {
      return error.line > 0 ? "\(error.line): \(error.message)" : error.message
    }
  }

  /// A binary list of lists, each of which refers to others of a byte each.
  private static func binary(_ lists: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for references in lists {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes.append(0xA0 | UInt8(references.count))
      bytes += references
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [lists.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    return bytes
  }

  @Test func `a list in a circle is refused`() {
    #expect(Self.message(Self.binary([[1], [0]]))?.contains("or in a circle") == true)
    #expect(Self.message(Self.binary([[0]]))?.contains("or in a circle") == true)
  }

  @Test func `a list whose values are used over and over is refused`() {
    let lists = (1...30).map { [UInt8](repeating: UInt8($0), count: 14) } + [[]]
    #expect(Self.message(Self.binary(lists))?.contains("more than can be held") == true)
  }

  @Test func `a deep list is refused, in either form`() {
    let chain = (1...100).map { [UInt8($0)] } + [[]]
    #expect(Self.message(Self.binary(chain))?.contains("nested deeper") == true)
    let deep =
      "<plist>\n" + String(repeating: "<array>", count: 100_000)
      + String(repeating: "</array>", count: 100_000) + "</plist>"
    #expect(Self.message(Array(deep.utf8))?.hasPrefix("2: ") == true)
    #expect(Self.message(Array(deep.utf8))?.contains("nested deeper than 64 levels") == true)
  }

  @Test(arguments: [
    ("<plist><dict>", "1: .*ends before the element dict does"),
    ("<plist>\n</dict></plist>", "2: .*that is not open: dict"),
    ("<plist><string", "1: .*ends within an element"),
    ("<plist><!-- a", "1: .*a part that begins with <!-- does not end"),
    ("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>", "1: .*declares entities of its own"),
    ("<plist>\u{0}</plist>", "1: .*no text"),
    ("<plist><array/></plist>", "holds a list and no dictionary"),
    ("<plist></plist>", "in XML that cannot be read"),
    ("bplist00", "damaged or cut off"),
    ("bplist00" + String(repeating: "\u{7F}", count: 64), "damaged or cut off"),
  ])
  func `what is no whole list is refused with its place`(text: String, pattern: String) throws {
    let message = try #require(Self.message(Array(text.utf8)))
    #expect(try message.contains(Regex(pattern)), "\(message)")
  }

  @Test func `a list of more than 16 MiB is refused`() {
    let bytes = Array("<plist>".utf8) + [UInt8](repeating: 0x20, count: 17 << 20)
    #expect(Self.message(bytes)?.contains("more than 16 MiB") == true)
  }

  @Test func `a list of a million texts is refused before it is read`() {
    let text =
      "<plist><array>" + String(repeating: "<true/>", count: 1_000_000) + "</array></plist>"
    #expect(Self.message(Array(text.utf8))?.contains("too many values") == true)
  }

  @Test(
    arguments: [
      ([0x53, 0x61, 0x00, 0x62], "a NUL among its letters"),
      ([0x62, 0x00, 0x61, 0x00, 0x00], "a NUL among its units"), ([0x11, 0x00, 0x01], "a number"),
      ([0x42, 0x61, 0x62], "data"), ([0xA0], "a list"),
    ] as [([UInt8], String)])
  func `a key that no text can be is refused`(key: [UInt8], what: String) {
    let head = Array("bplist00".utf8) + [0xD1, 1, 2] + key + [0x09]
    let offsets: [UInt8] = [8, 11, UInt8(11 + key.count)]
    let trailer =
      [UInt8](repeating: 0, count: 6) + [1, 1] + [0, 0, 0, 0, 0, 0, 0, 3]
      + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 0, 0, 0, UInt8(head.count)]
    #expect(Self.message(head + offsets + trailer)?.contains("damaged") == true, "\(what)")
  }

  @Test(arguments: ["settings.plist", "settings-changed.plist", "Info.plist"])
  func `random damage gives rows or a refusal, and never a crash`(sample: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples/state")
    let whole = Array(try Data(contentsOf: folder.appending(path: sample)))
    var random = RepeatedNumbers(state: 7)
    // The binary one has no words that damage makes unreadable at once, and so is damaged more often.
    for _ in 0..<(sample == "settings.plist" ? 2_000 : 500) {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(bytes[place], at: place)
        default: bytes.removeLast(min(bytes.count, Int.random(in: 1...40, using: &random)))
        }
      }
      // What is found does not matter, but that there is an answer.
      _ = Self.message(bytes)
      _ = try? PropertyListReader.value(in: bytes, path: "a")
    }
  }
}
