internal import RuleLanguage

// Recognition of the message of a line, behind its head.
extension Grammar {
  /// Reads a message and adds its events.
  ///
  /// - Returns: The mark of the message; nil for one that is no event.
  func readMessage(
    _ text: Span<UInt8>, base: Int, frame: LineFrame, record: inout RecordBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    let line = text
    let text = line.extracting(0..<min(line.count, frame.head.messageEnd))
    let start = text.skipBlanks(at: frame.head.messageStart)
    guard start < text.count else { return nil }
    let first = text[start]

    if first == UInt8(ascii: "["), let tag = text.bracketTag(at: start) {
      return readTagged(
        text, tag: self.tag(text, in: tag.name), named: eventName(text, in: tag.name),
        from: tag.end, family: .bracket, base: base, frame: frame, record: &record, batch: &batch,
        tally: &tally)
    }
    let column = frame.head.tagColumn
    if !column.isEmpty {
      // The column may stand behind the message.
      let isTag = line.tagEnd(at: column.lowerBound) == column.upperBound
      if isTag || line.isClassName(in: column) {
        return readTagged(
          text, tag: isTag ? tag(line, in: column) : Catalogue.noTag,
          named: isTag ? eventName(line, in: column) : nil, from: start,
          family: isTag ? .colon : .className, base: base, frame: frame, record: &record,
          batch: &batch, tally: &tally)
      }
    }
    if first == UInt8(ascii: "{"), frame.head.container != .bare {
      let outcome = readRecord(
        text, at: start, base: base, frame: frame, tag: Catalogue.noTag, place: .nested,
        record: &record, batch: &batch, tally: &tally)
      if outcome != .none { return .json }
      if text.isRecord(at: start, &record) {
        return keepForeign(
          text, start..<text.count, base: base, frame: frame, record: &record, batch: &batch,
          tally: &tally)
      }
    }
    if let tag = text.colonTag(at: start) {
      return readTagged(
        text, tag: self.tag(text, in: tag.name), named: eventName(text, in: tag.name),
        from: tag.end, family: .colon, base: base, frame: frame, record: &record, batch: &batch,
        tally: &tally)
    }
    if let tag = text.classTag(at: start) {
      return readTagged(
        text, tag: Catalogue.noTag, named: nil, from: tag.end, family: .className, base: base,
        frame: frame, record: &record, batch: &batch, tally: &tally)
    }
    return readBehindWords(
      text, from: start, base: base, frame: frame, record: &record, batch: &batch, tally: &tally)
  }

  /// Reads the plugin's words behind words that no head explains.
  private func readBehindWords(
    _ text: Span<UInt8>, from start: Int, base: Int, frame: LineFrame, record: inout RecordBuffers,
    batch: inout EventBatch, tally: inout ScanTally
  ) -> LineFamily? {
    var place = start
    while let words = text.firstOwnWords(in: place..<text.count) {
      place = min(words.end, text.count)
      let (tag, family): (TagPlace, LineFamily)
      switch words.mark {
      case .bracket(let found): (tag, family) = (found, .bracket)
      case .colon(let found): (tag, family) = (found, .colon)
      case .className(let found): (tag, family) = (found, .className)
      case .code:
        let family = readUntagged(
          text, from: words.start, base: base, frame: frame, batch: &batch, tally: &tally)
        if let family { return family }
        continue
      }
      let isClass = family == .className
      let number = isClass ? Catalogue.noTag : self.tag(text, in: tag.name)
      let isQuote =
        words.isBracketed
        ? text.quotesValue(at: words.start, from: start)
        : text.quotes(at: words.start, from: start)
      if isQuote {
        let draft = frame.draft(.text, tag: number, in: batch)
        let message = text.trimmed(text.firstLine(from: tag.end))
        addUnclassified(
          text, message, draft: draft, isQuote: true, base: base, batch: &batch, tally: &tally)
        return family
      }
      return readTagged(
        text, tag: number, named: isClass ? nil : eventName(text, in: tag.name), from: tag.end,
        family: family, base: base, frame: frame, record: &record, batch: &batch, tally: &tally)
    }
    return readUntagged(text, from: start, base: base, frame: frame, batch: &batch, tally: &tally)
  }

