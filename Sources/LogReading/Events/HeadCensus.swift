/// The containers of the first lines of inputs, whatever they say: they describe a log without
/// events.
package struct HeadCensus: Sendable, Codable {
  /// The number of lines looked at in each input.
  private static let limit = 64

  package private(set) var lines: Int64 = 0
  private var counts: [Container: Int64] = [:]

  package init() {}

  /// Whether more lines are to be looked at.
  var isOpen: Bool { lines < Self.limit }

  /// Counts the container of a line.
  mutating func count(_ line: Span<UInt8>) {
    let first = line.peek(line.skipSpace(at: line.skipByteOrderMark()))
    let container =
      first == UInt8(ascii: "{") ? Container.jsonLines : LineHead.read(line).container
    counts[container, default: 0] += 1
    lines += 1
  }

  /// Adds the counts of another input.
  package mutating func add(_ other: HeadCensus) {
    lines += other.lines
    for (container, count) in other.counts { counts[container, default: 0] += count }
  }

  /// The names of the containers with their lines, the most first; bare lines are left out.
  package var containers: [(name: String, lines: Int64)] {
    Container.allCases.compactMap { container -> (name: String, lines: Int64)? in
      guard container != .bare, let count = counts[container] else { return nil }
      return (container.name, count)
    }.sorted { $0.lines > $1.lines }
  }
}
