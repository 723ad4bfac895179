import LogReading
import TestSupport
import Testing

@Suite("Refusing what is not a text log")
struct InputFormatTests {
  static let tar = [UInt8](repeating: 65, count: 257) + Array("ustar\u{0}00".utf8)

  struct Refusal: Sendable {
    var bytes: [UInt8]
    var message: String
    var command: String
  }

  static let formats = [
    Refusal(
      bytes: [0xFF, 0xFE, 0x61, 0x00], message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16 -t UTF-8 "),
    Refusal(
      bytes: [0xFE, 0xFF, 0x00, 0x61], message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16 -t UTF-8 "),
    Refusal(
      bytes: [0, 0x10, 0, 0, 0x11, 0, 0, 0, 9], message: "is a binary tracev3 file, not text",
      command: "log show --info --debug --archive "),
    Refusal(bytes: [0x50, 0x4B, 3, 4, 20], message: "is a zip archive", command: "unzip "),
    Refusal(
      bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], message: "is compressed with xz",
      command: "xz -dc "),
    Refusal(
      bytes: [0x28, 0xB5, 0x2F, 0xFD, 4], message: "is compressed with zstd", command: "zstd -dc "
    ),
    Refusal(
      bytes: Array("BZh91AY&SY".utf8), message: "is compressed with bzip2",
      command: "bzip2 -dc "),
    Refusal(bytes: tar, message: "is a tar archive", command: "tar -xf "),
  ]

  @Test("Binary formats are refused with the command that converts them", arguments: formats)
  func refuses(_ refusal: Refusal) throws {
    for readSize in [1, 4096] {
      let error = #expect(throws: InputError.self) {
        _ = try read(refusal.bytes, limits: limits(readSize: readSize))
      }
      #expect(error?.message == refusal.message)
      #expect(error?.advice.contains(refusal.command) == true)
      #expect(error?.path.hasSuffix("/device.log") == true)
    }
  }

  @Test("A tar archive inside gzip is refused with the flags for it")
  func compressedTar() {
    let error = #expect(throws: InputError.self) { _ = try read(gzip(Self.tar)) }
    #expect(error?.message == "is a tar archive")
    #expect(error?.advice.contains("tar -xzf ") == true)
  }

  @Test("Gzip inside gzip is refused")
  func compressedTwice() {
    let error = #expect(throws: InputError.self) { _ = try read(gzip(gzip([97, 10]))) }
    #expect(error?.message == "is compressed twice")
    #expect(error?.advice.contains(" | gzip -dc | dnplog validate -") == true)
  }

  @Test("A path with a space is quoted in the command")
  func quoting() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([0xFF, 0xFE, 0x61, 0x00], to: "it's a.log")
    let error = #expect(throws: InputError.self) { _ = try Reading(ChunkReader(.file(path))) }
    let quoted = "'\(directory.path)/it'\\''s a.log' | dnplog"
    #expect(error?.advice.contains(quoted) == true)
  }

  @Test(
    "Text that only resembles a signature is read",
    arguments: ["BZh", "PK", "7z", "ustar", "\u{0}\u{10}", "BZh9 is a level\n"])
  func lookalikes(text: String) throws {
    let reading = try read(text)
    #expect(reading.text == text)
  }

  @Test("A directory, a missing file and a device cannot be opened as a log")
  func unreadable() throws {
    let directory = try TemporaryDirectory()
    for (path, message) in [
      (directory.path, "is a directory"), (directory.path + "/none.log", "no such file"),
      ("/dev/null", "is a device, not a log"),
    ] {
      let error = #expect(throws: InputError.self) { _ = try Reading(ChunkReader(.file(path))) }
      #expect(error?.message == message)
      #expect(error?.advice.isEmpty == false)
    }
  }
}
