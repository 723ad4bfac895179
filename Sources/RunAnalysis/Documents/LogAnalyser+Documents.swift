internal import DeviceState
internal import LogReading
internal import RunReport
internal import TextWriting

// Documents beside a log: responses, payloads, settings, declarations.
extension LogAnalyser {
  /// Hands the rules what documents come to beside each other and beside the log.
  func compareDocuments(
    _ states: [DeviceState], _ facts: [StateFact], at moment: Int64?, _ reader: StateReader
  ) {
    let comparison = DocumentComparison(
      facts: facts, notes: intake.notes.documents, moment: moment)
    var rows = comparison.rows
    if let stores = Self.sum(ofStores: states) { rows.append(ComparedRow(row: stores)) }
    for compared in rows {
      guard var row = reader.fact(of: compared.row) else { continue }
      let first = compared.facts.first.map { facts[$0] }
      row.fact.file = first?.file ?? 0
      row.event.line = first?.line ?? 0
      let sequence = add(row)
      let own = compared.facts.map { index in
        let fact = facts[index]
        return Finding.Evidence(
          file: names.files[Int(fact.file)], line: Int64(clamping: fact.line), time: nil,
          event: fact.event, text: String(masking: fact.record))
      }
      explainedDocuments[sequence] = ExplainedDocument(
        account: String(masking: compared.account),
        evidence: own + [compared.evidence].compactMap(\.self))
    }
  }

  /// The row that says which tables the databases have together; nil where there is none.
  private static func sum(ofStores states: [DeviceState]) -> StateRow? {
    let stores = states.filter { $0.kind == .roomDatabase || $0.kind == .coreDataStore }
    guard !stores.isEmpty else { return nil }
    let all: [DeviceState.List] = [.schedules, .notifications, .cache, .history]
    let held = stores.reduce(into: Set<DeviceState.List>()) { $0.formUnion($1.lists) }
    let lacks = all.filter { !held.contains($0) }.map(\.rawValue)
    var row = StateRow("stores_summed", line: 1)
    row["stores"] = .int(Int64(stores.count))
    if !lacks.isEmpty { row["lacks"] = .text(lacks.joined(separator: ",")) }
    return row
  }
}

/// What findings say and cite of something that was compared with a document.
struct ExplainedDocument {
  let account: String
  let evidence: [Finding.Evidence]

  func explain(_ finding: inout Finding) {
    if !account.isEmpty {
      finding.message = account
      finding.condition = ""
    }
    guard !evidence.isEmpty else { return }
    finding.steps = evidence.map {
      Finding.StepMet(event: $0.event, line: $0.line, status: "seen")
    }
    finding.evidence = evidence
  }
}

extension [DeviceState] {
  /// Numbers the pages of responses in the order in which they were given.
  mutating func numberPages() {
    var page: Int64 = 0
    for state in indices where self[state].kind == .response {
      page += 1
      for table in self[state].tables.indices {
        for row in self[state].tables[table].rows.indices {
          self[state].tables[table].rows[row]["page"] = .int(page)
        }
      }
    }
  }
}
