internal import LogReading

/// The files beside a log that it was before: `device.log.1`, `device.log-20251114`.
enum RotatedFiles {
  /// Opens the older files of a log that may be read as they are, oldest first.
  static func open(beside path: String) -> [FollowedFile] {
    names(beside: path).filter { !$0.isCompressed }
      .compactMap { try? FollowedFile(opening: $0.path) }
  }

  /// Opens the older files of a log from the one on that holds a place, oldest first, unpacking those that
  /// were compressed; nil where none holds it.
  static func open(from place: FilePosition, beside path: String) -> [FollowedFile]? {
    var files: [FollowedFile] = []
    for name in names(beside: path).reversed() {
      // One that is damaged, or not ours to read, is a gap that nobody can fill.
      let opened =
        try? name.isCompressed
        ? FollowedFile(unpacking: name.path) : FollowedFile(opening: name.path)
      guard let opened else { return nil }
      files.insert(opened, at: 0)
      if place.fits(opened) { return files }
    }
    return nil
  }

  /// Opens the file of a place where nothing was read yet, and those that were written to since, oldest
  /// first; a damaged one is left out.
  static func open(
    _ identity: FileIdentity, since time: Int64, beside path: String
  ) -> [FollowedFile] {
    names(beside: path).compactMap { name in
      guard let file = try? FollowedFile(opening: name.path),
        file.changed > time || file.identity == identity
      else { return nil }
      return name.isCompressed ? try? FollowedFile(unpacking: name.path) : file
    }
  }

  /// The paths of the older files of a log, oldest first.
  private static func names(beside path: String) -> [(path: String, isCompressed: Bool)] {
    let stem = RotationName(path: name(of: path)).stem
    let folder = folder(of: path)
    let names = (try? DirectoryListing.names(in: folder)) ?? []
    return names.filter { $0 != name(of: path) }.map { ($0, RotationName(path: $0)) }
      .filter { $0.1.stem == stem && ($0.1.number ?? $0.1.date) != nil }
      .sorted { $0.1.isOlder(than: $1.1) }
      .map { (folder + "/" + $0, $1.isCompressed) }
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
    func isCopy(_ copy: FollowedFile) -> Bool {
      copy.identity != file.identity && copy.holds(file.tail, before: file.offset)
        && copy.seek(to: file.offset, tail: file.tail.count)
    }
    if let copy = open(beside: path).last(where: isCopy) { return copy }
    // It may be compressed at once.
    guard let newest = names(beside: path).last(where: \.isCompressed),
      let copy = try? FollowedFile(unpacking: newest.path), isCopy(copy)
    else { return nil }
    return copy
  }

  /// The copy of a file that was cut before anything of it was read: the newest beside it, if that is none of
  /// those at hand.
  static func copy(
    of content: FollowedFile.Content, apartFrom known: [FileIdentity], beside path: String
  ) -> FollowedFile? {
    guard let name = names(beside: path).last,
      let newest =
        try? name.isCompressed
        ? FollowedFile(unpacking: name.path) : FollowedFile(opening: name.path),
      !known.contains(newest.identity), newest.holds(content)
    else { return nil }
    return newest
  }
}
