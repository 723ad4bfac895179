import LogReading
import TestSupport
import Testing

@Suite("Reading logs in archives")
struct InputArchiveTests {
  static let files = [
    ArchivedText("run/device.log.1", "[DNP-FETCH] one\n"),
    ArchivedText("run/device.log", "[DNP-FETCH] two\n"),
    ArchivedText("run/server.log", sampleLines(3000)),
    ArchivedText("run/empty.log", ""),
  ]

  /// Every way to store the same files.
  static let archives: [String: [UInt8]] = {
    var large = ZipForm()
    large.isLarge = true
    var following = ZipForm()
    following.sizesFollow = true
    var stored = ZipForm()
    stored.isDeflated = false
    return [
      "tar": tar(files), "tar.gz": gzip(tar(files)), "zip": zip(files),
      "stored zip": zip(files, stored), "zip64": zip(files, large),
      "zip with sizes behind": zip(files, following),
    ]
  }()

  /// What the inputs of an archive hold, by their names in it; damage behind a bar.
  static func contents(_ bytes: [UInt8]) throws -> (texts: [String: String], plan: InputPlan) {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "bundle")
    let plan = InputDiscovery.plan(arguments: [path], joins: false).openingArchives(joins: false)
    var texts: [String: String] = [:]
    for set in plan.sets {
      var text = ""
      for member in set.members {
        do throws(InputError) {
          let reading = try Reading(ChunkReader(member))
          text += reading.text
          if let damage = reading.report.damage { text += "|\(damage.kind.rawValue)" }
        } catch {
          text += "|\(error.message)"
        }
      }
      texts[String(set.name.dropFirst(path.count + 1))] = text
    }
    return (texts, plan)
  }

  @Test(arguments: archives.keys.sorted())
  func `each log is an input, whatever the form`(name: String) throws {
    let (texts, plan) = try Self.contents(Self.archives[name] ?? [])
    #expect(plan.problems == [])
    #expect(texts.keys.sorted() == ["run/device.log.1", "run/empty.log", "run/server.log"])
    // A rotation set is one input, the oldest first.
    #expect(texts["run/device.log.1"] == "[DNP-FETCH] one\n[DNP-FETCH] two\n")
    #expect(texts["run/server.log"] == sampleLines(3000))
    #expect(plan.archives.map(\.files) == [4])
  }

  @Test
  func `a rotation set that begins with the newest is read oldest first`() throws {
    let files = [Self.files[1], Self.files[2], Self.files[0]]
    for bytes in [tar(files), gzip(tar(files)), zip(files)] {
      let (texts, _) = try Self.contents(bytes)
      #expect(texts["run/device.log"] == "[DNP-FETCH] one\n[DNP-FETCH] two\n")
      #expect(texts["run/server.log"] == sampleLines(3000))
    }
  }

  @Test
  func `with --join, what is in an archive takes its place`() throws {
    let directory = try TemporaryDirectory()
    let plain = try directory.write("before\n", to: "a.log")
    let path = try directory.write(zip(Self.files), to: "b.zip")
    let plan = InputDiscovery.plan(arguments: [plain, path], joins: true)
      .openingArchives(joins: true)
    let names = plan.sets.flatMap(\.members).map { $0.name.dropFirst(directory.path.count + 1) }
    #expect(
      names == [
        "a.log", "b.zip!run/device.log.1", "b.zip!run/device.log", "b.zip!run/server.log",
        "b.zip!run/empty.log",
      ])
  }

  @Test
  func `a compressed log in an archive is unpacked; its storage is told`() throws {
    let file = [ArchivedText("old/device.log.2.gz", bytes: gzip(Array("[DNP-FETCH] old\n".utf8)))]
    for (bytes, word) in [(tar(file), "tar+gzip"), (zip(file), "zip+gzip")] {
      let directory = try TemporaryDirectory()
      let path = try directory.write(bytes, to: "bundle")
      let plan = InputDiscovery.plan(arguments: [path], joins: false).openingArchives(joins: false)
      let member = try #require(plan.sets.first?.members.first)
      let reading = try Reading(ChunkReader(member))
      #expect(reading.text == "[DNP-FETCH] old\n")
      #expect(reading.report.compression.rawValue == word)
    }
  }

  @Test
  func `names longer than a header holds come from the headers before it`() throws {
    let name = "deep/" + String(repeating: "folder/", count: 30) + "device.log"
    let pax = "path=\(name)\n"
    let record = "\(pax.utf8.count + 4) \(pax)"
    let text = Array("[DNP-FETCH] far\n".utf8)
    let end = [UInt8](repeating: 0, count: 1024)
    for header in [
      tarEntry("pax", Array(record.utf8), type: "x"),
      tarEntry("././@LongLink", Array(name.utf8) + [0], type: "L"),
    ] {
      let (texts, _) = try Self.contents(header + tarEntry("short", text) + end)
      #expect(texts == [name: "[DNP-FETCH] far\n"])
      // The name of a folder or of a link is not that of the file behind it.
      for type: Character in ["5", "2"] {
        let other = header + tarEntry("short/", [], type: type)
        let (behind, _) = try Self.contents(other + tarEntry("device.log", text) + end)
        #expect(behind == ["device.log": "[DNP-FETCH] far\n"])
      }
    }
  }

  @Test
  func `folders, links and devices are no inputs`() throws {
    let folder = tarEntry("run/", [], type: "5") + tarEntry("run/link.log", [], type: "2")
    let (texts, _) = try Self.contents(folder + tar(Self.files))
    #expect(texts.count == 3)
  }

  // MARK: Damage

  @Test
  func `a truncated archive gives what it has, and the log it was cut in is damaged`() throws {
    let packed = gzip(tar(Self.files))
    let (texts, plan) = try Self.contents(Array(packed[..<(packed.count / 2)]))
    #expect(plan.problems == [])
    #expect(texts["run/device.log.1"] == "[DNP-FETCH] one\n[DNP-FETCH] two\n")
    let cut = try #require(texts["run/server.log"])
    #expect(cut.hasSuffix("|truncated"))
    #expect(sampleLines(3000).hasPrefix(cut.dropLast("|truncated".count)))
    #expect(cut.count > 1000)
  }

  @Test
  func `an archive that ends between two logs has lost some`() throws {
    let (texts, _) = try Self.contents(tar([Self.files[0]], ends: false))
    #expect(texts == ["run/device.log.1": "[DNP-FETCH] one\n|truncated"])
  }

  @Test
  func `a zip archive without its directory is read from its first file on`() throws {
    for sizesFollow in [false, true] {
      var form = ZipForm()
      form.lacksDirectory = true
      form.sizesFollow = sizesFollow
      let bytes = zip(Self.files, form)
      let (whole, _) = try Self.contents(bytes)
      #expect(whole["run/server.log"] == sampleLines(3000))
      #expect(whole["run/empty.log"] == "|truncated")
      let (cut, _) = try Self.contents(Array(bytes[..<(bytes.count / 2)]))
      #expect(cut["run/server.log"]?.hasSuffix("|truncated") == true)
      #expect(cut["run/device.log.1"] == "[DNP-FETCH] one\n[DNP-FETCH] two\n")
    }
  }

  @Test
  func `a flipped byte in a file of a zip archive is damage of that file only`() throws {
    var form = ZipForm()
    form.isDeflated = false
    var bytes = zip(Self.files, form)
    let place = try #require(bytes.firstIndex(of: UInt8(ascii: "]")))
    bytes[place] = UInt8(ascii: "}")
    let (texts, _) = try Self.contents(bytes)
    #expect(texts["run/device.log.1"] == "[DNP-FETCH} one\n|checksum[DNP-FETCH] two\n")
    #expect(texts["run/server.log"] == sampleLines(3000))
  }

  @Test
  func `a header of a tar archive that is broken costs its file, not those behind it`() throws {
    var bytes = tar(Self.files)
    bytes[1024] ^= 0xFF
    let (texts, _) = try Self.contents(bytes)
    #expect(texts["run/device.log.1"] == "[DNP-FETCH] one\n|corrupt")
    #expect(texts["run/server.log"] == sampleLines(3000))
  }

  // MARK: Hostile archives

  @Test
  func `a size that is a lie takes no memory, and is damage`() throws {
    let block = String(repeating: "[DNP-FETCH] xyz\n", count: 32)
    let lie = tarEntry("device.log", Array(block.utf8), size: 0o77_777_777_777)
    let (texts, _) = try Self.contents(lie)
    #expect(texts == ["device.log": block + "|truncated"])
    var form = ZipForm()
    form.lie = 1 << 30
    let (zipped, _) = try Self.contents(zip([Self.files[0]], form))
    #expect(zipped["run/device.log.1"] == "[DNP-FETCH] one\n|checksum")
  }

  @Test
  func `files that share their bytes are refused`() throws {
    var bytes = zip([Self.files[0], Self.files[1]])
    // The second entry of the directory points to the first file.
    let mark: [UInt8] = [0x50, 0x4B, 1, 2]
    let second = try #require(
      bytes.indices.dropLast(4).last { Array(bytes[$0..<($0 + 4)]) == mark })
    for index in 42..<46 { bytes[second + index] = 0 }
    let (texts, _) = try Self.contents(bytes)
    #expect(texts["run/device.log.1"]?.contains("shares its bytes with another file") == true)
  }

  @Test
  func `every prefix and every flipped byte of a small archive is survived`() throws {
    let small = [ArchivedText("a.log", "[DNP-FETCH] a\n"), ArchivedText("b.log", "b\n")]
    for bytes in [zip(small), gzip(tar(small))] {
      for count in stride(from: 0, to: bytes.count, by: 7) {
        for (name, text) in try Self.contents(Array(bytes[..<count])).texts {
          let read = String(text.prefix { $0 != "|" })
          // What is shorter than the header of a file in a tar is read as it stands.
          if name.isEmpty {
            #expect(read.utf8.count < 512, "\(count) bytes")
          } else {
            #expect(
              small.contains { String(decoding: $0.bytes, as: UTF8.self).hasPrefix(read) },
              "\(count) bytes")
          }
        }
      }
      for index in stride(from: 0, to: bytes.count, by: 5) {
        var copy = bytes
        copy[index] ^= 0x55
        _ = try Self.contents(copy)
      }
    }
  }

  struct Refusal: Sendable {
    var name: String
    var bytes: [UInt8]
    var message: String
  }

  static let refusals: [Refusal] = {
    var encrypted = ZipForm()
    encrypted.isEncrypted = true
    var method = ZipForm()
    method.method = 93
    let log = [ArchivedText("a.log", "x\n")]
    return [
      Refusal(name: "encrypted", bytes: zip(log, encrypted), message: "is encrypted"),
      Refusal(
        name: "method", bytes: zip(log, method),
        message: "is compressed by method 93, which only few programs know"),
      Refusal(
        name: "nested zip", bytes: tar([ArchivedText("a.zip", bytes: zip(log))]),
        message: "is a zip archive"),
      Refusal(
        name: "nested tar", bytes: zip([ArchivedText("a.tgz", bytes: gzip(tar(log)))]),
        message: "is a tar archive"),
      Refusal(
        name: "binary", bytes: tar([ArchivedText("a.bin", bytes: [1, 0, 2])]),
        message: "is not text"),
      Refusal(
        name: "sparse", bytes: tarEntry("a.log", Array("x\n".utf8), type: "S") + tar([]),
        message: "is stored as a sparse file"),
    ]
  }()

  @Test(arguments: refusals.indices)
  func `what cannot be read in place is refused`(index: Int) throws {
    let refusal = Self.refusals[index]
    let (texts, _) = try Self.contents(refusal.bytes)
    #expect(texts.values.map { String($0.dropFirst()) } == [refusal.message])
  }

  @Test(arguments: [0, 1, 700])
  func `a log with NUL bytes is text`(place: Int) throws {
    var bytes = Array(String(repeating: "a line of a log\n", count: 60).utf8)
    bytes.replaceSubrange(place..<place, with: [0, 0, 0])
    let (texts, plan) = try Self.contents(tar([ArchivedText("a.log", bytes: bytes)]))
    #expect(plan.sets.count == 1)
    #expect(texts.values.map { $0.contains("a line of a log") } == [true])
  }

  @Test
  func `an archive without files, or of which nothing is left, is a problem`() throws {
    let (_, noFiles) = try Self.contents(zip([]))
    #expect(noFiles.problems.map(\.message) == ["is an archive without files"])
    let (_, cut) = try Self.contents(Array(zip(Self.files)[..<20]))
    #expect(cut.problems.first?.message.contains("nothing in it could be decoded") == true)
  }

  // MARK: Bug reports

  @Test
  func `of an Android bug report, its text comes first and the logs on disk are a reserve`() throws
  {
    let (_, plan) = try Self.contents(
      zip([
        ArchivedText("version.txt", "2.0\n"),
        ArchivedText("FS/data/misc/logd/logcat.01", "old\n"),
        ArchivedText("FS/data/misc/logd/logcat", "new\n"),
        ArchivedText("main_entry.txt", "bugreport-device-2025-11-14.txt\n"),
        ArchivedText("bugreport-device-2025-11-14.txt", "------ SYSTEM LOG ------\n"),
      ]))
    #expect(plan.sets.map(\.isReserve) == [false, true])
    #expect(plan.sets.map(\.members.count) == [1, 2])
    #expect(plan.sets.first?.name.hasSuffix("!bugreport-device-2025-11-14.txt") == true)
    #expect(plan.archives.map(\.isBugReport) == [true])
  }
}
