extension RuleBook: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(catalogue)
    writer.values(packs)
    writer.values(excuses)
    writer.values(parameters)
    writer.values(profiles)
    let lots = rulesByPack
    writer.number(UInt64(lots.count))
    for lot in lots {
      writer.number(UInt64(rules[lot.lowerBound].pack))
      writer.section { $0.values(Array(rules[lot])) }
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    try self.init(from: &reader) { _ in nil }
  }

  /// Reads the book, with the rules of chosen packs alone: names, or nil for all.
  ///
  /// The choice sees the book without rules, since profiles name packs. Half of the rules take part
  /// in a run of the default profile; the others are passed over by their length.
  init(
    from reader: inout FlatReader, choosing choose: (RuleBook) -> Set<String>?
  ) throws(FlatError) {
    self.init(
      catalogue: try reader.value(), packs: try reader.values(), excuses: try reader.values(),
      parameters: try reader.values(), profiles: try reader.values())
    let chosen = choose(self)
    for _ in 0..<(try reader.count()) {
      let pack = try reader.number(as: UInt16.self)
      let isKnown = packs.indices.contains(Int(pack))
      if chosen.map({ isKnown && $0.contains(packs[Int(pack)].name) }) ?? true {
        rules += try reader.section { (reader) throws(FlatError) in try reader.values() }
      } else {
        try reader.skipSection()
      }
    }
  }

  /// Rules that stand one after another and are of one pack.
  private var rulesByPack: [Range<Int>] {
    var lots: [Range<Int>] = []
    for index in rules.indices {
      if let last = lots.last, rules[last.lowerBound].pack == rules[index].pack {
        lots[lots.count - 1] = last.lowerBound..<(index + 1)
      } else {
        lots.append(index..<(index + 1))
      }
    }
    return lots
  }
}

extension Pack: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(name)
    writer.text(title)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(name: try reader.text(), title: try reader.text())
  }
}

extension Parameter: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(pack)
    writer.text(name)
    writer.value(type)
    writer.value(value)
    writer.optional(range)
    writer.text(doc)
    writer.text(source)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      pack: try reader.value(), name: try reader.text(), type: try reader.value(),
      value: try reader.value(), range: try reader.optional(), doc: try reader.text(),
      source: try reader.text())
  }
}

extension ParameterRange: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.optional(least)
    writer.optional(most)
    writer.text(text)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(least: try reader.optional(), most: try reader.optional(), text: try reader.text())
  }
}

extension Excuse: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(name)
    writer.value(condition)
    writer.value(fault)
    writer.text(note)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.text(), condition: try reader.value(), fault: try reader.value(),
      note: try reader.text())
  }
}

extension RuleScope: FlatCoded {
  func write(to writer: inout FlatWriter) {
    switch self {
    case .log: writer.number(0)
    case .process: writer.number(1)
    case .cycle: writer.number(2)
    case .execution: writer.number(3)
    case .delivery: writer.number(4)
    case .key(let fields, nil):
      writer.number(5)
      writer.values(fields)
    case .key(let fields, let since?):
      writer.number(6)
      writer.values(fields)
      writer.value(since)
    }
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let start = reader.offset
    switch try reader.number() {
    case 0: self = .log
    case 1: self = .process
    case 2: self = .cycle
    case 3: self = .execution
    case 4: self = .delivery
    case 5: self = .key(try reader.values(), since: nil)
    case 6: self = .key(try reader.values(), since: try reader.value())
    default: throw FlatError(expected: "a scope", offset: start)
    }
  }
}

extension Rule: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(pack)
    writer.text(id)
    writer.section { $0.value(words) }
    writer.value(severity)
    writer.value(bucket)
    writer.value(fault)
    writer.value(scope)
    writer.values(roles)
    writer.values(patterns)
    writer.value(obligation)
    writer.values(cancel)
    writer.value(unmet)
    writer.value(onRetrigger)
    writer.values(excuses)
    writer.values(arming)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    let (pack, id) = (try reader.value(UInt16.self), try reader.text())
    let words = try reader.words()
    self.init(
      pack: pack, id: id, title: "", covers: [],
      severity: try reader.value(), bucket: try reader.value(),
      fault: try reader.value(), scope: try reader.value(), roles: try reader.values(),
      patterns: try reader.values(), obligation: try reader.value(),
      cancel: try reader.values(), unmet: try reader.value(), onRetrigger: try reader.value(),
      excuses: try reader.values(), arming: try reader.values())
    heldWords = words
  }
}

extension RuleWords: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(title)
    writer.values(covers)
    writer.values(hints)
    writer.text(message)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      title: try reader.text(), covers: try reader.values(), hints: try reader.values(),
      message: try reader.text())
  }
}

extension Rule.Arming: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(group)
    writer.values(tags)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(group: try reader.text(), tags: try reader.values())
  }
}

extension Role: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(name)
    writer.values(fields)
    writer.value(isCounted)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.text(), fields: try reader.values(), isCounted: try reader.flag())
  }
}

extension Pattern: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(kind)
    writer.optional(condition)
    writer.value(role)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      kind: try reader.value(), condition: try reader.optional(), role: try reader.value())
  }
}

extension Profile: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.text(name)
    writer.text(title)
    writer.values(packs)
    writer.values(required)
    writer.values(steps)
    writer.values(armedGroups)
    writer.values(toldBy)
    writer.values(toldByRules)
    writer.text(platform)
    writer.settings(parameters)
    writer.text(passMessage)
    writer.text(failMessage)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      name: try reader.text(), title: try reader.text(), packs: try reader.values(),
      required: try reader.values(), steps: try reader.values(),
      armedGroups: try reader.values(), toldBy: try reader.values(),
      toldByRules: try reader.values(), platform: try reader.text(),
      parameters: try reader.settings(), passMessage: try reader.text(),
      failMessage: try reader.text())
  }
}

extension ProfileStep: FlatCoded {
  func write(to writer: inout FlatWriter) {
    writer.value(stage)
    writer.values(events)
    writer.value(need)
    writer.text(platform)
    writer.values(unless)
    writer.values(covers)
    writer.values(hints)
  }
  init(from reader: inout FlatReader) throws(FlatError) {
    self.init(
      stage: try reader.value(), events: try reader.values(), need: try reader.value(),
      platform: try reader.text(), unless: try reader.values(), covers: try reader.values(),
      hints: try reader.values())
  }
}
