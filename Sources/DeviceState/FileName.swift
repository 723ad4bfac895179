/// Names of files in reports.
enum FileName {
  /// The last component of a path.
  static func last(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }
}
