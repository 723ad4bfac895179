internal import RuleLanguage

// Places of the values in a line, found only where other values there would be read in the same
// way. A form that is not surely recognised is not learned.
extension Grammar {
  /// The values of a message that begins with a tag in brackets, in order; nil where more than
  /// these values decides how the message is read.
  func places(ofMessage text: Span<UInt8>, at start: Int, kind: EventKind) -> [ValuePlace]? {
    guard let tag = text.bracketTag(at: start) else { return nil }
    let message = text.trimmed(text.firstLine(from: tag.end))
    guard !message.isEmpty, message.upperBound == text.count,
      text[message.lowerBound] != UInt8(ascii: "{")
    else { return nil }
    let candidates = shapesOfByte[Int(text[message.lowerBound])]
    let word = text.word(at: message.lowerBound)
    var batch = EventBatch()
    for index in candidates where word & shapes[index].prefixMask == shapes[index].prefix {
      let event = Event(kind: kind, form: .text, container: .bare)
      var draft = EventDraft(event, in: batch)
      guard fit(shapes[index], text, in: message, base: 0, into: &draft, batch: &batch) else {
        continue
      }
      guard shapes[index].kind == kind, let places = places(of: shapes[index], text, in: message)
      else { return nil }
      guard let first = places.first else { return places }
      // Shapes tried before it must fail by the text in front of the values.
      let fixed = message.lowerBound..<first.range.lowerBound
      let isAlone = (candidates.lowerBound..<index).allSatisfy {
        excludes(shapes[$0], text, in: fixed)
      }
      return isAlone ? places : nil
    }
    return nil
  }

