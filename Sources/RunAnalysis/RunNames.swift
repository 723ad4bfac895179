internal import LogReading
internal import RuleLanguage
internal import RunReport
internal import TextWriting

/// What reports call the files, the rules and the cycles of a run by.
///
/// One object for all that put words together: files are added as the run reads them.
final class RunNames {
  let book: RuleBook
  private(set) var files: [String] = []
  /// The ids that the cycles to be named have, noted before the first is.
  var cycleIds = CycleIds()

  init(_ book: RuleBook) { self.book = book }

  /// Adds a file, and returns the number that events have it by.
  func add(file name: String) -> UInt16 {
    files.append(name)
    return UInt16(clamping: files.count - 1)
  }

  func event(_ kind: EventKind) -> String { book.catalogue.name(of: kind) }

  /// `pack/rule`
  func rule(_ rule: Int) -> String {
    book.packs[Int(book.rules[rule].pack)].name + "/" + book.rules[rule].id
  }

  /// Names a cycle by its schedule id, or by its notification time where other days have that id too.
  /// A cycle that no line gives an id has the one of its time.
  func cycle(_ label: CycleLabel) -> String? {
    guard let time = label.notificationTime else { return label.id }
    if let id = label.id ?? cycleIds.ofTimes[time] ?? nil, !cycleIds.shared.contains(id) {
      return id
    }
    return InstantText.iso(time)
  }

  /// The line of a step beside one that is missing, while it is still held.
  func evidence(around seen: SeenStep, in store: borrowing EventStore) -> Finding.Evidence {
    Finding.Evidence(
      file: files[Int(seen.file)], line: Int64(clamping: seen.line), time: seen.time,
      event: event(seen.kind), text: store.line(at: seen.text, length: seen.length),
      isCarried: seen.isCarried, role: .around)
  }
}

extension EventStore {
  /// The most bytes of a line that are shown.
  private static let lineLimit = 400

  /// The most bytes of a line for those who look for something in it.
  private static let wholeLineLimit = 64 << 10

  /// A line of the log, masked; cut where it is so long that nobody wrote it.
  func wholeLine(at position: Int64, length: UInt32) -> String {
    String(
      masking: [UInt8](bytes(at: position, count: min(Int(length), Self.wholeLineLimit)) ?? []))
  }

  /// A line of the log, masked and cut; empty where it is no longer held.
  func line(at position: Int64, length: UInt32) -> String {
    String(masking: [UInt8](bytes(at: position, count: min(Int(length), Self.lineLimit)) ?? []))
  }
}