  /// Reads words that are known without a tag, or a code of the plugin.
  private func readUntagged(
    _ text: Span<UInt8>, from start: Int, base: Int, frame: LineFrame, batch: inout EventBatch,
    tally: inout ScanTally
  ) -> LineFamily? {
    var draft = frame.draft(.text, tag: Catalogue.noTag, in: batch)
    let message = text.trimmed(text.firstLine(from: start))
    let isCode = text.codeEnd(at: start) != nil
    if match(text, in: message, isTagged: false, base: base, into: &draft, batch: &batch)
      || matchColumn(text, in: message, frame.head, base: base, into: &draft, batch: &batch)
    {
      if isCode { readCode(text, base: base, into: &draft, batch: &batch) }
      // Metrics have names that only the plugin uses.
      draft.event.isOfHost = !isCode && draft.event.kind != roles.telemetry
      draft.finish(in: &batch)
      return isCode ? .code : .untagged
    }
    if isCode, text.holds("DN|", at: start), !frame.isContinuation {
      addUnclassified(text, message, draft: draft, base: base, batch: &batch, tally: &tally)
      return .code
    }
    if !frame.isContinuation, text.holdsKeyedTag(in: message) {
      addUnclassified(
        text, message, draft: draft, isQuote: true, base: base, batch: &batch, tally: &tally)
      return .colon
    }
    guard let secret = roles.secret,
      EventScanner.secretMarks.contains(where: { text.firstRange(of: $0.span, in: message) != nil })
    else { return nil }
    draft.event.kind = secret
    draft.event.isOfHost = true
    draft.finish(in: &batch)
    return .untagged
  }

  /// Matches a message whose line has the tag of a program of the system.
  private func matchColumn(
    _ text: Span<UInt8>, in message: Range<Int>, _ head: LineHead, base: Int,
    into draft: inout EventDraft, batch: inout EventBatch
  ) -> Bool {
    guard !head.tagColumn.isEmpty, head.tagColumn.upperBound <= text.count else { return false }
    for index in columnShapes
    where text.equals(pool.span.extracting(shapes[index].column.range), in: head.tagColumn) {
      if fit(shapes[index], text, in: message, base: base, into: &draft, batch: &batch) {
        return true
      }
    }
    return false
  }

  private func readTagged(
    _ text: Span<UInt8>, tag: UInt8, named: GrammarName?, from start: Int, family: LineFamily,
    base: Int, frame: LineFrame, record: inout RecordBuffers, batch: inout EventBatch,
    tally: inout ScanTally
  ) -> LineFamily? {
    let (message, isCut) = text.message(from: start)
    if text.peek(message.lowerBound) == UInt8(ascii: "{"), !message.isEmpty {
      let outcome = readRecord(
        text, at: message.lowerBound, base: base, frame: frame, tag: tag, place: .afterTag,
        record: &record, batch: &batch, tally: &tally)
      if outcome != .none { return .json }
    }
    var family = family
    let isCode = family != .bracket && text.codeEnd(at: message.lowerBound) != nil
    if isCode { family = .code }
    var draft = frame.draft(.text, tag: tag, in: batch)
    draft.event.isCut = isCut
    if match(text, in: message, isTagged: true, base: base, into: &draft, batch: &batch) {
      if isCode { readCode(text, base: base, into: &draft, batch: &batch) }
      draft.finish(in: &batch)
    } else if let named {
      readNamed(
        text, named, in: message, base: base, into: &draft, record: &record, batch: &batch)
      draft.finish(in: &batch)
    } else if frame.isContinuation {
      return nil
    } else if let open = recordBehindLabel(text, in: message, &record),
      readRecord(
        text.extracting(0..<message.upperBound), at: open, base: base, frame: frame, tag: tag,
        place: .afterTag, record: &record, batch: &batch, tally: &tally) != .none
    {
      return .json
    } else {
      addUnclassified(text, message, draft: draft, base: base, batch: &batch, tally: &tally)
    }
    return family
  }

  /// Keeps a line of the plugin that no shape matches: as an error if its head says so, and the
  /// line is no quotation.
  func addUnclassified(
    _ text: Span<UInt8>, _ message: Range<Int>, draft: consuming EventDraft, isQuote: Bool = false,
    base: Int, batch: inout EventBatch, tally: inout ScanTally
  ) {
    let level = draft.event.level
    let isError =
      !isQuote && draft.event.form == .text && (level == .error || level == .fault)
    guard let kind = isError ? roles.pluginError ?? roles.unclassified : roles.unclassified else {
      return
    }
    draft.event.kind = kind
    if let name = roles.message, !message.isEmpty {
      draft.put(
        Field(
          name: name, type: .string, start: UInt32(clamping: base + message.lowerBound),
          length: UInt32(clamping: message.count)), in: &batch)
    }
    if kind == roles.pluginError, let component = roles.component {
      draft.putText(roles.other.span, as: component, in: &batch)
    }
    if kind == roles.unclassified { tally.unclassified &+= 1 }
    draft.finish(in: &batch)
  }
}
