extension InputPlan {
  /// Opens the archives among the inputs: each log in them becomes an input of its own.
  ///
  /// - Parameters:
  ///   - joins: Whether all inputs are one, so that the logs of an archive take its place there.
  ///   - isEach: Whether each file is a run of its own, so that rotations are not put together.
  package consuming func openingArchives(
    joins: Bool, isEach: Bool = false, stop: StopFlag? = nil
  ) -> InputPlan {
    var plan = InputPlan(sets: [], problems: problems)
    plan.ownFiles = ownFiles
    plan.lost = lost
    for set in sets {
      var rest: [InputMember] = []
      var found: [InputSet] = []
      for member in set.members {
        do throws(InputError) {
          guard let archive = try Archive.open(member, stop: stop) else {
            rest.append(member)
            continue
          }
          let contents = ArchiveSets(archive, isEach: isEach)
          if contents.sets.isEmpty { throw .emptyArchive(archive) }
          plan.archives.append(contents.summary)
          if joins {
            // A reserve repeats other lines of a bug report, which would be read twice.
            rest += contents.sets.filter { !$0.isReserve }.flatMap(\.members)
          }
          found += contents.sets
        } catch {
          plan.problems.append(error)
          rest.append(.missing(member.name))
        }
      }
      var remaining = set
      remaining.members = rest
      if remaining.isReadable {
        plan.sets.append(remaining)
      } else if !rest.isEmpty {
        plan.lost.append(set.name)
      }
      if !joins { plan.sets += found }
    }
    return plan
  }
}

extension Archive {
  /// Opens the archive that a file or standard input holds; nil for anything else.
  fileprivate static func open(_ member: InputMember, stop: StopFlag?) throws(InputError)
    -> Archive?
  {
    let place: ArchivePlace
    let format: Format
    switch member {
    case .archived, .missing: return nil
    case .standardInput:
      guard let found = try StandardInput.archive(stop: stop) else { return nil }
      (place, format) = found
    case .file(let path):
      // A pipe with a name gives its bytes once; an archive in it is refused when it is read.
      guard try FileStatus(path: path).kind == .regular else { return nil }
      place = .path(path)
      var file = try place.open(stop: stop)
      let head = try file.bytes(at: 0, count: Format.headLength)
      guard let found = Format(head: head.span) else { return nil }
      format = found
    }
    return try Archive(place, format: format, stop: stop)
  }
}

extension InputError {
  fileprivate static func emptyArchive(_ archive: Archive) -> InputError {
    InputError(
      path: archive.name, message: "is an archive without files",
      advice: "check how it was made")
  }
}

/// The logs of an archive, put together by rotation.
private struct ArchiveSets {
  var sets: [InputSet] = []
  let summary: ArchiveContents

  init(_ archive: Archive, isEach: Bool) {
    let mainFile = Self.mainFile(of: archive)
    summary = ArchiveContents(
      name: archive.name, files: archive.entries.count, isBugReport: mainFile != nil)
    var order: [Substring] = []
    var groups: [Substring: [(index: Int, name: RotationName)]] = [:]
    for (index, entry) in archive.entries.enumerated() {
      let isWanted =
        mainFile == nil || entry.name == mainFile || entry.name.hasPrefix(Self.persistedLogs)
      guard isWanted else { continue }
      let name = RotationName(path: entry.name)
      let stem = isEach ? entry.name[...] : name.stem
      if groups[stem] == nil { order.append(stem) }
      groups[stem, default: []].append((index, name))
    }
    // The report itself goes before the logs that it was made from.
    if let mainFile { order = order.filter { $0 == mainFile } + order.filter { $0 != mainFile } }
    sets = order.map { stem in
      let files = groups[stem, default: []].sorted { $0.name.isOlder(than: $1.name) }
      let members = files.map {
        InputMember.archived(ArchivedFile(archive: archive, index: $0.index))
      }
      let first = groups[stem, default: []].first?.index ?? 0
      return InputSet(
        name: ArchivedFile(archive: archive, index: first).name, members: members,
        archive: archive.name,
        isReserve: mainFile != nil && archive.entries[first].name != mainFile)
    }
  }

  /// The folder of logs that Android keeps on disk; a bug report also holds lines from memory.
  private static let persistedLogs = "FS/data/misc/logd/"

  /// The name of an Android bug report's text, which stands beside `main_entry.txt`.
  private static func mainFile(of archive: Archive) -> String? {
    let names = archive.entries.map(\.name)
    guard names.contains("main_entry.txt") else { return nil }
    return names.first { $0.hasPrefix("bugreport") && $0.hasSuffix(".txt") && !$0.contains("/") }
  }
}
