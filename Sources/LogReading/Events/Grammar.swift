internal import RuleLanguage

/// The catalogue as flat tables for the recogniser.
struct Grammar: Sendable {
  var pool: [UInt8] = []
  var tags: [GrammarText] = []
  /// The keys of each event: its fields in their order, then its aliases.
  var keysOfEvent: [Range<Int>] = []
  var keys: [GrammarKey] = []
  var settings: [GrammarSetting] = []
  var parts: [GrammarPart] = []
  /// The shapes: those with a phrase at the start by its first byte, the longest first; then those
  /// that begin with a hole; then those found anywhere.
  var shapes: [GrammarShape] = []
  var shapesOfByte: [Range<Int>] = []
  var openShapes: Range<Int> = 0..<0
  var fragments: Range<Int> = 0..<0
  /// The shapes whose lines have the tag of another program.
  var columnShapes: Range<Int> = 0..<0
  /// The names in JSON, and a hash table of their numbers, in which -1 is free.
  var names: [GrammarName] = []
  private var objects: [GrammarObject] = []
  var nameTable: [Int32] = []
  var roles: GrammarRoles
  /// The only container to read lines as; nil where each line shows its own.
  var only: Container?

  init(catalogue: Catalogue) {
    roles = GrammarRoles(catalogue: catalogue)
    for tag in catalogue.tags { tags.append(add(tag)) }
    for entry in catalogue.events { addKeys(of: entry, in: catalogue) }
    addShapes(of: catalogue)
    addNames(of: catalogue)
  }

  mutating func add(_ text: String) -> GrammarText {
    let start = pool.count
    pool.append(contentsOf: text.utf8)
    return GrammarText(start: start, count: pool.count - start)
  }

  mutating func add(_ list: [FieldSetting]) -> Range<Int> {
    let start = settings.count
    for setting in list {
      let text = add(setting.text)
      settings.append(
        GrammarSetting(name: setting.name, type: setting.type, value: setting.value, text: text))
    }
    return start..<settings.count
  }

  private mutating func addKeys(of entry: EventEntry, in catalogue: Catalogue) {
    let start = keys.count
    func privacy(of field: FieldName) -> FieldPrivacy {
      catalogue.privateFields.first { $0.name == field }?.privacy ?? .none
    }
    for field in entry.fields {
      let text = add(catalogue.name(of: field.name))
      keys.append(
        GrammarKey(
          text: text, name: field.name, type: field.type, form: field.form, unit: field.unit,
          privacy: privacy(of: field.name), isRequired: !field.isOptional))
    }
    for alias in entry.aliases {
      guard let field = entry.fields.first(where: { $0.name == alias.field }) else { continue }
      let text = add(alias.key)
      // A key that states its unit wins over the unit of the field.
      let unit = alias.key.utf8.suffix(3).elementsEqual("Min".utf8) ? .minutes : field.unit
      keys.append(
        GrammarKey(
          text: text, name: field.name, type: field.type, form: field.form, unit: unit,
          privacy: privacy(of: field.name)))
    }
    keysOfEvent.append(start..<keys.count)
  }

  private mutating func addShapes(of catalogue: Catalogue) {
    var anchored: [GrammarShape] = []
    var open: [GrammarShape] = []
    var anywhere: [GrammarShape] = []
    var columns: [GrammarShape] = []
    for shape in catalogue.shapes where Int(shape.kind.rawValue) < keysOfEvent.count {
      let made = make(shape)
      // A fragment is searched for by its text, so a shape that begins with a hole cannot be one.
      if made.column.count > 0 {
        columns.append(made)
      } else if made.phraseCount == 0 {
        open.append(made)
      } else if shape.isFragment {
        anywhere.append(made)
      } else {
        anchored.append(made)
      }
    }
    let first = Self.order(of: anchored)
    var next = 0
    for byte in UInt8.min...UInt8.max {
      let start = shapes.count
      while next < first.count, anchored[first[next]].firstByte == byte {
        shapes.append(anchored[first[next]])
        next += 1
      }
      shapesOfByte.append(start..<shapes.count)
    }
    openShapes = shapes.count..<(shapes.count + open.count)
    for place in Self.order(of: open) { shapes.append(open[place]) }
    fragments = shapes.count..<(shapes.count + anywhere.count)
    for place in Self.order(ofFragments: anywhere) { shapes.append(anywhere[place]) }
    columnShapes = shapes.count..<(shapes.count + columns.count)
    shapes += columns
  }

