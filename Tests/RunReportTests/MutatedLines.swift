import Foundation
import RuleLanguage

/// Lines of all samples and shapes with something done to them that nobody would do: the same ones
/// for a seed.
struct MutatedLines {
  private var random: Random
  /// The logs that are there, line by line, and a log of one line for each shape of the catalogue.
  private let logs: [[[UInt8]]]

  init(seed: UInt64, catalogue: Catalogue) throws {
    random = Random(state: seed)
    logs = try Self.files() + Self.shapes(of: catalogue)
  }

  /// The number of lines, before anything is done to them.
  var lineCount: Int { logs.reduce(0) { $0 + $1.count } }

  /// Returns a log of so many lines: of one log in their order, or of all.
  mutating func log(of count: Int) -> [[UInt8]] {
    let isOfOne = number(below: 4) == 0
    let own = logs[number(below: logs.count)]
    let start = number(below: own.count)
    let wrapper = number(below: 12)
    return (0..<count).map { place in
      let line = isOfOne ? own[(start + place) % own.count] : anyLine()
      // Most lines stand bare; a log of one container is wrapped as a whole.
      return wrapped(mutated(line), by: isOfOne ? wrapper : number(below: 12))
    }
  }

  // MARK: Lines

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func files() throws -> [[[UInt8]]] {
    let folders = [
      "samples", "Tests/LogReadingTests/Containers", "Tests/CommandLineTests/Families",
    ]
    return try folders.flatMap { folder in
      let path = root.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: path.path)?.compactMap { $0 as? String }
      return try (names ?? []).filter { $0.contains(".log") || $0.hasSuffix(".jsonl") }.sorted()
        .map { try Self.lines(of: path.appending(path: $0)) }
    }.filter { !$0.isEmpty }
  }

  private static func lines(of file: URL) throws -> [[UInt8]] {
    try Data(contentsOf: file).split(separator: 0x0A).map { [UInt8]($0) }
  }

  /// Returns a line of each shape, with values in its holes.
  private static func shapes(of catalogue: Catalogue) -> [[[UInt8]]] {
    let values = [
      "1", "2025-11-14T05:53:00Z", "a_1763099280123", "true", "-1.5s", "<private>", "…",
    ]
    return catalogue.shapes.enumerated().map { number, shape in
      let entry = catalogue[shape.kind]
      let tag = entry.tags.first.map { catalogue.tags[Int($0)] } ?? ""
      let text = shape.parts.enumerated().map { place, part in
        switch part {
        case .literal(let text): text
        case .field: values[(number + place) % values.count]
        case .fields:
          entry.fields.enumerated().map { index, field in
            "\(catalogue.name(of: field.name))=\(values[(number + index) % values.count])"
          }.joined(separator: ", ")
        case .samples: "success_total 1 dnp_prefetch_failure_total{reason=\"AUTH\"} 2"
        }
      }.joined()
      return [Array((tag.isEmpty ? text : "[\(tag)] \(text)").utf8)]
    }
  }

  private mutating func anyLine() -> [UInt8] {
    let log = logs[number(below: logs.count)]
    return log[number(below: log.count)]
  }

  // MARK: What is done to them

  private static let pieces: [[UInt8]] =
    [
      " ", "  ", "\t", "(", ")", "()", "[", "]", "[]", "{", "}", "{}", "<", ">", "\"", "'", "\\",
      "\\u",
      "=", ":", ": ", ",", ", ", ".", "...", "…", "|", "-", "+", "@", "/", "%", "\0", "\r",
      "\u{1B}[0m",
      "\u{A0}", "0", "9", "99999999999999999999", "-9223372036854775808", "1e999", "Z", "T", "id=",
      " | Data: {", "  | Data: {", "[DNP-FETCH]", "DNP-FETCH-SUCCESS", "DN|", "token=", "Bearer ",
      "did:", "eyJ", "Optional(", "api_key=", "AM", "<14>1 ", "\u{1E}", "\u{FEFF}", "#012",
    ].map { Array($0.utf8) } + [[0x80], [0xC2], [0xE2, 0x80], [0xFF]]

  private mutating func mutated(_ line: [UInt8]) -> [UInt8] {
    var line = line
    // One in eight stays as it is, so that what follows finds what it waits for.
    for _ in 0..<[0, 1, 1, 1, 1, 2, 2, 3][number(below: 8)] { mutate(&line) }
    return line.map { $0 == 0x0A ? 0x20 : $0 }
  }

  private mutating func mutate(_ line: inout [UInt8]) {
    let place = number(below: line.count + 1)
    let length = min(line.count - place, 1 + number(below: [1, 4, 40][number(below: 3)]))
    let range = place..<(place + length)
    switch number(below: 9) {
    case 0, 1: line.insert(contentsOf: Self.pieces[number(below: Self.pieces.count)], at: place)
    case 2: line.removeSubrange(range)
    case 3: line.insert(contentsOf: line[range], at: place)
    case 4: line.removeSubrange(place...)
    case 5: line.removeSubrange(..<place)
    case 6:
      // Two neighbours change places.
      let second = line[range]
      line.removeSubrange(range)
      line.insert(contentsOf: second, at: number(below: line.count + 1))
    case 7:
      // Another line goes on.
      let other = anyLine()
      line.replaceSubrange(place..., with: other[number(below: other.count)...])
    default: line.replaceSubrange(range, with: Self.pieces[number(below: Self.pieces.count)])
    }
  }

  /// Returns the line as what carries lines would have it, with its bytes as they are where they
  /// should be escapes in some.
  private mutating func wrapped(_ line: [UInt8], by wrapper: Int) -> [UInt8] {
    let text = String(decoding: line, as: UTF8.self)
    let time = "2025-11-14T05:48:00.123Z"
    let inside = number(below: 4) == 0 ? text : String(LogForm.quoted(text).dropFirst().dropLast())
    switch wrapper {
    case 0: return Array(#"{"log":"\#(inside)\n","stream":"stdout","time":"\#(time)"}"#.utf8)
    case 1: return Array("\(time) stdout F ".utf8) + line
    case 2: return Array("\(time) stderr P ".utf8) + line
    case 3: return Array("⚡️  [log] - ".utf8) + line
    case 4: return Array(#"{"event":"\#(inside)","timestamp":"\#(time)","level":"info"}"#.utf8)
    case 5:
      return Array(#"{"MESSAGE":"\#(inside)","__REALTIME_TIMESTAMP":"1763099280123456"}"#.utf8)
    case 6: return Array("11-14 05:48:00.123  1234  5678 I Capacitor/Console: ".utf8) + line
    default: return line
    }
  }

  // MARK: Chance

  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private mutating func number(below limit: Int) -> Int {
    limit < 2 ? 0 : Int(random.next() % UInt64(limit))
  }
}
