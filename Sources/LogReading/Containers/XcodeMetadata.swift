internal import RuleLanguage

/// The line that Xcode 15 and later copies below a message.
///
///     Type: Error | Timestamp: 2025-10-17 11:01:23.249653-05:00 | Process: App | TID: 0x178d9c
enum XcodeMetadata {
  /// The most lines of a message.
  private static let lineLimit = 64

  /// The result of looking at the lines below a message.
  enum Lookup {
    case none
    case head(LineHead)
    /// The lines that decide have not been read yet.
    case unknown
  }

  /// Looks for the metadata of a message that ends before an index.
  ///
  /// The next line must be it, except for lines that continue the message: those that begin with a
  /// blank or close a bracket. Any other line is a message of its own.
  static func below(_ index: Int, in chunk: Span<UInt8>, isWhole: Bool) -> Lookup {
    var place = index
    for _ in 0..<lineLimit {
      guard place < chunk.count else { return isWhole ? .none : .unknown }
      let end = chunk.firstIndex(of: 0x0A, in: place..<chunk.count) ?? chunk.count
      switch chunk[place] {
      case UInt8(ascii: "T"):
        return head(chunk.extracting(place..<end)).map { .head($0) } ?? .none
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "}"), UInt8(ascii: ")"),
        UInt8(ascii: "]"):
        place = end + 1
      default: return .none
      }
    }
    return .none
  }

  /// Whether the line below a message may be a part of it, by its first byte.
  static func mayBegin(_ first: UInt8) -> Bool {
    switch first {
    case UInt8(ascii: "T"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "}"),
      UInt8(ascii: ")"), UInt8(ascii: "]"):
      true
    default: false
    }
  }

  /// The time and the level of a metadata line; nothing for any other line.
  static func head(_ line: Span<UInt8>) -> LineHead? {
    guard line.matches(type.span, at: 0) || line.matches(timestamp.span, at: 0) else { return nil }
    var head = LineHead()
    head.container = .xcode
    var place = 0
    while place < line.count {
      if line.matches(type.span, at: place) {
        let word = place + type.count
        head.level = LogLevel(word: line, in: word..<max(word, line.count))
      } else if line.matches(timestamp.span, at: place) {
        guard let reading = line.isoTime(at: place + timestamp.count),
          reading.end == line.count || line[reading.end] <= 0x20
        else { return nil }
        head.time = reading.micros
        head.gaps = reading.gaps
        head.quality = .line
      }
      guard let bar = line.firstIndex(of: UInt8(ascii: "|"), in: place..<line.count) else { break }
      place = line.skipBlanks(at: bar + 1)
    }
    return head.quality == .none ? nil : head
  }

  private static let type = Array("Type: ".utf8)
  private static let timestamp = Array("Timestamp: ".utf8)
}