  /// The order in which shapes are tried: by their first byte, then the longest first; those of
  /// equal length in the order of the catalogue.
  private static func order(of shapes: [GrammarShape]) -> [Int] {
    shapes.indices.sorted { left, right in
      let (one, other) = (shapes[left].firstByte, shapes[right].firstByte)
      if one != other { return one < other }
      let (long, longer) = (shapes[left].phraseCount, shapes[right].phraseCount)
      if long != longer { return long > longer }
      let (fixed, more) = (shapes[left].fixedCount, shapes[right].fixedCount)
      return fixed == more ? left < right : fixed > more
    }
  }

  /// The order in which fragments are tried, any of which may stand in the end of another: the most text
  /// first.
  private static func order(ofFragments shapes: [GrammarShape]) -> [Int] {
    shapes.indices.sorted { left, right in
      let (fixed, more) = (shapes[left].fixedCount, shapes[right].fixedCount)
      return fixed == more ? left < right : fixed > more
    }
  }

  private mutating func make(_ shape: TextShape) -> GrammarShape {
    let first = parts.count
    let eventKeys = keysOfEvent[Int(shape.kind.rawValue)]
    var fixed = 0
    for (index, part) in shape.parts.enumerated() {
      switch part {
      case .literal(let literal):
        let opens = index + 1 < shape.parts.count && shape.parts[index + 1] == .fields
        let text = add(literal)
        let code = opens ? codeCount(of: literal) : nil
        let phrase = code ?? (opens ? phrase(of: literal) : text.count)
        parts.append(GrammarPart(literal: text, phrase: phrase, isSpaced: code != nil))
        fixed += text.count
      case .field(let number):
        guard Int(number) < eventKeys.count else { continue }
        parts.append(GrammarPart(kind: .field, key: eventKeys.lowerBound + Int(number)))
      case .fields: parts.append(GrammarPart(kind: .fields))
      case .samples: parts.append(GrammarPart(kind: .samples))
      }
    }
    var made = GrammarShape(
      kind: shape.kind, parts: first..<parts.count, settings: add(shape.sets), fixedCount: fixed,
      isUntagged: shape.isUntagged, isAmbiguous: shape.isAmbiguous)
    if !shape.column.isEmpty { made.column = add(shape.column) }
    if first < parts.count, parts[first].kind == .literal {
      made.setPhrase(
        pool.span.extracting(
          parts[first].text.start..<(parts[first].text.start + parts[first].phraseCount)))
    }
    return made
  }

  /// The length of the words before a field list that stay when the list is missing.
  private func phrase(of literal: String) -> Int {
    let bytes = Array(literal.utf8)
    var count = bytes.count
    while count > 0, bytes[count - 1] == UInt8(ascii: " ") { count -= 1 }
    guard count > 0, bytes[count - 1] == UInt8(ascii: "(") || bytes[count - 1] == UInt8(ascii: ":")
    else { return bytes.count }
    count -= 1
    while count > 0, bytes[count - 1] == UInt8(ascii: " ") { count -= 1 }
    return count
  }

  /// The length of a literal such as `DN|WORK_START `, which a list divided by blanks follows.
  private func codeCount(of literal: String) -> Int? {
    let text = literal.utf8.span
    guard let end = text.codeEnd(at: 0), end + 1 == text.count, text[end] == UInt8(ascii: " ")
    else { return nil }
    return end
  }

  private mutating func addNames(of catalogue: Catalogue) {
    for (index, entry) in catalogue.events.enumerated() {
      let kind = EventKind(rawValue: UInt16(truncatingIfNeeded: index))
      // A seed's name may imply fields; the event's own name implies nothing.
      let implied = add(entry.jsonSets)
      for name in entry.jsonNames {
        let text = add(name)
        names.append(
          GrammarName(
            text: text, kind: kind, settings: implied, isPrescribed: true,
            timesAreTexts: entry.jsonTimesAreTexts))
      }
      let text = add(entry.name)
      names.append(GrammarName(text: text, kind: kind, settings: 0..<0, isPrescribed: false))
      if !entry.jsonKeys.isEmpty {
        let keys = entry.jsonKeys.map { key in
          let parts = EventEntry.parts(ofKey: key)
          return GrammarObject.Key(name: add(parts.name), value: parts.value.map { add($0) })
        }
        objects.append(
          GrammarObject(
            kind: kind, keys: keys, settings: implied, timesAreTexts: entry.jsonTimesAreTexts))
      }
    }
    // The event with the most keys is the surest.
    objects.sort { $0.keys.count > $1.keys.count }
    var size = 16
    while size < names.count * 2 { size *= 2 }
    nameTable = Array(repeating: -1, count: size)
    for index in names.indices {
      let text = names[index].text.range
      var place = Int(truncatingIfNeeded: Self.hash(pool.span, in: text)) & (size - 1)
      while nameTable[place] >= 0 { place = (place + 1) & (size - 1) }
      nameTable[place] = Int32(truncatingIfNeeded: index)
    }
  }

