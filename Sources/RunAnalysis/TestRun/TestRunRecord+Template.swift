internal import RuleLanguage
internal import TextWriting
internal import YAMLReading

// The template is text of the form `Key: value`, under headings.
extension TestRunRecord {
  /// Reads a filled template; what is empty, or still the guide's own hint, claims nothing.
  init(template bytes: [UInt8], path: String) throws(SourceError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SourceError(
        "not valid UTF-8", advice: "save the file as UTF-8",
        at: SourceLocation(path: path, line: 1, column: 1))
    }
    let source = SourceText(path: path, text: text)
    self.init(.template, path: path, lines: source.lines)
    var reader = TemplateReader(source: source)
    for number in source.lines.indices { try reader.read(number + 1) }
    guard reader.sawKey else {
      throw source.error(
        "this is neither an artifact nor a template",
        advice: "an artifact is a JSON object with 'testRun', a template begins with 'Date:'",
        line: 1, column: 1)
    }
    claims = reader.claims
    outcomes = reader.outcomes.isEmpty ? [Outcome()] : reader.outcomes
    lacks = reader.lacks
  }
}

/// Reads the lines of a template one by one.
private struct TemplateReader {
  private typealias Member = TestRunRecord.Member

  /// What the value of a key is.
  private enum Kind {
    case date, instant, text, texts, flag, count, span, persistence, conditions
    /// A heading; its outcome may have a name.
    case outcome, group
    /// Lines that follow belong to it.
    case failures, notes
    /// Follows from the others.
    case derived
  }

  private static let keys: [(key: String, kind: Kind, member: Member)] = [
    ("date", .date, .date), ("device model", .text, .device), ("ios version", .text, .iosVersion),
    ("app build / commit", .text, .build), ("lead time", .span, .lead),
    ("scenario id tested", .texts, .scenario), ("conditions", .conditions, .record),
    ("outcome summary", .outcome, .record),
    ("prefetch scheduled at", .instant, .prefetchScheduledAt),
    ("bgtask executed at", .instant, .bgTaskExecutedAt),
    ("notification fired at", .instant, .notificationFiredAt),
    ("cached content used", .flag, .cachedContentUsed),
    ("actual execution time vs scheduled", .derived, .record),
    ("telemetry counters", .group, .record),
    ("dnp_prefetch_scheduled_total", .count, .scheduled),
    ("dnp_prefetch_executed_total", .count, .executed),
    ("dnp_prefetch_success_total", .count, .success),
    ("dnp_prefetch_used_for_notification_total", .count, .used),
    ("state verification", .outcome, .record), ("content hash match", .flag, .contentHashMatch),
    ("schedule hash match", .flag, .scheduleHashMatch),
    ("cache persistence", .persistence, .cachePersistence),
    ("failures observed and key log lines", .failures, .errors),
    ("notes / follow-ups", .notes, .record),
  ]
  private static let header: [Member] = [.date, .device, .iosVersion, .build, .lead, .scenario]

  let source: SourceText
  private(set) var sawKey = false
  private(set) var claims: [TestRunRecord.Claim] = []
  private(set) var outcomes: [TestRunRecord.Outcome] = []
  private(set) var lacks: [String] = []
  /// What lines without a key belong to.
  private var open: Kind?
  private var outcome = 0
  /// The sections that each outcome has had.
  private var sections: [[String]] = []
  /// Index of the claim on failures, which the lines below it count up.
  private var failures: Int?

  init(source: SourceText) { self.source = source }

