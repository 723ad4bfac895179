internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import YAMLReading

// Records of test runs, those that are given and those that the log holds.
extension LogAnalyser {
  /// Hands the rules those claims of the given records that are asked for, beside what the log shows.
  func compareRecords(_ isAsked: (TestRunRecord.Member) -> Bool) {
    guard plan.selection.judgesRecords, let builder = ClaimEvents(book.catalogue) else { return }
    for record in options.records {
      let file = names.add(file: record.path)
      compare(record, isAsked, builder) { number in
        let line = record.lines.line(number).drop { $0 == " " || $0 == "\t" }
        return (file, UInt64(number), Array(line.utf8))
      }
    }
    for found in intake.notes.records {
      // It may stand on several lines, of which evidence shows one.
      let line = found.bytes.split { $0 <= UInt8(ascii: " ") }.joined(separator: [0x20])
      let place = (found.file, found.line, Array(line))
      let path = names.files[Int(found.file)]
      do throws(SourceError) {
        let record = try TestRunRecord(reading: found.bytes, path: path)
        compare(record, isAsked, builder) { _ in place }
      } catch {
        guard isAsked(.record) else { continue }
        let claim = TestRunRecord.Claim(member: .record, name: "record", value: .missing, line: 1)
        var compared = ComparedClaim(claim: claim, form: .artifact, file: path)
        compared.mistake = String(masking: error.message)
        add(compared, builder, at: place)
      }
    }
  }

  private func compare(
    _ record: TestRunRecord, _ isAsked: (TestRunRecord.Member) -> Bool, _ builder: ClaimEvents,
    at place: (Int) -> (UInt16, UInt64, [UInt8])
  ) {
    let comparison = RecordComparison(record: record, analyser: self)
    for compared in comparison.claims() where isAsked(compared.claim.member) {
      add(compared, builder, at: place(compared.claim.line))
    }
  }

  private func add(
    _ compared: ComparedClaim, _ builder: ClaimEvents, at place: (UInt16, UInt64, [UInt8])
  ) {
    let sequence = nextAddedSequence()
    comparedClaims[sequence] = compared
    var claim = builder.event(of: compared, sequence: sequence, text: place.2)
    claim.event.file = place.0
    claim.event.event.line = place.1
    intake.engine.add(claim.event, line: place.2, scratch: claim.scratch, fields: claim.fields)
  }
}

extension [String] {
  /// The line of that number, counted from one; empty where there is none.
  fileprivate func line(_ number: Int) -> String {
    indices.contains(number - 1) ? self[number - 1] : ""
  }
}

/// Makes events of claims, in the words of the catalogue.
private struct ClaimEvents {
  private let kind: EventKind
  private let catalogue: Catalogue

  init?(_ catalogue: Catalogue) {
    guard let kind = catalogue.kind(named: "test_run_claim") else { return nil }
    self.kind = kind
    self.catalogue = catalogue
  }

  func event(
    of compared: ComparedClaim, sequence: Int64, text: [UInt8]
  ) -> (event: ScopedEvent, scratch: [UInt8], fields: [Field]) {
    var fields: [Field] = []
    var scratch: [UInt8] = []
    func put(_ name: String, _ value: Value?) {
      guard let name = catalogue.field(named: name), let value else { return }
      switch value {
      case .string(let word):
        fields.append(
          Field(
            name: name, type: .string, start: UInt32(clamping: text.count + scratch.count),
            length: UInt32(clamping: word.utf8.count)))
        scratch += word.utf8
      case .bool(let flag): fields.append(Field(name: name, type: .bool, value: flag ? 1 : 0))
      case .int(let number): fields.append(Field(name: name, type: .int, value: number))
      case .instant(let time): fields.append(Field(name: name, type: .instant, value: time))
      case .duration(let span): fields.append(Field(name: name, type: .duration, value: span))
      default: return
      }
    }
    put("record", .string(compared.form.rawValue))
    put("member", .string(compared.claim.member.rawValue))
    put("shown", .string(compared.shown.rawValue))
    let suffix =
      switch compared.claim.value {
      case .instant: "Time"
      case .bool: "Flag"
      case .int: "Count"
      case .duration: "Span"
      default: "Text"
      }
    put("claimed" + suffix, compared.claim.value)
    put("seen" + suffix, compared.seen)
    put("leastCount", compared.least.map(Value.int))
    put("mistake", compared.mistake.map(Value.string))
    put("lacks", compared.lacks.map(Value.string))
    put("recordScheduledAt", compared.times.scheduled.map(Value.instant))
    put("recordExecutedAt", compared.times.executed.map(Value.instant))
    put("recordFiredAt", compared.times.fired.map(Value.instant))
    put("recordUsedCache", compared.usedCache.map(Value.bool))
    put("simulated", compared.isSimulated.map(Value.bool))

    var event = Event(kind: kind, form: .text, container: .bare)
    event.textLength = UInt32(clamping: text.count)
    event.scratchLength = UInt32(clamping: scratch.count)
    event.fieldCount = UInt16(clamping: fields.count)
    return (ScopedEvent(event: event, sequence: sequence), scratch, fields)
  }
}
