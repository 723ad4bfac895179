import LogReading
import RuleLanguage

extension RandomTrace {
  /// A trace as a test writes it: `5 ping id=x n=1` at second 5, `- ping` without a time.
  init(_ lines: [String], in catalogue: Catalogue) throws {
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      guard words.count > 1, let kind = catalogue.kind(named: String(words[1])) else {
        throw Unreadable(line: line)
      }
      let seconds = Double(words[0])
      var event = Event(
        kind: kind, time: seconds.map { Self.midday + Int64($0 * 1_000_000) }, pid: 1, fields: [],
        number: UInt64(index) + 1)
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=")
        guard parts.count == 2, let name = catalogue.field(named: String(parts[0])) else {
          throw Unreadable(line: line)
        }
        let text = String(parts[1])
        event.fields.append(
          Value(
            name: name, type: catalogue.fieldTypes[Int(name.rawValue)],
            state: text == "<private>" ? .redacted : .value,
            number: text == "true" ? 1 : Int64(text) ?? 0, text: text))
      }
      events.append(event)
    }
  }

  /// A line of a test that names no event or no field.
  struct Unreadable: Error {
    let line: String
  }
}