  mutating func read(_ number: Int) throws(SourceError) {
    let line = source.line(number)
    // Notes may be of any kind; what follows them belongs to them.
    if open == .notes { return }
    if Self.plain(line).isEmpty { return }
    // What a failure says may look like a key; the keys behind the list stand without a mark.
    if open == .failures, Self.isItem(line) { return noteFailure(Self.plain(line), number) }
    guard let (shown, name, value) = Self.parts(line) else {
      if open == .failures { return noteFailure(Self.plain(line), number) }
      // A title may stand above the first key, and a remark in parentheses anywhere.
      guard sawKey, !Self.filled(Self.plain(line)[...]).isEmpty else { return }
      throw source.error(
        "this line has no key", advice: "write Key: value, or put it under Notes", line: number,
        column: 1)
    }
    guard let entry = Self.keys.first(where: { $0.key == shown }) else {
      if open == .failures { return noteFailure(Self.plain(line), number) }
      guard sawKey else { return }
      throw source.error(
        "unknown key '\(shown)'",
        advice: Spelling.suggestion(for: shown, among: Self.keys.map(\.key)),
        line: number, column: 1)
    }
    sawKey = true
    open = entry.kind
    switch entry.kind {
    case .outcome: select(name, in: shown)
    case .failures:
      failures = nil
      if !value.isEmpty { noteFailure(value, number) }
    case .group, .notes, .derived: break
    default:
      if value.isEmpty {
        if Self.header.contains(entry.member) { lacks.append(entry.key) }
      } else {
        try add(entry.kind, entry.member, entry.key, value, number)
      }
    }
  }

  /// Chooses the outcome of that name which has no such section yet, or else a new one: a schedule
  /// keeps its id day by day.
  private mutating func select(_ name: String?, in section: String) {
    let known = outcomes.indices.first {
      outcomes[$0].cycle == name && !sections[$0].contains(section)
    }
    outcome = known ?? outcomes.count
    if known == nil {
      outcomes.append(TestRunRecord.Outcome(cycle: name))
      sections.append([])
    }
    sections[outcome].append(section)
  }

  private mutating func noteFailure(_ text: String, _ number: Int) {
    let isNone = ["none", "no", "nothing"].contains(text.lowercased())
    if failures == nil {
      failures = claims.count
      claims.append(
        TestRunRecord.Claim(member: .errors, name: "failures", value: .int(0), line: number))
    }
    guard !isNone, let failures, case .int(let count) = claims[failures].value else { return }
    claims[failures].value = .int(count + 1)
  }

  // MARK: Values

  private mutating func add(
    _ kind: Kind, _ member: Member, _ name: String, _ value: String, _ number: Int
  ) throws(SourceError) {
    if kind == .conditions { return addConditions(value, number) }
    let word = String(value.prefix { !$0.isWhitespace && $0 != "(" && $0 != "," })
    switch kind {
    case .date, .instant:
      let isDay = kind == .date && word.utf8.count == 10
      do throws(TimeTextError) {
        let time = try TimestampText.microseconds(of: isDay ? word + "T00:00:00Z" : word)
        put(member, name, .instant(time), number)
      } catch {
        throw mistake(name, word, error.advice, number)
      }
    case .flag:
      guard let flag = Self.flag(word) else { throw mistake(name, word, "write yes or no", number) }
      put(member, name, .bool(flag), number)
    case .count:
      guard let count = Int64(word), count >= 0 else {
        throw mistake(name, word, "write a whole number", number)
      }
      put(member, name, .int(count), number)
    case .span:
      for lead in value.split(separator: ",") {
        let text = lead.filter { !$0.isWhitespace }.replacing("min", with: "m")
        do throws(TimeTextError) {
          let span = try DurationText.microseconds(of: ArraySlice(text.utf8))
          put(member, name, .duration(span), number)
        } catch {
          throw mistake(name, text, "write it as 300s or 5min", number)
        }
      }
    case .persistence:
      guard ["verified", "violated"].contains(word.lowercased()) else {
        throw mistake(name, word, "write verified or violated", number)
      }
      put(member, name, .string(word.lowercased()), number)
    case .texts:
      for text in value.split(separator: ",") {
        put(member, name, .string(Self.trimmed(text)), number)
      }
    default: put(member, name, .string(value), number)
    }
  }