  /// Whether a shape does not fit any text that begins with these bytes.
  private func excludes(_ shape: GrammarShape, _ text: Span<UInt8>, in fixed: Range<Int>) -> Bool {
    let phrase = parts[shape.parts.lowerBound].text.start
    let count = min(shape.phraseCount, fixed.count)
    for offset in 0..<count where pool[phrase + offset] != text[fixed.lowerBound + offset] {
      return true
    }
    // A list follows the phrase, opened in one of a few ways.
    let part = parts[shape.parts.lowerBound]
    guard count == shape.phraseCount, part.opensList, !part.isSpaced else { return false }
    let next = text.skipBlanks(at: fixed.lowerBound + count)
    guard next < fixed.upperBound else { return false }
    switch text[next] {
    case UInt8(ascii: "("), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "."), 0xE2:
      return false
    default: return true
    }
  }

  /// The values of a message that a shape fits.
  private func places(of shape: GrammarShape, _ text: Span<UInt8>, in message: Range<Int>)
    -> [ValuePlace]?
  {
    let end = message.upperBound
    var places: [ValuePlace] = []
    var place = message.lowerBound
    for index in shape.parts {
      let part = parts[index]
      switch part.kind {
      case .literal where part.opensList:
        guard !part.isSpaced, let list = openList(part, text, in: place..<end),
          let close = sureEnd(
            of: list.range, text, isBracketed: list.isBracketed,
            before: (index + 2)..<max(index + 2, shape.parts.upperBound))
        else { return nil }
        addPlaces(text, in: list.range.lowerBound..<close, kind: shape.kind, to: &places)
        if !list.isBracketed, !places.isEmpty {
          // The readers decide how a word ends.
          if places[places.count - 1].key?.isWord == true { return nil }
          places[places.count - 1].isLast = true
        }
        return areClear(places, text) ? places : nil
      case .literal:
        place += part.text.count
      case .field:
        let next = (index + 1)..<shape.parts.upperBound
        guard let stop = extent(text, in: place..<end, before: next), stop > place else {
          return nil
        }
        if let literal = next.first, parts[literal].kind == .literal {
          let bytes = pool.span.extracting(parts[literal].text.range)
          guard text.firstRange(of: bytes, in: place..<end)?.lowerBound == stop else { return nil }
        } else if !next.isEmpty {
          return nil
        }
        places.append(
          ValuePlace(
            range: place..<stop, kind: stop == end ? .lastHole : .hole, key: keys[part.key],
            isLast: stop == end))
        place = stop
      case .fields:
        let next = (index + 1)..<shape.parts.upperBound
        let isBracketed = next.first.map { isCloser(parts[$0]) } ?? false
        guard let close = sureEnd(of: place..<end, text, isBracketed: isBracketed, before: next)
        else { return nil }
        addPlaces(text, in: place..<close, kind: shape.kind, to: &places)
        place = close
      case .samples: return nil
      }
    }
    return areClear(places, text) ? places : nil
  }

  /// The end of a list for any values: with the message, or before the bracket that is its last
  /// byte.
  private func sureEnd(
    of list: Range<Int>, _ text: Span<UInt8>, isBracketed: Bool, before next: Range<Int>
  ) -> Int? {
    if let index = next.first {
      guard isCloser(parts[index]), parts[index].text.count == 1, next.count == 1 else {
        return nil
      }
    }
    if !isBracketed { return list.upperBound }
    guard !list.isEmpty, text[list.upperBound - 1] == UInt8(ascii: ")") else { return nil }
    return list.upperBound - 1
  }

  private func addPlaces(
    _ text: Span<UInt8>, in list: Range<Int>, kind: EventKind, to places: inout [ValuePlace]
  ) {
    var place = list.lowerBound
    while let item = text.nextListed(at: &place, before: list.upperBound) {
      let key = key(text, in: item.key, of: kind)
      let value = key.map { text.withoutFlags(item.value, as: $0) } ?? item.value
      places.append(ValuePlace(range: value, kind: .listed, key: key))
    }
  }

  /// Whether each place holds one value, between texts, and no field has two.
  private func areClear(_ places: [ValuePlace], _ text: Span<UInt8>) -> Bool {
    for (index, place) in places.enumerated() {
      guard !place.range.isEmpty else { return false }
      if index > 0, places[index - 1].range.upperBound >= place.range.lowerBound { return false }
      guard let key = place.key else { continue }
      // Such a field tells only that there is a value.
      if key.form == .presence { return false }
      if places[..<index].contains(where: { $0.key?.name == key.name }) { return false }
    }
    return true
  }

  /// The values of a record of the plugin, in order; nil for one that is not flat.
  func places(ofRecord text: Span<UInt8>, kind: EventKind) -> [ValuePlace]? {
    var members: [JSONMember] = []
    guard kind != roles.unclassified, kind != roles.telemetry,
      JSONReader.object(text, at: 0, members: &members) != nil
    else { return nil }
    let known = KnownMembers(text, in: members)
    guard let event = known.event, known.telemetry == nil,
      RecordMessage(text, known, in: members) == nil, !members[event].isEscaped,
      name(text, in: members[event].value)?.kind == kind
    else { return nil }
    var places: [ValuePlace] = []
    for (index, member) in members.enumerated() {
      let isTwice = members[..<index].contains {
        text.equals(text.extracting(member.key), in: $0.key)
      }
      if isTwice || member.keyIsEscaped || member.isEscaped { return nil }
      // The kind of the event, and nulls, are a fixed part of the form.
      if index == event || member.kind == .null { continue }
      let key = key(text, in: member.key, of: kind)
      guard let form = Self.form(of: member.kind), key.map({ Self.fits($0.type, form) }) ?? true
      else { return nil }
      places.append(
        ValuePlace(range: member.value, kind: form, key: key, isTime: index == known.timestamp))
    }
    return areClear(places, text) ? places : nil
  }

  private static func form(of kind: JSONKind) -> LearnedSlot.Kind? {
    switch kind {
    case .string: .string
    case .number: .number
    case .yes, .no: .truth
    case .null, .object, .array, .broken: nil
    }
  }

  private static func fits(_ type: FieldType, _ form: LearnedSlot.Kind) -> Bool {
    switch type {
    case .string: form == .string
    case .bool: form == .truth
    case .instant: form == .string || form == .number
    case .int, .double, .duration: form == .number
    }
  }
}
