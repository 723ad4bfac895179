#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The search for the configuration file of the working directory.
///
/// The nearest one counts, up to the root of the repository or to the home directory. Below neither, only
/// that of the working directory does: in a folder that others may write to, such as `/tmp`, anybody
/// could put one above it.
enum ConfigurationSearch {
  static let fileName = ".dnplog.yaml"

  /// The folders to look in, nearest first, each as a path from the working directory that is empty or
  /// ends with a slash.
  static var folders: [String] {
    guard let start = FilePlace.resolved(".") else { return [""] }
    let home = FilePlace.resolved(ProcessVariables.value("HOME"))
    var folder = start[...]
    var relative = ""
    var folders: [String] = []
    while true {
      folders.append(relative)
      let isRoot = folder.isEmpty
      // access(2) reads the path during the call.
      if unsafe access("\(folder)/.git", F_OK) == 0 || String(folder) == home { return folders }
      guard !isRoot, let slash = folder.lastIndex(of: "/") else { return [""] }
      folder = folder[..<slash]
      relative += "../"
    }
  }

  /// Returns the path of the nearest file, from the working directory; nil where there is none.
  static func nearest() -> String? {
    // access(2) reads the path during the call.
    folders.map { $0 + fileName }.first { unsafe access($0, F_OK) == 0 }
  }
}
