import Foundation

/// The sample logs of this repository and what stands beside them.
enum Samples {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  static let folder = root + "/samples"

  /// A cycle that is all right, on 19 lines of a device's console.
  static let happyCycle = Array(
    text("acceptance/second-cycle-never-completes.log").split(separator: "\n").prefix(19)
  ).map { $0 + "\n" }.joined()

  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  static func text(_ name: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path(name)) ?? Data(), as: UTF8.self)
  }

  /// Every file below the folder, by its path from there.
  ///
  /// States and feeds are no logs, and have samples of their own.
  static let files = everything.filter { !$0.hasPrefix("state/") && !$0.hasPrefix("feed/") }

  /// The expectations of states.
  static let states = everything.filter { $0.hasPrefix("state/") && $0.hasSuffix(suffix) }

  /// The expectations of feeds.
  static let feeds = everything.filter { $0.hasPrefix("feed/") && $0.hasSuffix(suffix) }

  private static let everything = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? [])
    .compactMap { $0 as? String }
    .filter { name in
      var isDirectory = ObjCBool(false)
      let exists = unsafe FileManager.default.fileExists(
        atPath: path(name), isDirectory: &isDirectory)
      return exists && !isDirectory.boolValue
    }
    .sorted()

  static let expectations = files.filter { $0.hasSuffix(suffix) }

  /// The files to judge: neither an expectation nor prose nor a script nor the record of a run.
  static let logs = files.filter { name in
    ![suffix, ".md", ".sh"].contains { name.hasSuffix($0) } && !records.contains(name)
  }

  /// Artifacts and templates, which are held against a log.
  static let records = files.filter { name in
    name.hasPrefix("artifacts/") && !name.hasSuffix(suffix)
      && [".json", ".txt"].contains { name.hasSuffix($0) }
  }

  private static let suffix = ".expected.json"

  /// Returns the log that an expectation is about: the one it names, else the one beside it.
  static func log(of expectation: String) -> String? {
    let folder = expectation.split(separator: "/").dropLast().joined(separator: "/")
    if let name = (try? JSONText(text(expectation)))?["log"].string { return "\(folder)/\(name)" }
    let base = String(expectation.dropLast(suffix.count))
    return ["", ".log", ".jsonl", ".txt"].map { base + $0 }.first(where: logs.contains)
  }
}