  private mutating func put(_ member: Member, _ name: String, _ value: Value, _ number: Int) {
    let claim = TestRunRecord.Claim(member: member, name: name, value: value, line: number)
    switch member {
    case .prefetchScheduledAt, .bgTaskExecutedAt, .notificationFiredAt, .cachedContentUsed,
      .contentHashMatch, .scheduleHashMatch, .cachePersistence:
      if outcomes.isEmpty { select(nil, in: "") }
      outcomes[outcome].claims.append(claim)
    default: claims.append(claim)
    }
  }

  /// Reads what is known of conditions among words of any kind.
  private mutating func addConditions(_ value: String, _ number: Int) {
    for part in value.lowercased().split(whereSeparator: { ",;/".contains($0) }) {
      let text = Self.trimmed(part)
      let isOff = text.hasSuffix(" off") || text.hasSuffix(" disabled")
      let claim: (Member, String, Value)? =
        if text.contains("low power") {
          (.lowPower, "Low Power Mode", .bool(!isOff))
        } else if text.contains("background app refresh") {
          (.backgroundRefresh, "Background App Refresh", .string(isOff ? "off" : "on"))
        } else if text.hasPrefix("plugged") || text == "charging" {
          (.power, "power", .string("plugged"))
        } else if text.contains("battery") {
          (.power, "power", .string("battery"))
        } else if text == "wi-fi" || text == "wifi" {
          (.network, "network", .string("wifi"))
        } else if ["lte", "cellular", "4g", "5g"].contains(text) {
          (.network, "network", .string("cellular"))
        } else if ["no network", "offline", "airplane mode"].contains(text) {
          (.network, "network", .string("none"))
        } else {
          nil
        }
      if let (member, name, value) = claim { put(member, name, value, number) }
    }
  }

  private func mistake(
    _ key: String, _ value: String, _ advice: String, _ number: Int
  ) -> SourceError {
    source.error("'\(value)' is no value of '\(key)'", advice: advice, line: number, column: 1)
  }

  private static func flag(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "yes", "true", "match", "matches": true
    case "no", "false", "mismatch", "differs": false
    default: nil
    }
  }

  // MARK: Lines

  /// The key of a line without what stands in parentheses, that part, and the value.
  private static func parts(_ line: String) -> (key: String, name: String?, value: String)? {
    let text = plain(line)
    // A name in parentheses may hold a colon itself.
    var depth = 0
    var colon: String.Index?
    for index in text.indices {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case ":" where depth <= 0: colon = index
      default: continue
      }
      if colon != nil { break }
    }
    // A name may also lack its end.
    guard let colon = colon ?? text.lastIndex(of: ":") else { return nil }
    var key = String(text[..<colon])
    var name: String?
    if let open = key.firstIndex(of: "("), let close = key.lastIndex(of: ")"), open < close {
      name = trimmed(key[key.index(after: open)..<close])
      key.replaceSubrange(open...close, with: " ")
    }
    let words = key.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (words.lowercased(), name, filled(text[text.index(after: colon)...]))
  }

  private static func isItem(_ line: String) -> Bool {
    line.first { !$0.isWhitespace }.map { "-*•".contains($0) } ?? false
  }

  /// The line without the marks of Markdown.
  private static func plain(_ line: String) -> String {
    let text = line.replacing("**", with: "").drop { "#-*•".contains($0) || $0.isWhitespace }
    return trimmed(text)
  }

  /// A value; empty for one that only holds the place of another.
  private static func filled(_ text: Substring) -> String {
    let value = trimmed(text)
    let isHint = value.hasPrefix("(") && value.hasSuffix(")")
    let isBlank = ["yes/no", "-", "–", "n/a", "unknown", "?"].contains(value.lowercased())
    return isHint || isBlank ? "" : value
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(String(start).reversed().drop(while: \.isWhitespace).reversed())
  }
}