  /// The event whose telling keys are all among the members, each with a text.
  ///
  /// - Parameter isOwn: Whether a tag marks the record as the plugin's. In any other record, one
  ///   key with a text counts only if the record has no other.
  func object(
    _ text: Span<UInt8>, with members: [JSONMember], isOwn: Bool
  ) -> GrammarObject? {
    objects.first { object in
      object.keys.allSatisfy { key in
        members.contains {
          ($0.kind == .object
            || $0.kind == .string && (isOwn || object.keys.count > 1 || members.count == 1))
            && text.equals(pool.span.extracting(key.name.range), in: $0.key)
            && (isOwn || isNeeded(text, $0, by: key))
        }
      }
    }
  }

  private func isNeeded(_ text: Span<UInt8>, _ member: JSONMember, by key: GrammarObject.Key)
    -> Bool
  {
    guard let value = key.value else { return true }
    return member.kind == .string
      && text.equals(pool.span.extracting(value.range), in: member.value)
  }

  /// The event that a value of the JSON member `event` names.
  func name(_ text: Span<UInt8>, in range: Range<Int>) -> GrammarName? {
    // No catalogue has names this long; a hostile one is not hashed to its end.
    guard range.count <= 256 else { return nil }
    var place = Int(truncatingIfNeeded: Self.hash(text, in: range)) & (nameTable.count - 1)
    while nameTable[place] >= 0 {
      let name = names[Int(nameTable[place])]
      if text.equals(pool.span.extracting(name.text.range), in: range) { return name }
      place = (place + 1) & (nameTable.count - 1)
    }
    return nil
  }

  private static func hash(_ text: Span<UInt8>, in range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(text[index])) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }

  /// The number of a tag in the catalogue's tags; `DNP-FETCH-START` has that of `DNP-FETCH`.
  func tag(_ text: Span<UInt8>, in range: Range<Int>) -> UInt8 {
    if let known = knownTag(text, in: range) { return known }
    // Many parts of the plugin have codes; a tag without one may be a misspelt one.
    guard let dash = text.codeDash(in: range) else { return Catalogue.unknownTag }
    return knownTag(text, in: range.lowerBound..<dash) ?? Catalogue.noTag
  }

  private func knownTag(_ text: Span<UInt8>, in range: Range<Int>) -> UInt8? {
    for index in tags.indices.dropFirst(2)
    where tags[index].count == range.count
      && text.equals(pool.span.extracting(tags[index].range), in: range)
    {
      return UInt8(truncatingIfNeeded: index)
    }
    return nil
  }

  /// The key of an event that a range of a text names, as the catalogue does or in snake case:
  /// `request_id` is `requestId`.
  func key(_ text: Span<UInt8>, in range: Range<Int>, of kind: EventKind) -> GrammarKey? {
    for index in keysOfEvent[Int(kind.rawValue)]
    where keys[index].text.count == range.count
      && text.matches(pool.span.extracting(keys[index].text.range), at: range.lowerBound)
    {
      return keys[index]
    }
    guard text.firstIndex(of: UInt8(ascii: "_"), in: range) != nil else { return nil }
    return keys[keysOfEvent[Int(kind.rawValue)]].first {
      text.isSnakeCase(of: pool.span.extracting($0.text.range), in: range)
    }
  }
}

extension Span where Element == UInt8 {
  /// Whether a range is a name in snake case, where the other has capitals.
  fileprivate func isSnakeCase(of name: Span<UInt8>, in range: Range<Int>) -> Bool {
    var index = 0
    var isRaised = false
    for place in range {
      let byte = self[place]
      if byte == UInt8(ascii: "_"), index > 0, !isRaised {
        isRaised = true
        continue
      }
      let isSmall = byte &- 0x61 < 26
      guard index < name.count, name[index] == (isRaised && isSmall ? byte & ~0x20 : byte) else {
        return false
      }
      isRaised = false
      index += 1
    }
    return index == name.count && !isRaised
  }
}
