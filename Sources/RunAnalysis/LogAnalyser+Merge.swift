package import LogReading
internal import RuleEngine
internal import RunReport

extension LogAnalyser {
  /// Reads input sets side by side as one log, in the order of their times.
  ///
  /// Lines of one input keep their order, whatever their times; of lines of the same time, those of
  /// the input given first come first. A line without a time stays behind the line before it.
  package func merge(_ sets: [InputSet], isStopped: () -> Bool) {
    isMerge = true
    let sources = sets.map { set in
      MergeSource(
        set, scanner: scanner, clock: ClockResolver(zone: options.zone, year: options.year))
    }
    for source in sources { source.advance(for: self, isStopped: isStopped) }
    // Each looks for a date of its own first.
    let date = sources.lazy.compactMap(\.fullDate).first
    for source in sources {
      if let date = source.fullDate ?? date { source.inferYear(from: date) }
      source.inferOffset { engine.role(of: $0) }
      source.readTime()
    }
    var queue = MergeQueue(sources)
    while let source = queue.first {
      source.takeNext(for: self, isStopped: isStopped)
      queue.replaceFirst()
    }
    mergedClocks = sources.flatMap { $0.clock.assumptions(in: $0.name) }
    inputs.sort(by: names.files, engine.clock, near: engine.lastTime)
  }
}

/// Inputs by the times of their next events, the earliest first; of the same time, the one given
/// first. A heap: to look at each of thousands of inputs for every event took longer than to judge.
private struct MergeQueue {
  private var heap: [(source: MergeSource, place: Int)]

  init(_ sources: [MergeSource]) {
    heap = sources.enumerated().filter { !$0.element.isDone }.map { ($0.element, $0.offset) }
    for index in (0..<heap.count / 2).reversed() { sink(from: index) }
  }

  var first: MergeSource? { heap.first?.source }

  /// Puts the first one where its time now belongs, or leaves it out if nothing more comes.
  mutating func replaceFirst() {
    if heap[0].source.isDone {
      let last = heap.removeLast()
      if heap.isEmpty { return }
      heap[0] = last
    }
    sink(from: 0)
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      let left = 2 * index + 1
      var least = index
      if left < heap.count, isBefore(left, least) { least = left }
      if left + 1 < heap.count, isBefore(left + 1, least) { least = left + 1 }
      if least == index { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (heap[left].source.time, heap[left].place) < (heap[right].source.time, heap[right].place)
  }
}
