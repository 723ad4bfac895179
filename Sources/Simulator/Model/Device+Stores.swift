// Batches, the log table, and memory.
extension Device {
  /// Sends what was collected: ten at once, the rest after a tenth of a second.
  mutating func flush(_ items: Int64) {
    var rest = items
    while rest > 0 {
      let isTooFull = rest >= 10 && errs(.batchTooLarge)
      let count = min(rest, isTooFull ? 11 : 10)
      var wait = count == 10 ? random.number(in: 2...60) : random.number(in: 90...99)
      if isTooFull { wait = 8 }
      if errs(.batchTooLate) { wait = 180 }
      if count < 10, errs(.batchTooEarly) { wait = 5 }
      rest = max(0, rest - count)
      now += wait * .millisecond
      log("batch_flush", ["items": .int(count), "waitMs": .duration(wait * .millisecond)])
      pass(3...20)
    }
  }

  /// Trims the log table once it holds more than a thousand rows.
  mutating func keepStoresSmall() {
    server.logRows += random.number(in: 150...400)
    pass(20...200)
    if server.logRows > 1000 {
      let keeps: Int64 = errs(.logNotTrimmed) ? 1500 : 1000
      log(
        "cache_cleanup",
        [
          "store": .text("log"), "cause": .text("retention"),
          "removed": .int(max(0, server.logRows - keeps)), "remaining": .int(keeps),
        ])
      server.logRows = 1000
    }
    watchMemory()
  }

  private mutating func watchMemory() {
    let limit: Int64 = 48
    let isIgnored = errs(.pressureIgnored)
    // Of an app that logs what leaves its caches, a token that stays is known to stay.
    let isHigh = random.isOne(in: 2) || isIgnored || errs(.cacheKeptAfterRefusal)
    var size = isHigh ? random.number(in: 40...46) : random.number(in: 22...36)
    let isOver = errs(.memoryOverLimit)
    if isOver { size = limit + 9 }
    pass(20...200)
    log(
      "memory_usage",
      [
        "residentMb": .int(size), "limitMb": .int(limit),
        "pressure": .text(isHigh || isOver ? "high" : "normal"),
      ])
    guard isHigh, !isIgnored, !isOver else { return }
    pass(5...60)
    log(
      "cache_cleanup",
      [
        "store": .text("response"), "cause": .text("memory"),
        "removed": .int(random.number(in: 4...30)), "remaining": .int(random.number(in: 0...3)),
      ])
  }
}
