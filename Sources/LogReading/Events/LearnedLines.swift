internal import RuleLanguage

/// The forms of recently read lines, found by the first bytes of their words.
///
/// The tables have fixed sizes: a form that finds no place clears all others.
struct LearnedLines: Sendable {
  private static let setCount = 32
  private static let ways = 8
  private static let textLimit = 1 << 15

  /// Numbers of forms, by set; -1 is free.
  private var sets: [Int16] = []
  private var lines: [LearnedLine] = []
  /// The properties that all lines of a form share.
  private var events: [Event] = []
  private var slots: [LearnedSlot] = []
  private var constants: [Field] = []
  /// The texts of the forms; eight bytes stand behind the last one.
  private var texts: [UInt8] = []
  private var scratch: [UInt8] = []

  var isEmpty: Bool { lines.isEmpty }

  /// The number of bytes, from the key on, that choose the set.
  static let keyCount = 16

  @inline(__always)
  private static func set(_ chunk: Span<UInt8>, key index: Int) -> Int {
    let first = chunk.load(at: index) &* 0x9E37_79B9_7F4A_7C15
    let second = (first ^ first >> 32 ^ chunk.load(at: index + 8)) &* 0x9E37_79B9_7F4A_7C15
    return Int(second >> 59) * ways
  }

  /// Reads words as those of a known form: sets the form's properties of the event, and appends its
  /// fields; false, and nothing appended, where none fits.
  ///
  /// - Parameters:
  ///   - range: The words, with at least eight more bytes behind them.
  ///   - lineStart: The index from which the places of fields count.
  ///   - key: The index of the bytes that choose the set.
  func read(
    _ chunk: Span<UInt8>, _ range: Range<Int>, lineStart: Int, key: Int,
    clock: inout UsualClock, into event: inout Event, batch: inout EventBatch
  ) -> Bool {
    guard range.upperBound - key >= Self.keyCount else { return false }
    let set = Self.set(chunk, key: key)
    let texts = texts.span
    for way in set..<(set + Self.ways) {
      let number = Int(sets[way])
      guard number >= 0 else { return false }
      let line = lines[number]
      guard range.count >= line.firstCount,
        chunk.isSame(at: range.lowerBound, as: texts, at: line.text, count: line.firstCount)
      else { continue }
      event = events[number]
      if readValues(
        chunk, range, lineStart: lineStart, of: line, texts, clock: &clock, into: &event,
        batch: &batch)
      {
        return true
      }
    }
    return false
  }

  @inline(__always)
  private func readValues(
    _ chunk: Span<UInt8>, _ range: Range<Int>, lineStart: Int, of line: LearnedLine,
    _ texts: Span<UInt8>, clock: inout UsualClock, into event: inout Event,
    batch: inout EventBatch
  ) -> Bool {
    let firstField = batch.fields.count
    var place = range.lowerBound + line.firstCount
    var text = line.text + line.firstCount
    for index in line.slots {
      let slot = slots[index]
      let end = Self.end(of: slot, chunk, from: place, before: range.upperBound)
      let count = Int(slot.textCount)
      guard end > place, range.upperBound - end >= count,
        chunk.isSame(at: end, as: texts, at: text, count: count),
        slot.take(
          chunk, place..<end, lineStart: lineStart, clock: &clock, into: &event, batch: &batch)
      else {
        batch.fields.removeLast(batch.fields.count - firstField)
        return false
      }
      place = end + count
      text += count
    }
    guard place == range.upperBound else {
      batch.fields.removeLast(batch.fields.count - firstField)
      return false
    }
    if !line.constants.isEmpty {
      addConstants(of: line, lineCount: range.upperBound - lineStart, to: &batch)
    }
    return true
  }

  @inline(never)
  private func addConstants(of line: LearnedLine, lineCount: Int, to batch: inout EventBatch) {
    for index in line.constants {
      var field = constants[index]
      if field.type == .string { field.start &+= UInt32(clamping: lineCount) }
      batch.fields.append(field)
    }
    for index in line.scratch { batch.scratch.append(scratch[index]) }
  }

