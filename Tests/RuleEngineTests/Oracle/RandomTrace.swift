import LogReading
import RuleLanguage
import Simulator

/// A made-up log: events with their fields, as the recogniser would hand them on.
struct RandomTrace {
  struct Event {
    var kind: EventKind
    /// Microseconds since 1970; nil for a line without a time.
    var time: Int64?
    var pid: Int32
    var isJSON = false
    var fields: [Value]
    /// What keeps its text apart from other lines.
    var number: UInt64
  }

  /// A value and what became of it in the log.
  struct Value {
    var name: FieldName
    var type: FieldType
    var state: Field.State
    var number: Int64
    var text: String
  }

  var events: [Event] = []
  /// Time of the last line, if that is no event.
  var end: Int64?
  var isCut = false
  /// How many values of keys, and how many cycles, may be open at once.
  var keyLimit = 1 << 13
  var cycleLimit = 1 << 10
}

extension RandomTrace {
  /// Midday: no instant of a trace comes near the limits of its type.
  static let midday: Int64 = 1_763_121_600_000_000
  private static let second: Int64 = 1_000_000

  /// A trace of events of those kinds.
  static func make(
    _ random: inout Random, kinds: [EventKind], in catalogue: Catalogue, lengths: ClosedRange<Int64>
  ) -> RandomTrace {
    var trace = RandomTrace()
    var clock = midday
    let isUntimed = random.isOne(in: 10)
    let processes = random.isOne(in: 3) ? 2 : 1
    let hasJSON = random.isOne(in: 3)
    for number in 0..<random.number(in: lengths) {
      guard let kind = random.pick(kinds) else { break }
      clock += step(&random)
      var event = Event(
        kind: kind, time: isUntimed || random.isOne(in: 12) ? nil : clock,
        pid: processes == 1 ? 1 : Int32(random.number(in: 1...2)), fields: [],
        number: UInt64(number) + 1)
      for field in catalogue[kind].fields where !random.isOne(in: 5) {
        event.fields.append(value(&random, of: field, in: catalogue))
      }
      event.isJSON = hasJSON && random.isOne(in: 2)
      trace.events.append(event)
      if hasJSON, random.isOne(in: 4) { trace.events.append(event.twin) }
    }
    for index in trace.events.indices { trace.events[index].number = UInt64(index) + 1 }
    if random.isOne(in: 4) {
      trace.end = clock + (random.pick([1, 10, 40, 100_000]) ?? 1) * second
    }
    trace.isCut = random.isOne(in: 6)
    if random.isOne(in: 3) { trace.keyLimit = Int(random.number(in: 1...2)) }
    if random.isOne(in: 6) { trace.cycleLimit = Int(random.number(in: 1...2)) }
    return trace
  }

  /// How far the clock goes on: mostly a little, sometimes not at all, seldom back.
  private static func step(_ random: inout Random) -> Int64 {
    let micros: [Int64] = [
      0, 0, 1, 500_000, second, second, 2 * second, 5 * second, 10 * second, 10 * second,
      30 * second, 60 * second, 600 * second, -500_000, -second, -5 * second, -3600 * second,
      86_400 * second,
    ]
    return micros[Int(random.number(in: 0...Int64(micros.count - 1)))]
  }

  private static func value(
    _ random: inout Random, of field: FieldEntry, in catalogue: Catalogue
  ) -> Value {
    var value = Value(name: field.name, type: field.type, state: .value, number: 0, text: "")
    switch field.type {
    case .string: value.text = random.pick(words(of: field, in: catalogue)) ?? "x"
    case .bool: value.number = random.number(in: 0...1)
    case .int: value.number = random.number(in: 0...3)
    case .double: value.number = Int64(bitPattern: Double(random.number(in: 0...3)).bitPattern)
    case .duration: value.number = (random.pick([0, 1, 5, 10, 60]) ?? 0) * second
    case .instant:
      value.number = midday + (random.pick([0, 60, 300, 600, 86_400]) ?? 0) * second
    }
    if field.type != .string { value.text = String(value.number) }
    if random.isOne(in: 10) {
      value.state = random.pick([.redacted, .placeholder, .malformed]) ?? .redacted
      if field.type == .instant, random.isOne(in: 2) {
        value.state = random.pick([.zoneless, .offset]) ?? .zoneless
      }
    }
    return value
  }

  private static func words(of field: FieldEntry, in catalogue: Catalogue) -> [String] {
    if !field.choices.isEmpty { return field.choices }
    switch catalogue.name(of: field.name) {
    case "state": return ["terminated", "foreground", "background"]
    case "by": return ["user", "system"]
    case "network": return ["wifi", "none"]
    default: return ["x", "X", "y"]
    }
  }
}

extension RandomTrace.Event {
  /// The same event as the other form tells it.
  fileprivate var twin: RandomTrace.Event {
    var twin = self
    twin.isJSON = !isJSON
    return twin
  }
}

extension RandomTrace {
  /// The same without one event.
  func dropping(_ index: Int) -> RandomTrace {
    var copy = self
    copy.events.remove(at: index)
    return copy
  }

  /// One event a line, for a person who looks into a difference.
  func text(in catalogue: Catalogue) -> String {
    var lines = events.map { event in
      let fields = event.fields.map { value in
        let word = value.type == .string ? value.text : String(value.number)
        let state = value.state == .value ? "" : " (\(value.state))"
        return "\(catalogue.name(of: value.name))=\(word)\(state)"
      }
      let time = event.time.map { "\(Double($0 - Self.midday) / 1_000_000) s" } ?? "untimed"
      return "\(event.number): \(time) pid \(event.pid) \(event.isJSON ? "JSON " : "")"
        + "\(catalogue.name(of: event.kind)) "
        + fields.joined(separator: ", ")
    }
    if let end { lines.append("end: \(Double(end - Self.midday) / 1_000_000) s") }
    if isCut { lines.append("cut") }
    if keyLimit < 1 << 13 { lines.append("\(keyLimit) values of keys a rule") }
    if cycleLimit < 1 << 10 { lines.append("\(cycleLimit) cycles") }
    return lines.joined(separator: "\n")
  }
}
