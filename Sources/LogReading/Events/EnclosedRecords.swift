internal import RuleLanguage

// Records that another one encloses as objects, not as texts: log services put their own members around
// those of the program.
extension Grammar {
  /// Reads the records and messages inside a record that is none itself; where there is none, keeps the
  /// outermost record if it holds a word of the plugin.
  func readForeign(
    _ text: Span<UInt8>, _ range: Range<Int>, inside outer: LineHead?, depth: Int, base: Int,
    frame: LineFrame, buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    if let family = readEnclosed(
      text, inside: outer, depth: depth, base: base, frame: frame, buffers: &buffers,
      batch: &batch, tally: &tally)
    {
      return family
    }
    guard !frame.isEnclosed, text.isRecord(at: range.lowerBound, &buffers.record) else {
      return nil
    }
    return keepForeign(
      text, range, base: base, frame: frame, record: &buffers.record, batch: &batch, tally: &tally)
  }

  /// Reads the objects among the members in the buffers, and those in their lists.
  private func readEnclosed(
    _ text: Span<UInt8>, inside outer: LineHead?, depth: Int, base: Int, frame: LineFrame,
    buffers: inout LineBuffers, batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    guard depth < Self.recordDepth, outer != nil || allows(.logService) else { return nil }
    var head = LineHead(enclosing: text, in: buffers.record.members)
    if let outer { head = head.inside(outer) }
    var family: LineFamily?
    var frame = frame
    frame.isEnclosed = true
    var place = 0
    for object in text.objects(of: buffers.record.members) {
      frame.line &+= UInt64(text.count(of: EventScanner.newline, in: place..<object.lowerBound))
      place = object.lowerBound
      var own = frame
      // An event keeps the text of its own record, not of all of a list.
      if base == 0 {
        own.textStart &+= UInt32(clamping: object.lowerBound)
        own.textLength = UInt32(clamping: object.count)
        own.scratchStart = UInt32(clamping: batch.scratch.count)
      }
      let known = batch.events.count
      let found = readLine(
        text.extracting(object), inside: head, depth: depth + 1,
        base: base == 0 ? 0 : base + object.lowerBound, frame: own, buffers: &buffers,
        batch: &batch, tally: &tally)
      if batch.events.count > known, family == nil { family = found }
    }
    return family
  }
}

extension LineHead {
  /// The head of a record around others.
  fileprivate init(enclosing text: Span<UInt8>, in members: [JSONMember]) {
    self.init()
    container = .logService
    take(KnownMembers(text, in: members), of: text, in: members)
  }
}

extension Span where Element == UInt8 {
  /// The objects among the members of a record, and those in their lists, in their order.
  func objects(of members: [JSONMember]) -> [Range<Int>] {
    var objects: [Range<Int>] = []
    var inner: [JSONMember] = []
    for member in members {
      if member.kind == .object { objects.append(member.value) }
      guard member.kind == .array else { continue }
      var place = skipSpace(at: member.value.lowerBound + 1)
      while peek(place) == UInt8(ascii: "{"),
        let end = JSONReader.object(self, at: place, members: &inner)
      {
        objects.append(place..<end)
        place = skipSpace(at: end)
        guard peek(place) == UInt8(ascii: ",") else { break }
        place = skipSpace(at: place + 1)
        inner.removeAll(keepingCapacity: true)
      }
    }
    return objects
  }
}
