import LogReading
import RuleLanguage

/// A rule and a log on which the engine and the oracle do not agree.
struct Difference {
  let text: String

  /// Looks for one, and makes the log as short as the difference allows.
  init?(_ trace: RandomTrace, _ book: RuleBook, _ texts: [String]) {
    let all = [Bool](repeating: true, count: book.rules.count)
    guard let rule = Self.firstRule(trace, book, all) else { return nil }
    var active = [Bool](repeating: false, count: book.rules.count)
    active[rule] = true
    // Alone the rule may agree: then the others are a part of the difference.
    if Self.firstRule(trace, book, active) == nil { active = all }
    var short = trace
    var index = 0
    while index < short.events.count {
      let shorter = short.dropping(index)
      if Self.firstRule(shorter, book, active) == nil {
        index += 1
      } else {
        short = shorter
        index = 0
      }
    }
    text = Self.report(short, book, texts, active)
  }

  /// The first rule on which they differ.
  private static func firstRule(_ trace: RandomTrace, _ book: RuleBook, _ active: [Bool]) -> Int? {
    let run = TraceRun(trace, book: book, active: active)
    let expected = Oracle(run, of: trace, book: book, active: active).judgements()
    if run.judgements == expected { return nil }
    for rule in book.rules.indices {
      if run.judgements.of(rule) != expected.of(rule) { return rule }
    }
    return nil
  }

  private static func report(
    _ trace: RandomTrace, _ book: RuleBook, _ texts: [String], _ active: [Bool]
  ) -> String {
    let run = TraceRun(trace, book: book, active: active)
    let expected = Oracle(run, of: trace, book: book, active: active).judgements()
    var lines: [String] = []
    for rule in book.rules.indices where run.judgements.of(rule) != expected.of(rule) {
      lines.append(texts.indices.contains(rule) ? texts[rule] : book.rules[rule].id)
      lines.append("engine: " + run.judgements.of(rule).text)
      lines.append("oracle: " + expected.of(rule).text)
    }
    lines.append(trace.text(in: book.catalogue))
    lines.append(
      "items:\n" + run.items.map { "  \($0.text(in: book.catalogue))" }.joined(separator: "\n"))
    return lines.joined(separator: "\n")
  }
}

extension Judgements {
  /// Those of one rule.
  func of(_ rule: Int) -> Judgements {
    Judgements(satisfied: [satisfied[rule]], others: others.filter { $0.rule == rule })
  }

  var text: String {
    "satisfied \(satisfied)" + others.map { "\n        \($0.text)" }.joined()
  }
}

extension TraceRun.Item {
  func text(in catalogue: Catalogue) -> String {
    switch self {
    case .opened(let kind, let slot, let isHeadCut):
      "opened \(kind) \(slot)\(isHeadCut ? " without its head" : "")"
    case .event(let event):
      "\(event.event.line): \(catalogue.name(of: event.kind)) epoch \(event.epoch) "
        + "process \(event.segment) cycle \(event.cycle) execution \(event.execution) "
        + "delivery \(event.delivery)"
    case .closed(let kind, let slot, let end): "closed \(kind) \(slot) \(end)"
    case .end(let time, let epoch):
      "end \(time.map { "\(Double($0 - RandomTrace.midday) / 1_000_000) s" } ?? "") epoch \(epoch)"
    }
  }
}
