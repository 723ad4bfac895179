package import YAMLReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A rule, catalogue or profile file, in memory.
package struct RuleFile: Sendable, Equatable {
  package var path: String
  package var bytes: [UInt8]
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}

extension RuleFile {
  /// Reads a file, of any kind.
  package init(reading path: String) throws(SourceError) { self = try RuleFiles.readFile(path) }
}

/// Finding and reading of the files of a folder of rules.
enum RuleFiles {
  /// The largest file read: no rule file comes near it, but a log given by mistake may.
  private static let largestFile = 4 << 20

  /// Reads a folder's `*.yaml`, those of its `catalog` and `profiles`, and its table, or one file.
  static func files(at path: String) throws(SourceError) -> [RuleFile] {
    var files: [RuleFile] = []
    for path in try paths(at: path) { files.append(try readFile(path)) }
    guard !files.isEmpty else { throw failure(path, "the folder has no rules", "*.yaml files") }
    return files
  }

  /// The paths of those files.
  static func paths(at path: String) throws(SourceError) -> [String] {
    guard let names = try names(in: path) else { return [path] }
    var paths: [String] = []
    for folder in [path, joined(path, "catalog"), joined(path, "profiles")] {
      for name in (folder == path ? names : try self.names(in: folder) ?? []).sorted()
      where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        paths.append(joined(folder, name))
      }
    }
    if names.contains(RequirementTable.fileName) {
      paths.append(joined(path, RequirementTable.fileName))
    }
    return paths
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func failure(_ path: String, _ what: String, _ advice: String) -> SourceError {
    SourceError(what, advice: advice, at: SourceLocation(path: path, line: 1, column: 1))
  }

  /// The names in a folder; nil if the path is no folder.
  private static func names(in folder: String) throws(SourceError) -> [String]? {
    // readdir(3) lends each entry until the next call; the name is copied at once.
    guard let directory = unsafe opendir(folder) else { return nil }
    defer { _ = unsafe closedir(directory) }
    var names: [String] = []
    // An error ends the listing like its end, but sets errno.
    errno = 0
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
      errno = 0
    }
    guard errno == 0 else {
      throw failure(folder, "the folder cannot be read to its end", "is the disk all right?")
    }
    return names
  }

  static func readFile(_ path: String) throws(SourceError) -> RuleFile {
    // The path is a string that Swift ends with a zero for the call.
    var file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    while file < 0, errno == EINTR { file = unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else {
      throw errno == ENOENT
        ? failure(path, "no such file", "check the path")
        : failure(path, "the file cannot be read", "check that you may read it")
    }
    defer { _ = close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      // read(2) fills the array up to the given length.
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe read(file, buffer.baseAddress, buffer.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw failure(path, "the file cannot be read", "is it a rule file?")
      }
      if count == 0 { return RuleFile(path: path, bytes: bytes) }
      bytes += chunk[..<count]
      guard bytes.count <= largestFile else {
        throw failure(path, "the file is too long", "a rule file has at most 4 MiB")
      }
    }
  }
}
