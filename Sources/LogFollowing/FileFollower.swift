package import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Follows a log by its name: through rotation, truncation, absence and another folder of its name.
///
/// All files that have the name one after the other are one log. The bytes of a file that lost the name
/// come first, to its end, and a moment later still, since its writer may have it open.
package final class FileFollower: LogSource {
  /// How long a file that lost its name is waited for, in seconds.
  private static let grace = 1.0
  /// How long a name may be without a file before that is worth a word: a rotation takes no time.
  private static let absenceLimit = 0.5
  /// How often to look without the system's word: where it gives one, where it does not and the log is
  /// busy, and where it is quiet.
  private static let lookSeconds = (watched: 2.0, busy: 0.25, quiet: 1.0)
  /// How long after its last bytes a log counts as busy.
  private static let busySpan = 10.0

  private let path: String
  private let changes: FileChanges
  /// The files that are to be read, the oldest first; the last one has the name, or had it last.
  private var files: [FollowedFile] = []
  /// The place at the end of the file before the first, until that one gives bytes: an empty file may
  /// be filled, copied and cut before somebody looks for the place.
  private var placeBefore: FilePosition?
  private var notices: [SourceNotice] = []
  /// Since when no file has the name, and whether that was said.
  private var absence: (since: ContinuousClock.Instant, isTold: Bool)?
  private var trouble: String?
  /// Since when the file behind the first has bytes.
  private var overtaken: ContinuousClock.Instant?
  private var lastBytes = ContinuousClock.now
  /// Whether the writer was asked to open the log anew, so that a file without the name is not waited for.
  private var isHurried = false

  /// Follows a path, from the start of what is there or from a place in it.
  package init(_ path: String, isPolling: Bool, from place: FilePosition? = nil) throws(InputError)
  {
    self.path = path
    changes = FileChanges(isPolling: isPolling)
    do throws(InputError) {
      let file = try FollowedFile(opening: path)
      _ = file.noteContent()
      files = [file]
    } catch {
      // It may come to be; anything else is a mistake of who named it.
      guard error.content == .unknown, FileIdentity.of(path: path) == nil else { throw error }
      if place == nil { beginAbsence(isTold: true) }
    }
    if let place { try goOn(from: place) }
  }

  /// Finds the file of a place, under the name or among those that had it before.
  private func goOn(from place: FilePosition) throws(InputError) {
    // Of a log that had nothing all came later.
    if place.tailCount == 0, let since = place.since {
      files = RotatedFiles.open(place.identity, since: since, beside: path) + files
      for file in files.dropFirst() { file.arrival = .rotated }
      for file in files.dropLast() { file.isClosed = true }
      if files.last?.identity != FileIdentity.of(path: path) { beginAbsence(isTold: false) }
      return
    }
    var all = files
    var index = files.lastIndex { place.fits($0) }
    if index == nil, let rotated = RotatedFiles.open(from: place, beside: path) {
      (all, index) = (rotated + files, 0)
    }
    guard let index, all[index].seek(to: place.offset, tail: place.tailCount) else {
      throw InputError(
        path: path, message: "no file of this name holds what was read before",
        advice: "it was replaced or cut")
    }
    // Those behind it are what the log became, whether they were renamed or copied and then cut.
    files = Array(all[index...])
    for file in files.dropFirst() { file.arrival = .rotated }
    for file in files.dropLast() { file.isClosed = true }
    if let last = files.last, last.identity != FileIdentity.of(path: path) {
      beginAbsence(isTold: false)
    }
  }

  // MARK: What is there

  /// Gives the next bytes, or says what became of the file.
  package func next(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    changes.clear()
    look()
    if !notices.isEmpty { return .notice(notices.removeFirst()) }
    guard let file = files.first else { return .nothing(seconds: pause) }
    switch try file.read(into: &buffer, toEnd: isOver(file)) {
    case .bytes(let count):
      lastBytes = .now
      return .bytes(count)
    case .truncated(let unread, let isInPlace):
      noteCut(file, unread: unread, isInPlace: isInPlace)
      return try next(into: &buffer)
    case .end:
      guard isOver(file) else { return .nothing(seconds: pause) }
      return goOnToNext()
    }
  }

  /// Leaves the first file for the one behind it.
  private func goOnToNext() -> SourceStep {
    placeBefore = position()
    files.removeFirst()
    overtaken = nil
    return files.first?.arrival.map { .notice($0) } ?? .nothing(seconds: 0)
  }

  /// Gives what is there to the last byte, half a line too.
  package func drain(into buffer: inout [UInt8]) throws(InputError) -> SourceStep {
    look()
    if !notices.isEmpty { return .notice(notices.removeFirst()) }
    guard let file = files.first else { return .end }
    switch try file.read(into: &buffer, toEnd: true) {
    case .bytes(let count): return .bytes(count)
    case .truncated(let unread, let isInPlace):
      noteCut(file, unread: unread, isInPlace: isInPlace)
      return .nothing(seconds: 0)
    // The last one stays: a later call goes on in it.
    case .end: return files.count == 1 ? .end : goOnToNext()
    }
  }

  /// Whether a file has lost its name and nothing more is waited for.
  private func isOver(_ file: FollowedFile) -> Bool {
    guard files.count > 1 else { return false }
    if file.isClosed || files.count > 2 || isHurried { return true }
    guard files[1].size > 0 else { return false }
    let since = overtaken ?? .now
    overtaken = since
    let limit = Duration.seconds(Self.grace)
    return .now - since >= limit && .now - lastBytes >= limit
  }

  /// Looks which file has the name now.
  private func look() {
    changes.watch(files.first, in: path)
    let identity = FileIdentity.of(path: path)
    noteCutsOfUnread()
    guard let identity else { return noteAbsence() }
    if files.last?.identity == identity {
      if absence?.isTold == true { notices.append(.present) }
      absence = nil
      return
    }
    do throws(InputError) {
      let file = try FollowedFile(opening: path)
      trouble = nil
      isHurried = false
      if let old = files.last, file.takeOver(old) {
        file.arrival = old.arrival
        files.removeLast()
        notices.append(.replaced)
      } else if let old = files.last {
        // Several rotations may have passed since the last look.
        for missed in RotatedFiles.between(old.identity, file.identity, beside: path) {
          missed.isClosed = true
          missed.arrival = .rotated
          files.append(missed)
        }
        file.arrival = .rotated
      } else if absence?.isTold == true {
        notices.append(.present)
      }
      absence = nil
      // Until something of it is read, what it holds is compared with this.
      _ = file.noteContent()
      files.append(file)
    } catch {
      // It may be gone again, or not yet ours to read.
      guard trouble != error.message, FileIdentity.of(path: path) != nil else { return }
      trouble = error.message
      notices.append(.unreadable(error.message))
    }
  }

  private func beginAbsence(isTold: Bool) {
    absence = (.now, isTold)
    if isTold { notices.append(.absent) }
  }

  private func noteAbsence() {
    guard let absence else { return beginAbsence(isTold: false) }
    guard !absence.isTold, .now - absence.since >= .seconds(Self.absenceLimit) else { return }
    self.absence?.isTold = true
    notices.append(.absent)
  }

  /// Begins a file again that was cut; what it held before may be in a copy beside it.
  private func noteCut(_ file: FollowedFile, unread: Int64, isInPlace: Bool) {
    let place = file.offset
    let copy = RotatedFiles.copy(of: file, beside: path)
    if copy == nil, !isInPlace {
      let shortening = file.goOnShortened()
      if shortening != .none {
        notices.append(.shortened(lost: shortening == .known ? unread : nil))
        return
      }
    }
    file.restart(isInPlace: isInPlace)
    guard let copy else {
      notices.append(.truncated(lost: unread))
      return
    }
    copy.isClosed = true
    file.arrival = .truncated(lost: max(0, unread - (copy.size - place)))
    files.insert(copy, at: 0)
  }

  /// Notes that files were cut of which nothing was read yet; what they held is read from a copy, or lost.
  private func noteCutsOfUnread() {
    for number in files.indices.reversed() where files[number].offset == 0 {
      let (isCut, before) = files[number].noteContent()
      guard isCut else { continue }
      let known = files.map(\.identity)
      let copy = RotatedFiles.copy(of: before, apartFrom: known, beside: path)
      let arrival = files[number].arrival
      let cut = SourceNotice.truncated(lost: copy == nil ? before.length : 0)
      // The first one has been announced.
      if number == 0, copy == nil { notices.append(cut) } else { files[number].arrival = cut }
      guard let copy else { continue }
      copy.isClosed = true
      copy.arrival = arrival
      files.insert(copy, at: number)
    }
  }

  // MARK: Waiting

  /// The descriptor of the system's word, where it gives one.
  package var descriptors: [Int32] { changes.readyDescriptor.map { [$0] } ?? [] }

  private var pause: Double {
    if files.count > 1 || absence?.isTold == false { return 0.1 }
    if changes.readyDescriptor != nil { return Self.lookSeconds.watched }
    let isBusy = .now - lastBytes < .seconds(Self.busySpan)
    return isBusy ? Self.lookSeconds.busy : Self.lookSeconds.quiet
  }

  /// Opens the file again that has the name now, and reads nothing twice.
  package func reopen() {
    isHurried = true
    notices.append(.reopened)
    guard let file = files.last, let again = try? FollowedFile(opening: path),
      again.identity == file.identity, again.holds(file.tail, before: file.offset),
      again.seek(to: file.offset, tail: file.tail.count)
    else { return }
    again.arrival = file.arrival
    files[files.count - 1] = again
  }

  /// When the file was written to last.
  package var lastWrite: Int64? { files.first.map { $0.changed / 1000 } }

  /// Where a later call would go on.
  package func position() -> FilePosition? {
    guard let file = files.first else { return nil }
    if file.offset == 0, let placeBefore { return placeBefore }
    return FilePosition(file.identity, offset: file.offset, tail: file.tail)
  }
}
