import LogReading
import TestSupport
import Testing

@Suite("Refusing what is not a text log")
struct InputFormatTests {
  static let tarred = tar([ArchivedText("device.log", "[DNP-FETCH] x\n")])

  private static let line = "2025-11-15 05:50:00 [DNP-FETCH] BGTask handler invoked (id=x)\n"

  struct Refusal: Sendable {
    var bytes: [UInt8]
    var message: String
    var command: String
  }

  static let formats = [
    Refusal(
      bytes: [0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], message: "is UTF-32 text, not UTF-8",
      command: "iconv -f UTF-32 -t UTF-8 "),
    Refusal(
      bytes: [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x61], message: "is UTF-32 text, not UTF-8",
      command: "iconv -f UTF-32 -t UTF-8 "),
    Refusal(
      bytes: [0xFF, 0xFE, 0x61, 0x00], message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16 -t UTF-8 "),
    Refusal(
      bytes: [0xFE, 0xFF, 0x00, 0x61], message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16 -t UTF-8 "),
    Refusal(
      bytes: [0, 0x10, 0, 0, 0x11, 0, 0, 0, 9], message: "is a binary tracev3 file, not text",
      command: "log show --info --debug --archive "),
    Refusal(
      bytes: [0x50, 0x4B, 3, 4, 20], message: "is a zip archive", command: "dnplog validate -"),
    Refusal(
      bytes: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], message: "is compressed with xz",
      command: "xz -dc "),
    Refusal(
      bytes: [0x28, 0xB5, 0x2F, 0xFD, 4], message: "is compressed with zstd", command: "zstd -dc "
    ),
    Refusal(
      bytes: Array("BZh91AY&SY".utf8), message: "is compressed with bzip2",
      command: "bzip2 -dc "),
    Refusal(
      bytes: Array("BZh11AY&SY".utf8), message: "is compressed with bzip2",
      command: "bzip2 -dc "),
    Refusal(
      bytes: [0x04, 0x22, 0x4D, 0x18, 0x64], message: "is compressed with lz4", command: "lz4 -dc "),
    Refusal(
      bytes: [0x02, 0x21, 0x4C, 0x18, 9], message: "is compressed with lz4", command: "lz4 -dc "),
    Refusal(
      bytes: [0x1F, 0x9D, 0x90, 0x5B], message: "is compressed with compress", command: "gzip -dc "),
    Refusal(
      bytes: Array("LZIP\u{1}\u{C}".utf8), message: "is compressed with lzip", command: "lzip -dc "),
    Refusal(
      bytes: [0x5D, 0, 0, 0x80, 0, 0xFF], message: "is compressed with lzma",
      command: "xz --format=lzma -dc "),
    Refusal(
      bytes: Array("Rar!\u{1A}\u{7}\u{1}\u{0}".utf8), message: "is a rar archive",
      command: "unrar x "),
    Refusal(
      bytes: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], message: "is a 7z archive",
      command: "7z x "),
    Refusal(
      bytes: Array(("070701" + String(repeating: "0000001f", count: 13) + "device.log").utf8),
      message: "is a cpio archive", command: "cpio -id < "),
    Refusal(
      bytes: Array(("070707" + String(repeating: "0123456", count: 10) + "device.log").utf8),
      message: "is a cpio archive", command: "cpio -id < "),
    Refusal(
      bytes: [0xC7, 0x71, 0, 1, 0x61], message: "is a cpio archive", command: "cpio -id < "),
    Refusal(
      bytes: Array("#!/bin/sh\nexec unzip $0\n".utf8) + [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 1],
      message: "is a zip archive with other bytes before it", command: "unzip "),
    Refusal(
      bytes: Array(line.utf8).flatMap { [$0, 0] }, message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16LE -t UTF-8 "),
    Refusal(
      bytes: Array(line.utf8).flatMap { [0, $0] }, message: "is UTF-16 text, not UTF-8",
      command: "iconv -f UTF-16BE -t UTF-8 "),
    Refusal(
      bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1], message: "is a program, not a log",
      command: "name a log file"),
    Refusal(bytes: tarred, message: "is a tar archive", command: "dnplog validate -"),
    Refusal(
      bytes: Array("SQLite format 3\u{0}".utf8) + [16, 0],
      message: "is an SQLite database, not a log", command: "dnplog reconcile --state"),
    Refusal(
      bytes: Array("bplist00".utf8) + [0xD1], message: "is a binary property list, not a log",
      command: "dnplog reconcile --state"),
    Refusal(
      bytes: binaryLogcat, message: "is binary output of logcat, not text",
      command: "adb logcat -d -v threadtime -v year > device.log"),
  ]

  /// A record of the log daemon: lengths, process, thread, time, buffer, level, tag and message.
  static let binaryLogcat: [UInt8] =
    [16, 0, 24, 0, 0x39, 5, 0, 0, 0x3A, 5, 0, 0] + [0x18, 0xC0, 0x16, 0x69, 1, 0, 0, 0]
    + [0, 0, 0, 0, 4] + Array("DNP-FETCH\u{0}hello\u{0}".utf8)

  @Test(arguments: formats)
  func `binary formats are refused with the command that converts them`(_ refusal: Refusal) throws {
    for readSize in [1, 4096] {
      let error = #expect(throws: InputError.self) {
        _ = try read(refusal.bytes, limits: limits(readSize: readSize))
      }
      #expect(error?.message == refusal.message)
      #expect(error?.advice.contains(refusal.command) == true)
      #expect(error?.path.hasSuffix("/device.log") == true)
    }
  }

  @Test
  func `a tar archive inside gzip is refused where it was not opened as one`() {
    let error = #expect(throws: InputError.self) { _ = try read(gzip(Self.tarred)) }
    #expect(error?.message == "is a tar archive")
    #expect(error?.advice.contains("from a file or from standard input") == true)
  }

  @Test
  func `gzip inside gzip is refused`() {
    let error = #expect(throws: InputError.self) { _ = try read(gzip(gzip([97, 10]))) }
    #expect(error?.message == "is compressed twice")
    #expect(error?.advice.contains(" | gzip -dc | dnplog validate -") == true)
  }

  @Test
  func `a path with a space is quoted in the command`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([0xFF, 0xFE, 0x61, 0x00], to: "it's a.log")
    let error = #expect(throws: InputError.self) { _ = try Reading(ChunkReader(.file(path))) }
    let quoted = "'\(directory.path)/it'\\''s a.log' | dnplog"
    #expect(error?.advice.contains(quoted) == true)
  }

  @Test(arguments: [
    "BZh", "PK", "7z", "ustar", "\u{0}\u{10}", "BZh9 is a level\n",
    "Rar! it says\n", "LZIP\n", "MZ of a head\n", "a PK\u{3}\u{4} in a line\n",
    // HDFS, on the seventh of July.
    "070707 054800 148 INFO dfs.DataNode: [DNP-FETCH] App launch finished and more of that line so that\n",
  ])
  func `text that only resembles a signature is read`(text: String) throws {
    let reading = try read(text)
    #expect(reading.text == text)
  }

  @Test
  func `a directory, a missing file and a device cannot be opened as a log`() throws {
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
