import Foundation
import MetricsExport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new directory, removed with all its files when the last user is gone.
private final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "dnplog-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

@Suite struct FileWriterTests {
  @Test
  func `a file is replaced whole, readable by all, and nothing stays beside it`() throws {
    let folder = try Folder()
    let path = folder.path + "/dnplog.prom"
    try FileWriter.replace(path: path, bytes: Array("old, and longer".utf8))
    try FileWriter.replace(path: path, bytes: Array("new".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
    #expect(try folder.names() == ["dnplog.prom"])
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  @Test
  func `a large file arrives whole`() throws {
    let folder = try Folder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    try FileWriter.replace(path: folder.path + "/big", bytes: bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/big")) == Data(bytes))
  }

  @Test
  func `the temporary files of killed processes are removed, and nothing else`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.prom"
    for number in [1, 2, 7] { try Data("stale".utf8).write(to: Self.temporary(path, number)) }
    // Not of the pattern, no regular file, and one that a living process writes.
    for name in ["a.prom.\(getpid())", "a.prom.1", "a.prom.dnplog", "b.prom.dnplog-1"] {
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: Self.temporary(path, 3).path, withDestinationPath: folder.path + "/a.prom.1")
    try FileManager.default.createDirectory(
      at: Self.temporary(path, 4), withIntermediateDirectories: false)
    try #require(unsafe mkfifo(Self.temporary(path, 5).path, 0o600) == 0)
    try Data("in use".utf8).write(to: Self.temporary(path, 6))
    let descriptor = unsafe open(Self.temporary(path, 6).path, O_RDONLY)
    try #require(flock(descriptor, LOCK_EX) == 0)
    try FileWriter.replace(path: path, bytes: Array("new".utf8))
    let kept = (3...6).map { "a.prom.dnplog-\($0)" }
    #expect(
      try folder.names()
        == (["a.prom", "a.prom.\(getpid())", "a.prom.1", "a.prom.dnplog", "b.prom.dnplog-1"] + kept)
        .sorted())
    close(descriptor)
  }

  private static func temporary(_ path: String, _ number: Int) -> URL {
    URL(fileURLWithPath: "\(path).dnplog-\(number)")
  }

  @Test
  func `two that write one file at the same time do not meet`() throws {
    let folder = try Folder()
    let path = folder.path + "/a.prom"
    var first = try FileReplacement(path: path)
    var second = try FileReplacement(path: path)
    #expect(try folder.names() == ["a.prom.dnplog-1", "a.prom.dnplog-2"])
    try first.append(Array("first".utf8))
    try second.append(Array("second".utf8))
    try second.commit()
    #expect(try folder.names() == ["a.prom", "a.prom.dnplog-1"])
    try first.commit()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
    #expect(try folder.names() == ["a.prom"])
  }

  @Test
  func `a link stays a link, and the file that it names is replaced`() throws {
    let folder = try Folder()
    let (file, link) = (folder.path + "/real", folder.path + "/link")
    try FileWriter.replace(path: file, bytes: [1])
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    try FileWriter.replace(path: link, bytes: [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([2]))
  }

  @Test
  func `devices are written to, never replaced`() throws {
    try FileWriter.replace(path: "/dev/null", bytes: [1, 2, 3])
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test(arguments: [
    ("", "no file name: give a path"),
    ("/", "is a directory: name a file in it"),
    ("/nowhere/at/all.prom", "the directory does not exist: create it first"),
    ("/dev/null/x.prom", "a part of the path is not a directory: check the path"),
  ])
  func `errors say what to do`(path: String, message: String) {
    #expect(throws: ExportError(path: path, message: message)) {
      try FileWriter.replace(path: path, bytes: [1])
    }
  }

  #if os(Linux)
    @Test
    func `a full disk is told`() {
      let message = "no space left: free some; an older file is untouched"
      #expect(throws: ExportError(path: "/dev/full", message: message)) {
        try FileWriter.replace(path: "/dev/full", bytes: [1])
      }
    }
  #endif

  @Test
  func `a write that fails half-way leaves the old file and no temporary one`() async throws {
    let folder = try Folder()
    let path = folder.path + "/a.prom"
    try FileWriter.replace(path: path, bytes: Array("old".utf8))
    // The limit holds for a whole process, so another one meets it.
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      limitFileSize(to: 10)
      do {
        try FileWriter.replace(path: path, bytes: [UInt8](repeating: 65, count: 100))
      } catch {
        exit((error as? ExportError)?.message.contains("size limit") == true ? 7 : 8)
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    #expect(try folder.names() == ["a.prom"])
  }
}

private func limitFileSize(to bytes: UInt) {
  signal(SIGXFSZ, SIG_IGN)
  #if canImport(Glibc)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
  #else
    var limit = rlimit(rlim_cur: UInt64(bytes), rlim_max: UInt64(bytes))
    unsafe setrlimit(RLIMIT_FSIZE, &limit)
  #endif
}
