internal import DeviceState
internal import RunReport
internal import TextWriting

/// One thing that was compared, as a row that rules judge, with what findings cite beside it.
struct ComparedRow {
  var row: StateRow
  /// The places of the rows among the facts that it comes from.
  var facts: [Int] = []
  /// The line of the log that it comes from too.
  var evidence: Finding.Evidence?
  /// What is compared, in a whole sentence, which findings say in place of the words of their rule.
  var account = ""
}

/// Holds documents against each other and against a log.
struct DocumentComparison {
  let facts: [StateFact]
  let notes: DocumentNotes
  let moment: Int64?

  var rows: [ComparedRow] {
    payloads + tasks + pages("offer_record", "offers") + pages("plan_record", "plans") + window
  }

  // MARK: Payloads

  private var payloads: [ComparedRow] {
    facts.indices.compactMap { index in
      let fact = facts[index]
      guard fact.event == "cached_payload", let digests = fact.text("digests") else { return nil }
      let id = fact.text("scheduleId")
      guard let told = notes.hash(of: id, before: moment) else { return nil }
      let hash = told.text.lowercased()
      var row = StateRow("payload_compared", line: 1)
      if let id { row["scheduleId"] = .text(id) }
      row["hash"] = .text(told.text)
      let isEqual = digests.split(separator: ",").contains { $0.hasPrefix(hash) }
      row["isEqual"] = .bool(isEqual)
      return ComparedRow(
        row: row, facts: [index], evidence: told.evidence,
        account: isEqual
          ? ""
          : "The last content hash in the log is \(told.text), but the stored content has the MD5"
            + " \(fact.text("md5") ?? "?") as it was exported.")
    }
  }

  // MARK: Tasks

  private var tasks: [ComparedRow] {
    guard let place = facts.lastIndex(where: { $0.event == "app_declared" }) else { return [] }
    let permitted = list("taskIdentifiers", of: facts[place])
    let modes = list("backgroundModes", of: facts[place])
    return notes.tasks.map { task in
      var row = StateRow("task_compared", line: 1)
      var compared = ComparedRow(row: row, facts: [place], evidence: task.evidence)
      if let id = task.id {
        row["taskId"] = .text(id)
        let isDeclared = permitted.contains { Self.permits($0, id) }
        row["isDeclared"] = .bool(isDeclared)
        if !isDeclared {
          compared.account =
            "The log names the task \(id), but BGTaskSchedulerPermittedIdentifiers "
            + (permitted.isEmpty ? "lists none." : "lists only \(Spelling.list(permitted, "and")).")
        }
      }
      if let kind = task.kind {
        row["kind"] = .text(kind)
        let mode = kind == "processing" ? "processing" : "fetch"
        row["hasMode"] = .bool(modes.contains(mode))
        if !modes.contains(mode), compared.account.isEmpty {
          compared.account =
            "The log submits a task that needs the mode \(mode), but UIBackgroundModes "
            + (modes.isEmpty ? "lists none." : "lists only \(Spelling.list(modes, "and")).")
        }
      }
      compared.row = row
      return compared
    }
  }

  private func list(_ name: String, of fact: StateFact) -> [String] {
    (fact.text(name) ?? "").split(separator: ",").map(String.init)
  }

  /// Whether an identifier is permitted; what stands for a variable of the project may be any text.
  private static func permits(_ permitted: String, _ id: String) -> Bool {
    guard let start = permitted.firstRange(of: "$("),
      let end = permitted[start.upperBound...].firstIndex(of: ")")
    else { return permitted == id }
    return id.hasPrefix(permitted[..<start.lowerBound])
      && id.hasSuffix(permitted[end...].dropFirst())
  }

  // MARK: Pages

  private func pages(_ event: String, _ endpoint: String) -> [ComparedRow] {
    var pages: [(number: Int64, ids: [String], first: Int)] = []
    for (index, fact) in facts.enumerated() where fact.event == event {
      guard let id = fact.text("jwtId"), let number = fact.number("page") else { continue }
      if pages.last?.number == number {
        pages[pages.count - 1].ids.append(id)
      } else {
        pages.append((number, [id], index))
      }
    }
    guard pages.count > 1 else { return [] }
    var row = StateRow("pages_compared", line: 1)
    row["endpoint"] = .text(endpoint)
    row["pages"] = .int(Int64(pages.count))
    row["direction"] = .text(Self.direction(of: pages.map(\.ids)))
    return [ComparedRow(row: row, facts: pages.map(\.first))]
  }

  /// Whether each page lies behind the one before, or each before it. Ids have an order in time where all
  /// are equally long.
  private static func direction(of pages: [[String]]) -> String {
    let lengths = Set(pages.joined().map(\.utf8.count))
    guard lengths.count == 1 else { return "unknown" }
    let spans = pages.compactMap { ids in
      ids.min().flatMap { first in ids.max().map { (first: first, last: $0) } }
    }
    let pairs = Array(zip(spans, spans.dropFirst()))
    // An id on two pages is a fault by itself, and says nothing of the way.
    if pairs.allSatisfy({ $0.last <= $1.first }) { return "onward" }
    return pairs.allSatisfy({ $1.last <= $0.first }) ? "backward" : "mixed"
  }

  // MARK: Days

  private static let day: Int64 = 86_400_000_000

  /// The days for which notifications are stored ahead, where there are several.
  private var window: [ComparedRow] {
    guard let moment else { return [] }
    let ahead = facts.enumerated().compactMap { index, fact -> (due: Int64, index: Int)? in
      guard fact.event == "stored_notification", let due = fact.number("scheduledTime"),
        due > moment
      else { return nil }
      return (due, index)
    }.sorted { $0.due < $1.due }
    guard let first = ahead.first, let last = ahead.last else { return [] }
    var planned: Int64 = 1
    var gaps: Int64 = 0
    for (one, next) in zip(ahead, ahead.dropFirst()) {
      // A day is a day with 23 or 25 hours too, and a time of day may be changed.
      let days = (next.due - one.due + Self.day / 2) / Self.day
      if days > 0 { planned += 1 }
      if days > 1 { gaps += days - 1 }
    }
    guard planned > 1 else { return [] }
    var row = StateRow("window_compared", line: 1)
    row["firstDue"] = .instant(first.due)
    row["lastDue"] = .instant(last.due)
    row["plannedDays"] = .int(planned)
    row["gapDays"] = .int(gaps)
    return [ComparedRow(row: row, facts: ahead.prefix(8).map(\.index))]
  }
}