  @inline(__always)
  private static func end(
    of slot: LearnedSlot, _ chunk: Span<UInt8>, from place: Int, before end: Int
  ) -> Int {
    switch slot.kind {
    case .listed, .hole, .lastHole, .string:
      return chunk.stop(at: slot.delimiter, or: slot.other, from: place, before: end)
    case .number: return JSONReader.number(chunk, at: place) ?? place
    case .truth:
      let word = chunk.load(at: place)
      if word & 0xFFFF_FFFF == LearnedSlot.yes { return place + 4 }
      return word & 0xFF_FFFF_FFFF == LearnedSlot.no ? place + 5 : place
    }
  }

  // MARK: Learning

  /// Adds the form of a line, by which the next ones are read.
  ///
  /// - Returns: False for a form that its first bytes do not tell, or that is too long.
  mutating func add(
    _ places: [ValuePlace], _ chunk: Span<UInt8>, _ range: Range<Int>, lineStart: Int, key: Int,
    event: Event, batch: EventBatch
  ) -> Bool {
    let firstEnd = places.first?.range.lowerBound ?? range.upperBound
    guard range.upperBound - key >= Self.keyCount, firstEnd >= key + Self.keyCount,
      range.count <= 1024, places.count <= 32
    else { return false }
    if sets.isEmpty || texts.count + range.count > Self.textLimit { forget() }
    var way = Self.set(chunk, key: key)
    let set = way
    while way < set + Self.ways, sets[way] >= 0 { way += 1 }
    if way == set + Self.ways {
      forget()
      way = set
    }
    var fields = Int(event.firstField)
    let line = (text: texts.count - 8, slot: slots.count, constant: constants.count)
    texts.removeLast(8)
    texts.append(chunk.extracting(range.lowerBound..<firstEnd))
    for (index, place) in places.enumerated() {
      let next = index + 1 < places.count ? places[index + 1].range.lowerBound : range.upperBound
      let behind = place.range.upperBound..<next
      texts.append(chunk.extracting(behind))
      slots.append(LearnedSlot(place, delimiter: behind.first.map { chunk[$0] }, behind.count))
      if place.key != nil { fields += 1 }
    }
    texts.append(contentsOf: repeatElement(0, count: 8))
    let start = scratch.count
    for index in 0..<Int(event.scratchLength) {
      scratch.append(batch.scratch[Int(event.scratchStart) + index])
    }
    while fields < Int(event.firstField) + Int(event.fieldCount) {
      var field = batch.fields[fields]
      if field.type == .string { field.start &-= event.textLength }
      constants.append(field)
      fields += 1
    }
    sets[way] = Int16(truncatingIfNeeded: lines.count)
    lines.append(
      LearnedLine(
        text: line.text, firstCount: firstEnd - range.lowerBound,
        slots: line.slot..<slots.count, constants: line.constant..<constants.count,
        scratch: start..<scratch.count))
    events.append(event)
    return true
  }

  /// Removes the form that was added last.
  mutating func removeLast() {
    let number = Int16(truncatingIfNeeded: lines.count - 1)
    guard let line = lines.popLast(), let way = sets.firstIndex(of: number) else { return }
    sets[way] = -1
    events.removeLast()
    slots.removeLast(slots.count - line.slots.lowerBound)
    constants.removeLast(constants.count - line.constants.lowerBound)
    scratch.removeLast(scratch.count - line.scratch.lowerBound)
    texts.removeLast(texts.count - line.text)
    texts.append(contentsOf: repeatElement(0, count: 8))
  }

  private mutating func forget() {
    sets = Array(repeating: -1, count: Self.setCount * Self.ways)
    lines.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    slots.removeAll(keepingCapacity: true)
    constants.removeAll(keepingCapacity: true)
    scratch.removeAll(keepingCapacity: true)
    texts = Array(repeating: 0, count: 8)
  }
}
