#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The place that a path leads to, which shows that two names are of one file.
enum FilePlace {
  /// Returns the path without links, dots and doubled slashes, even of a file that does not exist.
  static func path(of path: String) -> String {
    if let real = resolved(path) { return real }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let name = parts.last else { return path }
    let lead = path.hasPrefix("/") ? "/" : "./"
    let folder = lead + parts.dropLast().filter { $0 != "." }.joined(separator: "/")
    // A folder that is not there yet is compared as it is written.
    return (resolved(folder) ?? folder) + "/" + name
  }

  /// Whether a path leads to something in a folder, or to the folder itself, links followed; the empty
  /// path is the working directory.
  static func isInside(_ path: String, folder: String) -> Bool {
    guard let place = resolved(path), let folder = resolved(folder.isEmpty ? "." : folder) else {
      return false
    }
    return place == folder || place.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns the path without links, dots and doubled slashes; nil where nothing is there.
  static func resolved(_ path: String) -> String? {
    // The C library allocates the name, and reads the path during the call.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }
}
