internal import LogReading
internal import RuleLanguage

/// When waiting instances are due.
struct Deadlines: Sendable, Codable {
  private var queue = TimeQueue()
  /// How many may stand before those of instances that are over are dropped.
  private var room = 1 << 12

  var count: Int { queue.count }
  /// The last instance that waits; -1 for none.
  var lastInstance: Int32 { queue.lastSlot }

  mutating func push(_ time: Int64, _ index: Int, generation: Int64) {
    queue.push(time, slot: Int32(truncatingIfNeeded: index), generation: generation)
  }

  mutating func pop(before time: Int64) -> TimeQueue.Entry? { queue.pop(before: time) }

  /// Drops the deadlines of instances that are over where there are many: a clock that stands still
  /// lets none pass.
  mutating func tidy(keepingThoseOf facts: borrowing Facts) {
    if queue.count <= room { return }
    queue.keep { facts.awaits($0) }
    room = max(1 << 12, 2 * queue.count)
  }
}

/// What the device was like before, for what is judged later.
struct DeviceHistory: Sendable, Codable {
  var history = EnvironmentHistory()
  var receipts = Receipts()
  /// The lines that told what the device is like, the latest ones, by the number of their event: an
  /// excuse may rest on them days later.
  var toldLines: [ToldLine] = []

  struct ToldLine: Sendable, Codable {
    var sequence: Int64
    var text: [UInt8]
  }
}

extension Facts {
  /// Whether an instance still waits for a deadline.
  fileprivate func awaits(_ due: TimeQueue.Entry) -> Bool {
    let index = Int(due.slot)
    let instance = instances[index]
    guard instance.form.state == .open, instance.generation == due.generation,
      instance.epoch == correlator.currentEpoch,
      case .response(_, let steps, _) = book.rules[Int(instance.rule)].obligation
    else { return false }
    return steps.indices.contains { instances.due($0, index) == due.time }
  }
}
