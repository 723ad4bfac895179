/// A part of a dump of alarms that lists alarms which wait, and how many it says there are.
///
/// All these are alarms that the system holds: those of the queue, those of apps that the user
/// restricted, those that wait for the end of the device's sleep, and those that were due while it
/// slept. Other parts tell the same alarms again, or ones that are gone.
struct AlarmList {
  enum Form: Equatable {
    case alarms, batches
    /// It does not say how many there are.
    case uncounted
  }

  let form: Form
  /// Whether it is the queue itself.
  let isQueue: Bool
  let indent: Int
  private(set) var stated: Int64 = 0
  private(set) var found: Int64 = 0
  /// The indent of its alarms, from the first one on.
  private(set) var entryIndent: Int?
  private var batch: (stated: Int64, found: Int64)?
  private var isBatchCut = false

  init?(_ line: DumpLine) {
    let text = line.text
    indent = line.indent
    if let count = text.dropping("Pending alarm batches:") {
      guard let number = count.trimmed.integer else { return nil }
      (form, isQueue, stated) = (.batches, true, number)
    } else if let count = text.dropping("Past-due non-wakeup alarms:") {
      guard let number = count.trimmed.integer else { return nil }
      (form, isQueue, stated) = (.alarms, false, number)
    } else if text.first?.isDigit == true, text.hasSuffix(" pending alarms:") {
      guard let number = text.firstWord.integer else { return nil }
      (form, isQueue, stated) = (.alarms, true, number)
    } else if text.equals("Pending alarms:")
      || text.equals("Pending user blocked background alarms:")
    {
      (form, isQueue) = (.uncounted, false)
    } else if text.hasPrefix("Realtime wakeup (now=")
      || text.hasPrefix("Elapsed realtime wakeup (now=")
    {
      (form, isQueue) = (.uncounted, true)
    } else {
      return nil
    }
  }

  /// Counts an alarm.
  mutating func take(_ entry: AlarmEntry) {
    entryIndent = entryIndent ?? entry.indent
    if form == .alarms { found += 1 }
    batch?.found += 1
  }

  /// Takes `Batch{c64e97f num=2 start=381026457 end=549568754}:`, if the line is one.
  mutating func takeBatch(_ text: DumpText) -> Bool {
    guard form == .batches, text.hasPrefix("Batch{") else { return false }
    endBatch()
    found += 1
    batch = text.member("num")?.integer.map { ($0, 0) }
    if batch == nil { isBatchCut = true }
    return true
  }

  /// Whether a line that is no alarm stands behind the list.
  func isEnded(by line: DumpLine) -> Bool {
    if let entryIndent { return line.indent < entryIndent }
    return line.indent <= indent
  }

  private mutating func endBatch() {
    if let batch, batch.stated != batch.found { isBatchCut = true }
    batch = nil
  }

  /// Returns the sentence that says what is missing; nil where the list is whole.
  ///
  /// - Parameters:
  ///   - isFollowed: Whether something stands behind it.
  ///   - isLastComplete: Whether its last alarm is whole.
  mutating func gap(isFollowed: Bool, isLastComplete: Bool) -> String? {
    endBatch()
    switch form {
    case .alarms where stated != found:
      return "The list of alarms is cut: it names \(stated) and holds \(found)"
    case .batches where stated != found:
      return "The list of alarms is cut: it names \(stated) batches and holds \(found)"
    case .batches where isBatchCut:
      return "The list of alarms is cut: a batch holds another number of alarms than it names"
    case .uncounted where !isFollowed:
      return "The list of alarms is cut: the text ends within it"
    default:
      return isFollowed || isLastComplete
        ? nil : "The list of alarms is cut: its last alarm is not whole"
    }
  }
}
