internal import LogReading

/// The files beside a log that it was before: `device.log.1`, `device.log-20251114`.
enum RotatedFiles {
  /// Opens the older files of a log that may be read, oldest first.
  static func open(beside path: String) -> [FollowedFile] {
    let stem = RotationName(path: name(of: path)).stem
    let folder = folder(of: path)
    let names = (try? DirectoryListing.names(in: folder)) ?? []
    let rotated = names.filter { $0 != name(of: path) }.map { ($0, RotationName(path: $0)) }
      .filter { $0.1.stem == stem && !$0.1.isCompressed && ($0.1.number ?? $0.1.date) != nil }
      .sorted { $0.1.isOlder(than: $1.1) }
    return rotated.compactMap { name, _ in try? FollowedFile(opening: folder + "/" + name) }
  }

  /// The folder of a path.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// The files that were the log between two others: the first is one that it was, now renamed.
  static func between(
    _ old: FileIdentity, _ new: FileIdentity, beside path: String
  ) -> [FollowedFile] {
    let files = open(beside: path)
    guard let place = files.firstIndex(where: { $0.identity == old }) else { return [] }
    return files[(place + 1)...].filter { $0.identity != new }
  }

  /// The copy of a file that was cut after it was copied, at the place up to which it was read.
  static func copy(of file: FollowedFile, beside path: String) -> FollowedFile? {
    guard !file.tail.isEmpty else { return nil }
    return open(beside: path).last { copy in
      copy.identity != file.identity && copy.holds(file.tail, before: file.offset)
        && copy.seek(to: file.offset, tail: file.tail.count)
    }
  }
}
